import Glibc
import MQTT
import Synchronization

/// A server that says the same bytes to whoever connects, and hears nothing.
final class ScriptedServer: Sendable {
    let configuration: MQTTConfiguration
    private let listener: Int32
    private let address: sockaddr_in
    private let fillers = Mutex<[Int32]>([])

    struct Failure: Error {}

    /// A server whose queue is full: an attempt to connect hangs until it is given up.
    static func hanging() throws -> ScriptedServer {
        let server = try ScriptedServer(backlog: 0)
        for _ in 0..<2 {
            let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
            server.fillers.withLock { $0.append(client) }
            var address = server.address
            _ = unsafe withUnsafePointer(to: &address) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                    unsafe connect(client, pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
        }
        return server
    }

    convenience init(saying script: [UInt8]) throws {
        try self.init(backlog: 8)
        try Self.serve(listener, script)
    }

    private init(backlog: Int32) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe bind(listener, pointer, length) | listen(listener, backlog)
                    | getsockname(listener, pointer, &length)
            }
        }
        guard code == 0 else { throw Failure() }
        self.listener = listener
        configuration = MQTTConfiguration(host: "127.0.0.1", port: UInt16(bigEndian: address.sin_port))
        self.address = address
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        for filler in fillers.withLock(\.self) { close(filler) }
    }

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
