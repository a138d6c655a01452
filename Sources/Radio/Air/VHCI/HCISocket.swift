internal import Glibc

/// A controller on a Unix socket, for a Bluetooth host that is a program: H4 packets in a stream, one host at a time.
final class HCISocket: AdapterPort {
    private let listener: Int32
    private let path: String
    private var client: Int32?
    private var stream = H4Stream()
    /// What a host has not taken yet, with the end of a packet that it has taken in part.
    private var unsent: [UInt8] = []

    /// How many bytes wait for a host that does not read before packets are lost.
    private static let unsentLimit = 1 << 20
    /// What a host that has gone leaves to the next: a reset.
    private static let reset: [UInt8] = [1, 0x03, 0x0C, 0]

    /// Listens on a socket that only its owner may connect to; a socket that is left over there is replaced.
    init(path: String) throws(VHCIError) {
        listener = try Self.listen(path)
        self.path = path
    }

    deinit {
        if let client { close(client) }
        close(listener)
        _ = unsafe unlink(path)
    }

    var descriptor: Int32 { client ?? listener }
    var hasUnsent: Bool { !unsent.isEmpty }

    func read() -> [UInt8]? {
        if client == nil { accept() }
        guard let client else { return nil }
        flush()
        var bytes = [UInt8](repeating: 0, count: 4096)
        while true {
            if let packet = stream.next() { return packet }
            let count = unsafe Glibc.read(client, &bytes, bytes.count)
            if count > 0 {
                stream.append(bytes.prefix(count))
            } else if count < 0, errno == EAGAIN || errno == EINTR {
                return nil
            } else {
                hangUp()
                return Self.reset
            }
        }
    }

    func write(_ packet: [UInt8]) -> Bool {
        guard client != nil, unsent.count < Self.unsentLimit else { return false }
        unsent += packet
        flush()
        return true
    }

    private func accept() {
        let accepted = Glibc.accept(listener, nil, nil)
        guard accepted >= 0 else { return }
        _ = fcntl(accepted, F_SETFL, O_NONBLOCK)
        _ = fcntl(accepted, F_SETFD, FD_CLOEXEC)
        client = accepted
    }

    private func hangUp() {
        if let client { close(client) }
        (client, stream, unsent) = (nil, H4Stream(), [])
    }

    private func flush() {
        guard let client, !unsent.isEmpty else { return }
        let count = unsafe unsent.withUnsafeBytes { bytes in
            unsafe send(client, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        }
        if count > 0 { unsent.removeFirst(count) }
    }
}

extension HCISocket {
    private static func listen(_ path: String) throws(VHCIError) -> Int32 {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let listener = socket(AF_UNIX, kind, 0)
        guard listener >= 0 else { throw failure(path) }
        do throws(VHCIError) {
            try removeOld(path)
            try bind(listener, path)
        } catch {
            close(listener)
            throw error
        }
        return listener
    }

    private static func failure(_ path: String) -> VHCIError {
        .failed(path: path, step: "listen on the socket", reason: systemWords(errno))
    }

    private static func removeOld(_ path: String) throws(VHCIError) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            throw .failed(path: path, step: "listen on the socket", reason: "something else is there")
        }
        _ = unsafe unlink(path)
    }

    private static func bind(_ listener: Int32, _ path: String) throws(VHCIError) {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let room = MemoryLayout.size(ofValue: address.sun_path)
        guard path.utf8.count < room else {
            throw .failed(path: path, step: "listen on the socket", reason: "the path is longer than \(room - 1) bytes")
        }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
        // Before it listens, nobody gets in.
        let isBound = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe Glibc.bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        guard isBound, unsafe chmod(path, 0o600) == 0, Glibc.listen(listener, 1) == 0 else { throw failure(path) }
    }
}
