internal import Glibc

/// TCP ports of this machine.
enum Loopback {
    static let address = "127.0.0.1"

    /// A port nobody listens on at the moment.
    ///
    /// Below the ports that Linux gives to outgoing connections (32768 to 60999): one of those could take it before
    /// the broker does, or while the broker restarts, and a client could then even connect to itself.
    static func freePort() -> UInt16? {
        for _ in 0..<100 {
            let port = UInt16.random(in: 10240..<32768)
            if isFree(port) { return port }
        }
        return nil
    }

    private static func isFree(_ port: UInt16) -> Bool {
        withSocket { socket in
            var address = make(port: port)
            return unsafe withSocketAddress(&address) { unsafe bind(socket, $0, $1) } == 0 ? true : nil
        } ?? false
    }

    /// Whether somebody accepts connections on the port.
    static func answers(port: UInt16) -> Bool {
        withSocket { socket in
            var address = make(port: port)
            return unsafe withSocketAddress(&address) { unsafe connect(socket, $0, $1) } == 0 ? true : nil
        } ?? false
    }

    private static func withSocket<Result>(_ body: (Int32) -> Result?) -> Result? {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return body(descriptor)
    }

    private static func make(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        address.sin_port = port.bigEndian
        return address
    }

    private static func withSocketAddress(
        _ address: inout sockaddr_in, _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe body(pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
