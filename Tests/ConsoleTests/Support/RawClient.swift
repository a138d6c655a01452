import Foundation
import Glibc

/// A client that sends any bytes, and reads until the other side hangs up.
enum RawClient {
    /// What comes back before the other side hangs up.
    ///
    /// On a thread of its own, since it blocks; with `hangsUp` it closes its side behind the bytes.
    static func exchange(_ bytes: [UInt8], port: Int, hangsUp: Bool = false) async -> String {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: talk(bytes, port: port, hangsUp)) }
        }
    }

    private static func talk(_ bytes: [UInt8], port: Int, _ hangsUp: Bool) -> String {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { return "no socket" }
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr = in_addr(s_addr: UInt32(0x7F00_0001).bigEndian)
        let isThere = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe connect(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isThere else { return "no connection" }
        var rest = bytes[...]
        while !rest.isEmpty {
            let sent = unsafe rest.withUnsafeBytes { buffer in
                unsafe send(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_NOSIGNAL))
            }
            // The other side may have had enough.
            guard sent > 0 else { break }
            rest = rest.dropFirst(sent)
        }
        if hangsUp { shutdown(descriptor, Int32(SHUT_WR)) }
        var (received, piece) = ([UInt8](), [UInt8](repeating: 0, count: 4096))
        while true {
            let count = unsafe piece.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) }
            guard count > 0 else { return String(decoding: received, as: UTF8.self) }
            received += piece.prefix(count)
        }
    }
}
