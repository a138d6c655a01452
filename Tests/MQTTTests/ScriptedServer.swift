import Glibc
import MQTT

/// A server that says the same bytes to whoever connects, and hears nothing.
final class ScriptedServer: Sendable {
    let configuration: MQTTConfiguration
    private let listener: Int32

    struct Failure: Error {}

    init(saying script: [UInt8]) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
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
        configuration = MQTTConfiguration(host: "127.0.0.1", port: UInt16(bigEndian: address.sin_port))
        try Self.serve(listener, script)
    }

    deinit { shutdown(listener, Int32(SHUT_RDWR)) }

    /// Accepts on a thread, which ends when the listener is shut down and closes what it has opened.
    private static func serve(_ listener: Int32, _ script: [UInt8]) throws {
        try detachThread {
            var connections: [Int32] = []
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { break }
                connections.append(connection)
                _ = unsafe send(connection, script, script.count, Int32(MSG_NOSIGNAL))
            }
            for descriptor in connections + [listener] { close(descriptor) }
        }
    }
}

private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

private func detachThread(_ run: @escaping @Sendable () -> Void) throws {
    var thread = pthread_t()
    let body = unsafe Unmanaged.passRetained(Body(run))
    let code = unsafe pthread_create(
        &thread,
        nil,
        { context in
            if let context = unsafe context { unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run() }
            return nil
        },
        body.toOpaque()
    )
    guard code == 0 else { throw ScriptedServer.Failure() }
    pthread_detach(thread)
}
