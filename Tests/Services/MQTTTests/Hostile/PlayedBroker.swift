import Glibc
import MQTT
import Synchronization
import TestSupport

@testable import TLS

/// A broker on a free port that a test plays: each connection is handed to the next act, on a thread of its own.
///
/// The last act is played for all later connections, too.
final class PlayedBroker: Sendable {
    typealias Act = @Sendable (PlayedConnection) -> Void

    let configuration: MQTTConfiguration
    private let listener: Int32
    /// How many connections have come.
    private let count = Mutex(0)

    struct Failure: Error {}

    convenience init(_ acts: Act...) throws { try self.init(acts) }

    /// One whose connections are encrypted, if they are opened.
    init(_ acts: [Act], open: (@Sendable () -> TLSConnection?)? = nil) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe bind(listener, pointer, length) | listen(listener, 8) | getsockname(listener, pointer, &length)
            }
        }
        guard code == 0 else { throw Failure() }
        self.listener = listener
        var configuration = MQTTConfiguration(host: "127.0.0.1", port: UInt16(bigEndian: address.sin_port))
        configuration.backoff = .init(first: .milliseconds(20), most: .milliseconds(100))
        self.configuration = configuration
        Task.detached { [listener] in
            await onThread {
                var number = 0
                while case let descriptor = accept(listener, nil, nil), descriptor >= 0 {
                    let act = acts[min(number, acts.count - 1)]
                    number += 1
                    let connection = PlayedConnection(descriptor, open)
                    Task.detached { await onThread { act(connection) } }
                }
                close(listener)
            }
        }
    }

    deinit { shutdown(listener, Int32(SHUT_RDWR)) }
}

/// One client of a played broker; each call blocks its thread.
final class PlayedConnection: Sendable {
    private let descriptor: Int32
    private let tls: Mutex<Encryption?>

    // It is used under its mutex only.
    private final class Encryption: @unchecked Sendable {
        let connection: TLSConnection
        init(_ connection: consuming TLSConnection) { self.connection = connection }
    }

    init(_ descriptor: Int32, _ open: (@Sendable () -> TLSConnection?)?) {
        self.descriptor = descriptor
        if let open, let connection = open() { tls = Mutex(Encryption(connection)) } else { tls = Mutex(nil) }
    }

    deinit { close(descriptor) }

    /// Sends bytes as they are, whatever the encryption; false when the client has gone.
    @discardableResult
    func sendRaw(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private func receiveRaw() -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 65536)
        let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
        return Array(buffer.prefix(max(0, count)))
    }

    func send(_ bytes: [UInt8]) {
        let sealed: [UInt8]? = tls.withLock { tls in
            guard let tls else { return nil }
            _ = unsafe bytes.withUnsafeBytes { unsafe tls.connection.write($0) }
            return Self.pending(tls)
        }
        sendRaw(sealed ?? bytes)
    }

    /// What has come; nothing at the end.
    func receive() -> [UInt8] {
        while true {
            let bytes = receiveRaw()
            guard !bytes.isEmpty else { return [] }
            let (plain, answer): ([UInt8], [UInt8]) = tls.withLock { tls in
                guard let tls else { return (bytes, []) }
                _ = unsafe bytes.withUnsafeBytes { unsafe tls.connection.feed($0) }
                _ = tls.connection.shakeHands()
                var (plain, room) = ([UInt8](), [UInt8](repeating: 0, count: 65536))
                while true {
                    let (outcome, count) = unsafe room.withUnsafeMutableBytes { unsafe tls.connection.read($0) }
                    guard outcome == .done else { break }
                    plain += room.prefix(count)
                }
                return (plain, Self.pending(tls))
            }
            sendRaw(answer)
            if !plain.isEmpty { return plain }
        }
    }

    private static func pending(_ tls: Encryption) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: tls.connection.pending)
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe tls.connection.drain($0) }
        return Array(bytes.prefix(count))
    }

    /// Waits until the client has asked for a session.
    @discardableResult
    func awaitConnect() -> [UInt8] { receive() }

    /// Answers a session without subscriptions.
    func accept(resumed: Bool = false, properties: [UInt8] = []) {
        awaitConnect()
        send([0x20, UInt8(3 + properties.count), resumed ? 1 : 0, 0, UInt8(properties.count)] + properties)
    }

    /// Reads until bytes have come, or the end; tells whether they have.
    @discardableResult
    func hear(until wanted: [UInt8], in heard: inout [UInt8]) -> Bool {
        while heard.firstRange(of: wanted) == nil {
            let more = receive()
            guard !more.isEmpty else { return false }
            heard += more
        }
        return true
    }

    /// Reads until the client has hung up.
    @discardableResult
    func awaitEnd() -> [UInt8] {
        var heard: [UInt8] = []
        while case let more = receive(), !more.isEmpty { heard += more }
        return heard
    }

    /// Says no more, but goes on hearing.
    func closeHalf() { shutdown(descriptor, Int32(SHUT_WR)) }

    func hangUp() { shutdown(descriptor, Int32(SHUT_RDWR)) }
}
