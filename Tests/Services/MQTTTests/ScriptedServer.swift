import Glibc
import MQTT
import Synchronization

/// A server that says the same bytes to whoever connects, whatever it hears.
final class ScriptedServer: Sendable {
    let configuration: MQTTConfiguration
    private let listener: Int32
    private let address: sockaddr_in
    private let fillers = Mutex<[Int32]>([])
    private let connections = Connections()

    struct Failure: Error {}

    /// What was accepted and is open.
    private final class Connections: Sendable {
        let descriptors = Mutex<[Int32]>([])
        let heard = Mutex<[UInt8]>([])

        /// Reads what has come.
        func hear() -> [UInt8] {
            for descriptor in descriptors.withLock(\.self) {
                var buffer = [UInt8](repeating: 0, count: 4096)
                let count = unsafe recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
                if count > 0 { heard.withLock { $0 += buffer.prefix(count) } }
            }
            return heard.withLock(\.self)
        }

        func closeAll() {
            let open = descriptors.withLock { open in
                defer { open = [] }
                return open
            }
            for descriptor in open { close(descriptor) }
            heard.withLock { $0 = [] }
        }
    }

    /// What was heard since it last hung up, each byte that is no text left out.
    func hear() -> String {
        String(decoding: connections.hear().filter { (0x20..<0x7F).contains($0) }, as: UTF8.self)
    }

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
        try Self.serve(listener, script, connections)
    }

    /// Closes what is open; as nothing was read, the other side gets a reset.
    func hangUp() { connections.closeAll() }

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
    private static func serve(_ listener: Int32, _ script: [UInt8], _ connections: Connections) throws {
        try detachThread {
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { break }
                connections.descriptors.withLock { $0.append(connection) }
                _ = unsafe send(connection, script, script.count, Int32(MSG_NOSIGNAL))
            }
            connections.closeAll()
            close(listener)
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
