import Glibc
import Synchronization

/// Bytes that come over a connection, in a file without a name until they are read.
///
/// Nobody else can open it, and it is gone with this object, or with the process.
public final class SpooledFile: Sendable {
    /// Why it cannot be written or read: one sentence.
    public struct Failure: Error, CustomStringConvertible {
        /// Whether there is too little space.
        public let isFull: Bool
        public let description: String
    }

    /// Bytes that are left on the disk for those who write the database.
    private static let reserve: UInt64 = 200_000_000
    /// Bytes between two looks at the space.
    private static let stride = 16 << 20

    private let descriptor: Int32
    private let length = Atomic(0)

    /// Makes the file in a directory.
    ///
    /// - Throws: ``Failure`` when it cannot be made, or when there is too little space.
    public init(in directory: String) throws(Failure) {
        let path = "\(directory)/.tagalong-import-\(UInt64.random(in: .min ... .max))"
        descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.failure() }
        _ = unsafe unlink(path)
        try expectSpace()
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Bytes that were written.
    public var count: Int { length.load(ordering: .acquiring) }

    /// Writes behind what is there; by one task at a time.
    ///
    /// - Throws: ``Failure``, also while there is some space left for others.
    public func append(_ bytes: [UInt8]) throws(Failure) {
        let start = count
        if start / Self.stride != (start + bytes.count) / Self.stride { try expectSpace() }
        var written = 0
        while written < bytes.count {
            let step = unsafe bytes.withUnsafeBytes { bytes in
                let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[written...])
                return unsafe pwrite(descriptor, rest.baseAddress, rest.count, off_t(start + written))
            }
            if step < 0, errno == EINTR { continue }
            guard step > 0 else { throw Self.failure() }
            written += step
        }
        length.store(start + written, ordering: .releasing)
    }

    /// Up to so many bytes from a place on; none at the end.
    func read(from offset: Int, upTo most: Int) throws(Failure) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: max(0, min(most, count - offset)))
        if bytes.isEmpty { return [] }
        while true {
            let step = unsafe bytes.withUnsafeMutableBytes {
                unsafe pread(descriptor, $0.baseAddress, $0.count, off_t(offset))
            }
            if step < 0, errno == EINTR { continue }
            guard step >= 0 else { throw Self.failure() }
            bytes.removeSubrange(step...)
            return bytes
        }
    }

    private func expectSpace() throws(Failure) {
        var system = statvfs()
        guard unsafe fstatvfs(descriptor, &system) == 0 else { return }
        let free = UInt64(system.f_bavail) * UInt64(system.f_frsize)
        guard free < Self.reserve else { return }
        let (found, expected) = (free / 1_000_000, Self.reserve / 1_000_000)
        throw Failure(
            isFull: true,
            description: "the disk of the database: at least \(expected) MB that stay free are expected, found \(found)"
        )
    }

    private static func failure() -> Failure {
        let reason = errno
        let words = unsafe String(cString: strerror(reason))
        return Failure(
            isFull: reason == ENOSPC || reason == EDQUOT,
            description: "the file cannot be kept beside the database: \(words)"
        )
    }
}
