import Glibc

/// A bare connection on this machine, which blocks.
final class LoopbackSocket: @unchecked Sendable {
    // The descriptor never changes, and the kernel takes calls from any thread; `unread` is its reader's alone.
    private let descriptor: Int32
    private var unread: [UInt8] = []

    struct Trouble: Error, CustomStringConvertible { let description: String }

    init(descriptor: Int32) {
        self.descriptor = descriptor
        var on: Int32 = 1
        _ = unsafe setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    convenience init(port: UInt16) throws {
        self.init(descriptor: Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
        let status = unsafe Self.withAddress(port) { unsafe connect(descriptor, $0, $1) }
        guard status == 0 else { throw Trouble(description: "port \(port) does not answer") }
    }

    deinit { Glibc.close(descriptor) }

    func close() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    func write(_ bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            let count = unsafe bytes.withUnsafeBytes {
                unsafe send(
                    descriptor,
                    $0.baseAddress?.advanced(by: sent),
                    bytes.count - sent,
                    Int32(MSG_NOSIGNAL)
                )
            }
            guard count > 0 else { throw Trouble(description: "the connection has ended") }
            sent += count
        }
    }

    /// What has come; nothing at the end.
    func read() -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: 1 << 18) { buffer, count in
            count = unsafe max(0, recv(descriptor, buffer.baseAddress, buffer.count, 0))
        }
    }

    /// The next line, without its end; nil at the end.
    func line() -> [UInt8]? {
        while true {
            if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                defer { unread.removeSubrange(...end) }
                return Array(unread[..<end])
            }
            let more = read()
            if more.isEmpty { return nil }
            unread += more
        }
    }

    /// Asks for a path on a connection that stays, and reads the whole answer.
    ///
    /// - Returns: The status, and the bytes of the body.
    func get(_ path: String) throws -> (status: Int, bytes: Int) {
        try write(Array("GET \(path) HTTP/1.1\r\nhost: localhost\r\n\r\n".utf8))
        var (status, length, isChunked) = (0, 0, false)
        while let line = line() {
            let text = String(decoding: line, as: UTF8.self).lowercased().trimmingSuffix("\r")
            if text.isEmpty { break }
            if text.hasPrefix("http/1.1 ") { status = Int(text.dropFirst(9).prefix(3)) ?? 0 }
            if text.hasPrefix("content-length: ") { length = Int(text.dropFirst(16)) ?? 0 }
            if text == "transfer-encoding: chunked" { isChunked = true }
        }
        guard status > 0 else { throw Trouble(description: "no answer for \(path)") }
        if isChunked { return (status, try skipChunks(of: path)) }
        try skip(length, of: path)
        return (status, length)
    }

    /// Reads over a body in chunks (RFC 9112, section 7.1); the bytes in it.
    private func skipChunks(of path: String) throws -> Int {
        var total = 0
        while let line = line() {
            let text = String(decoding: line, as: UTF8.self).trimmingSuffix("\r")
            guard let count = Int(text, radix: 16) else { break }
            // The line's end behind it is no part of it.
            try skip(count + 2, of: path)
            if count == 0 { return total }
            total += count
        }
        throw Trouble(description: "the answer for \(path) is not whole")
    }

    private func skip(_ count: Int, of path: String) throws {
        var rest = count
        while rest > unread.count {
            rest -= unread.count
            unread = read()
            guard !unread.isEmpty else { throw Trouble(description: "the answer for \(path) is not whole") }
        }
        unread.removeFirst(rest)
    }

    /// A port where nobody listens now.
    static func freePort() -> UInt16 {
        let listener = Listener()
        return listener.port
    }

    fileprivate static func withAddress<Value>(
        _ port: UInt16,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Value
    ) -> Value {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}

/// A port of this machine.
final class Listener: Sendable {
    let descriptor: Int32
    let port: UInt16

    init() {
        descriptor = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        let descriptor = descriptor
        _ = unsafe LoopbackSocket.withAddress(0) { unsafe bind(descriptor, $0, $1) }
        listen(descriptor, 8)
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe getsockname(descriptor, $0, &size)
            }
        }
        port = UInt16(bigEndian: address.sin_port)
    }

    deinit { Glibc.close(descriptor) }

    func accept() -> LoopbackSocket { LoopbackSocket(descriptor: Glibc.accept(descriptor, nil, nil)) }
}

extension String {
    fileprivate func trimmingSuffix(_ letter: Character) -> String { last == letter ? String(dropLast()) : self }
}
