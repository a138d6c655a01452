import Foundation
import Glibc
public import TLS

/// The files of a certificate and of its private key, in PEM.
public struct CertificateFiles: Hashable, Sendable {
    /// The certificate, with those of the authorities between it and the root behind it.
    public var certificate: String
    /// Its private key, which nobody but its owner and its group may read.
    public var key: String

    public init(certificate: String, key: String) { (self.certificate, self.key) = (certificate, key) }

    /// Why two files let nobody listen; one sentence each.
    public enum Invalid: Error, Hashable, Sendable, CustomStringConvertible {
        case unreadable(path: String, reason: String)
        /// The file's mode lets others read or change it.
        case open(path: String)
        case noCertificate(path: String)
        /// OpenSSL's security level does not allow its key or its signature.
        case weak(path: String)
        case noKey(path: String)
        case differ(certificate: String, key: String)

        public var description: String {
            switch self {
            case .unreadable(let path, let reason): "\(path): \(reason)"
            case .open(let path): "\(path): others may read or change this private key; 'chmod 600' is expected"
            case .noCertificate(let path): "\(path): a certificate in PEM is expected"
            case .weak(let path):
                "\(path): a certificate is too weak for this system; a key of RSA with 2,048 bits or of P-256, and a "
                    + "signature with SHA-256 are expected"
            case .noKey(let path): "\(path): a private key in PEM without a passphrase is expected"
            case .differ(let certificate, let key): "\(key): this is not the private key of \(certificate)"
            }
        }
    }

    /// What tells one state of the two files from another; changes with every way of replacing them.
    struct Mark: Hashable, Sendable {
        private var parts: [Int64]

        init(_ files: CertificateFiles) {
            parts = [files.certificate, files.key].flatMap { path -> [Int64] in
                guard let status = CertificateFiles.status(path) else { return [0] }
                return [
                    Int64(bitPattern: UInt64(status.st_ino)), Int64(status.st_size), Int64(status.st_mtim.tv_sec),
                    Int64(status.st_mtim.tv_nsec), Int64(status.st_mode),
                ]
            }
        }
    }

    /// Reads both, and returns what a server needs for TLS 1.2 and later.
    public func read() throws(Invalid) -> TLSContext {
        let chain = try bytes(certificate)
        try checkMode()
        let secret = try bytes(key)
        do { return try TLSContext(chain: chain, key: secret) } catch {
            switch error {
            case .certificate: throw .noCertificate(path: certificate)
            case .weak: throw .weak(path: certificate)
            case .key: throw .noKey(path: key)
            case .differ: throw .differ(certificate: certificate, key: key)
            case .system: throw .unreadable(path: certificate, reason: "OpenSSL has no memory left")
            }
        }
    }

    private func bytes(_ path: String) throws(Invalid) -> [UInt8] {
        guard unsafe access(path, R_OK) == 0, let data = FileManager.default.contents(atPath: path) else {
            throw .unreadable(path: path, reason: unsafe String(cString: strerror(errno)))
        }
        return Array(data)
    }

    /// Groups are let in: Debian's `ssl-cert` is one.
    private func checkMode() throws(Invalid) {
        guard let status = Self.status(key), status.st_mode & 0o027 != 0 else { return }
        throw .open(path: key)
    }

    private static func status(_ path: String) -> stat? {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? status : nil
    }
}
