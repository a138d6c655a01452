import Foundation
import Glibc

/// A bare connection to a port of this machine.
final class Socket: Sendable {
    let descriptor: Int32

    struct Trouble: Error { let code: Int32 }

    /// Connects; the system takes so many bytes before anybody reads, or what it likes.
    init(port: Int, receiveBuffer: Int32? = nil) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        if var size = receiveBuffer {
            _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw Trouble(code: errno) }
    }

    func write(_ text: String) throws {
        let bytes = Array(text.utf8)
        // The other side may have hung up.
        let count = unsafe bytes.withUnsafeBytes {
            unsafe send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        guard count == bytes.count else { throw Trouble(code: errno) }
    }

    /// Reads once; nothing at the end.
    func read() -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
        return Array(bytes.prefix(max(0, count)))
    }

    /// Reads once; on a thread of its own, since it blocks.
    func next() async -> [UInt8] {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: self.read()) }
        }
    }

    /// Reads until the other side hangs up.
    func readToEnd() async {
        while await !next().isEmpty {}
    }

    /// How often something was sent again, because the other side had not taken it; -1 where the system tells nothing.
    var retransmissions: Int {
        var (info, size) = (tcp_info(), socklen_t(MemoryLayout<tcp_info>.size))
        let result = unsafe getsockopt(descriptor, Int32(IPPROTO_TCP), TCP_INFO, &info, &size)
        return result == 0 ? Int(info.tcpi_total_retrans) : -1
    }

    func close() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    deinit { _ = Glibc.close(descriptor) }
}
