internal import Glibc

/// Sends datagrams to a socket of this machine, as the service manager and the journal have theirs.
///
/// Nothing waits: what the other side has no room for is lost.
struct UnixDatagram: Sendable {
    private let address: sockaddr_un
    private let length: socklen_t

    /// A sender to a path from `/` on, or behind an `@` to a socket without a file; nil for a path that is none.
    init?(path: String) {
        var address = sockaddr_un()
        let bytes = Array(path.utf8)
        let room = MemoryLayout.size(ofValue: address.sun_path)
        guard let first = bytes.first, first == UInt8(ascii: "/") || first == UInt8(ascii: "@"),
            bytes.count > 1, bytes.count < room, !bytes.contains(0)
        else { return nil }
        address.sun_family = sa_family_t(AF_UNIX)
        let isAbstract = first == UInt8(ascii: "@")
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { target in
            unsafe target.copyBytes(from: bytes)
            if isAbstract { unsafe target[0] = 0 }
        }
        self.address = address
        let header = MemoryLayout<sockaddr_un>.size - room
        // A name without a file is as long as it is said to be; a path ends with its zero.
        length = socklen_t(header + bytes.count + (isAbstract ? 0 : 1))
    }

    /// Sends one datagram, and tells whether the other side has it.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
        let sent = unsafe withUnsafePointer(to: address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { target in
                unsafe bytes.withUnsafeBytes { content in
                    unsafe sendto(descriptor, content.baseAddress, content.count, flags, target, length)
                }
            }
        }
        return sent == bytes.count
    }
}
