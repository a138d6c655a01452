internal import Glibc

/// A bare TCP connection to a port of this machine, which blocks.
public final class RawSocket: Sendable {
    private let descriptor: Int32

    /// What the system said against it.
    public struct Trouble: Error {
        /// The number of the error.
        public let code: Int32
    }

    /// Connects.
    ///
    /// - Parameters:
    ///   - port: The port.
    ///   - source: The last part of the address that it comes from, 127.0.0.1 to 127.0.0.254; nil for the system's choice.
    ///   - patience: Seconds in which the other side has to take or to send something; nil for ever.
    ///   - receiveBuffer: Bytes that the system takes for a reader that does not read; nil for its usual ones.
    /// - Throws: ``Trouble`` when the other side does not take it.
    public init(
        port: Int,
        from source: UInt8? = nil,
        patience: Int? = nil,
        receiveBuffer: Int32? = nil
    ) throws(Trouble) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw Trouble(code: errno) }
        if let receiveBuffer { set(SO_RCVBUF, receiveBuffer) }
        if let patience {
            for option in [SO_RCVTIMEO, SO_SNDTIMEO] { set(option, timeval(tv_sec: patience, tv_usec: 0)) }
        }
        if let source {
            let code = unsafe Self.withAddress(source, port: 0) { unsafe bind(descriptor, $0, $1) }
            guard code == 0 else { throw Trouble(code: errno) }
        }
        let code = unsafe Self.withAddress(1, port: port) { unsafe connect(descriptor, $0, $1) }
        guard code == 0 else { throw Trouble(code: errno) }
    }

    deinit { _ = Glibc.close(descriptor) }

    private func set<Value: BitwiseCopyable>(_ option: Int32, _ value: Value) {
        var value = value
        _ = unsafe setsockopt(descriptor, SOL_SOCKET, option, &value, socklen_t(MemoryLayout<Value>.size))
    }

    private static func withAddress(
        _ last: UInt8,
        port: Int,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = (0x7F00_0000 | UInt32(last)).bigEndian
        address.sin_port = in_port_t(port).bigEndian
        return unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    /// Sends all of it.
    ///
    /// - Parameter bytes: What is sent.
    /// - Throws: ``Trouble`` when the other side has gone, or takes nothing for too long.
    public func write(_ bytes: [UInt8]) throws(Trouble) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw Trouble(code: errno) }
            rest = rest.dropFirst(count)
        }
    }

    /// Sends a text, see ``write(_:)-([UInt8])``.
    public func write(_ text: String) throws(Trouble) { try write(Array(text.utf8)) }

    /// Reads once; nothing at the end, or when nothing comes for too long.
    public func read() -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) }
        return Array(bytes.prefix(max(0, count)))
    }

    /// Reads once; on a thread of its own, since it blocks.
    public func next() async -> [UInt8] { await onThread { self.read() } }

    /// Reads until the other side hangs up.
    @discardableResult
    public func readToEnd() async -> [UInt8] { await onThread { self.rest() } }

    /// All that comes until the other side hangs up.
    private func rest() -> [UInt8] {
        var bytes: [UInt8] = []
        while case let more = read(), !more.isEmpty { bytes += more }
        return bytes
    }

    /// Reads what is left, and tells whether nothing follows because the other side has hung up.
    public func hasEnded() -> Bool {
        _ = rest()
        var byte: UInt8 = 0
        return unsafe recv(descriptor, &byte, 1, 0) == 0 || errno == ECONNRESET
    }

    /// How often something was sent again, because the other side had not taken it; -1 where the system tells nothing.
    public var retransmissions: Int {
        var (info, size) = (tcp_info(), socklen_t(MemoryLayout<tcp_info>.size))
        let result = unsafe getsockopt(descriptor, Int32(IPPROTO_TCP), TCP_INFO, &info, &size)
        return result == 0 ? Int(info.tcpi_total_retrans) : -1
    }

    /// Ends both directions.
    public func close() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Sends bytes over a connection of its own, and returns what comes back before the other side hangs up.
    ///
    /// - Parameters:
    ///   - bytes: What is sent; the other side may have had enough before all of it.
    ///   - port: The port.
    ///   - hangsUp: Whether this side is closed behind the bytes.
    /// - Returns: What comes back, as text.
    public static func exchange(_ bytes: [UInt8], port: Int, hangsUp: Bool = false) async -> String {
        await onThread {
            guard let socket = try? RawSocket(port: port) else { return "no connection" }
            try? socket.write(bytes)
            if hangsUp { shutdown(socket.descriptor, Int32(SHUT_WR)) }
            return String(decoding: socket.rest(), as: UTF8.self)
        }
    }
}
