public import Foundation
import Synchronization

/// A socket of our own in place of the service manager's or the journal's.
public final class DatagramReceiver: Sendable {
    public let path: String
    private let descriptor: Int32
    private let received = Mutex<[Data]>([])

    /// Listens on a path of its own, which nothing else has.
    ///
    /// - Throws: `POSIXError` when there can be no such socket.
    public init() throws {
        path = "\(FileManager.default.temporaryDirectory.path)/dg-\(UUID().uuidString.prefix(13))"
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        precondition(bytes.count < MemoryLayout.size(ofValue: address.sun_path), "\(path) is too long for a socket")
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let outcome = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe bind(descriptor, $0, size) }
        }
        guard outcome == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    }

    deinit {
        close(descriptor)
        unsafe unlink(path)
    }

    /// All datagrams so far.
    public var datagrams: [Data] {
        received.withLock { all in
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = unsafe buffer.withUnsafeMutableBytes {
                    unsafe recv(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT))
                }
                guard count >= 0 else { return all }
                all.append(Data(buffer.prefix(count)))
            }
        }
    }

    /// All datagrams so far, as lines.
    public var lines: [String] {
        datagrams.flatMap { String(decoding: $0, as: UTF8.self).split(separator: "\n").map(String.init) }
    }
}
