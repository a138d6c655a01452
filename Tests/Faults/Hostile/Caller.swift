import Foundation
import Glibc

/// A bare TCP connection to a port of this machine, from an address of its own within 127.0.0.0/8.
final class Caller: Sendable {
    private let descriptor: Int32

    /// Connects; nil when the other side does not take it.
    ///
    /// - Parameters:
    ///   - port: The port.
    ///   - source: The last part of the address that it comes from, 127.0.0.1 to 127.0.0.254.
    ///   - patience: Seconds in which the other side has to take or to send something.
    ///   - room: Bytes that the kernel takes for a reader that does not read; nil for its usual ones.
    init?(port: Int, from source: UInt8 = 1, patience: Int = 2, room: Int32? = nil) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        if var room { unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &room, socklen_t(MemoryLayout<Int32>.size)) }
        var time = timeval(tv_sec: patience, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            unsafe setsockopt(descriptor, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
        }
        let here = Self.address(source, port: 0)
        let there = Self.address(1, port: port)
        guard unsafe Self.with(here, { unsafe bind(descriptor, $0, $1) }) == 0,
            unsafe Self.with(there, { unsafe connect(descriptor, $0, $1) }) == 0
        else { return nil }
    }

    /// Sends all of it, unless the other side has gone or takes nothing for too long.
    @discardableResult
    func send(_ bytes: some Sequence<UInt8>) -> Bool {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let sent = unsafe rest.withUnsafeBytes { buffer in
                unsafe Glibc.send(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_NOSIGNAL))
            }
            guard sent > 0 else { return false }
            rest = rest.dropFirst(sent)
        }
        return true
    }

    func send(_ text: String) -> Bool { send(text.utf8) }

    /// What comes next; nil when nothing comes for too long, or the other side has gone.
    func receive() -> [UInt8]? {
        var piece = [UInt8](repeating: 0, count: 4096)
        let count = unsafe piece.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) }
        return count > 0 ? Array(piece.prefix(count)) : nil
    }

    deinit { close(descriptor) }

    private static func address(_ last: UInt8, port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = (0x7F00_0000 | UInt32(last)).bigEndian
        address.sin_port = in_port_t(port).bigEndian
        return address
    }

    private static func with(
        _ address: sockaddr_in,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        unsafe withUnsafePointer(to: address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe body(pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}

/// Runs what blocks on a thread of its own.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: body()) }
    }
}
