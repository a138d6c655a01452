internal import Foundation
internal import Glibc
public import MQTT
internal import Synchronization
internal import TestSupport

/// A real RabbitMQ of several nodes, each of which takes MQTT, with sessions in quorum queues.
///
/// Needs the Debian package rabbitmq-server, and says so if it is missing. Its files, names and ports are its own, and it
/// ends with this process, even a killed one.
public final class TestRabbitMQ: Sendable {
    /// Why there is none.
    public struct Trouble: Error, CustomStringConvertible {
        public let description: String
    }

    private let directory: String
    private let host: String
    private let ports: [Ports]
    private let registry: UInt16
    private let guardians: [Guardian]

    private struct Ports { let mqtt, other, distribution: UInt16 }

    private actor Guardian {
        var process: Process?
        var input: Pipe?

        /// Runs a shell's script, which ends at the end of its input.
        func run(_ script: String, _ arguments: [String], _ environment: [String: String]) {
            let (process, input) = (Process(), Pipe())
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            process.arguments = ["-c", script, "sh"] + arguments
            process.environment = environment
            process.standardInput = input
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            guard (try? process.run()) != nil else { return }
            (self.process, self.input) = (process, input)
        }

        var isRunning: Bool { process?.isRunning ?? false }

        func end() async {
            guard let process, let input else { return }
            (self.process, self.input) = (nil, nil)
            try? input.fileHandleForWriting.close()
            await onThread { process.waitUntilExit() }
        }
    }

    /// Why there can be none on this machine; nil when there can.
    public static var obstacle: String? {
        FileManager.default.isExecutableFile(atPath: program) ? nil : "there is no RabbitMQ: run scripts/setup"
    }

    private static let program = "/usr/lib/rabbitmq/bin/rabbitmq-server"

    /// Makes a cluster, and starts it.
    ///
    /// - Parameters:
    ///   - count: how many nodes.
    ///   - host: the address at which they take MQTT, of this machine.
    /// - Throws: ``Trouble`` when it does not start.
    public init(nodes count: Int = 3, host: String = "127.0.0.1") async throws {
        if let obstacle = Self.obstacle { throw Trouble(description: obstacle) }
        self.host = host
        directory = "\(FileManager.default.temporaryDirectory.path)/rabbitmq-\(UUID().uuidString.prefix(8))"
        let free = Self.freePorts(3 * count + 1)
        registry = free[0]
        ports = (0..<count).map {
            Ports(mqtt: free[3 * $0 + 1], other: free[3 * $0 + 2], distribution: free[3 * $0 + 3])
        }
        guardians = (0..<count).map { _ in Guardian() }
        for number in 0..<count { try write(number) }
        // The first makes the cluster, and the others join it.
        for number in 0..<count { try await start(number) }
    }

    public var count: Int { ports.count }

    /// How a client reaches it: by whichever node answers.
    public var configuration: MQTTConfiguration {
        var configuration = MQTTConfiguration(host: host, port: ports[0].mqtt)
        configuration.others = ports.dropFirst().map { .init(host: host, port: $0.mqtt) }
        return configuration
    }

    private func home(_ number: Int) -> String { "\(directory)/\(number)" }

    private func write(_ number: Int) throws {
        let home = home(number)
        try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
        let nodes = ports.indices.map {
            "cluster_formation.classic_config.nodes.\($0 + 1) = node\($0)@localhost"
        }
        let files = [
            "rabbitmq.conf": """
            mqtt.listeners.tcp.1 = \(host):\(ports[number].mqtt)
            mqtt.allow_anonymous = true
            loopback_users = none
            mqtt.prefetch = 1000
            listeners.tcp.1 = 127.0.0.1:\(ports[number].other)
            cluster_formation.peer_discovery_backend = classic_config
            \(nodes.joined(separator: "\n"))

            """,
            "advanced.config": "[{rabbitmq_mqtt, [{durable_queue_type, quorum}]}].\n",
            "plugins": "[rabbitmq_mqtt].\n",
        ]
        for (name, text) in files { try text.write(toFile: "\(home)/\(name)", atomically: true, encoding: .utf8) }
    }

    /// Starts a node, also again, and waits until it takes connections.
    public func start(_ number: Int) async throws {
        let guardian = guardians[number]
        await guardian.run(Self.script, [home(number)], environment(number))
        let begin = ContinuousClock.now
        while !Self.takesConnections(host, ports[number].mqtt) {
            guard await guardian.isRunning, begin.duration(to: .now) < .seconds(180) else {
                throw Trouble(description: "RabbitMQ (Debian package rabbitmq-server) does not start: \(home(number))")
            }
            try await Task.sleep(for: .milliseconds(200))
        }
    }

    private func environment(_ number: Int) -> [String: String] {
        [
            "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": directory,
            "RABBITMQ_NODENAME": "node\(number)@localhost", "RABBITMQ_CONFIG_FILE": "\(home(number))/rabbitmq.conf",
            "RABBITMQ_ADVANCED_CONFIG_FILE": "\(home(number))/advanced.config",
            "RABBITMQ_ENABLED_PLUGINS_FILE": "\(home(number))/plugins", "RABBITMQ_MNESIA_BASE": "\(home(number))/data",
            "RABBITMQ_LOG_BASE": "\(home(number))/log", "RABBITMQ_PID_FILE": "\(home(number))/pid",
            "RABBITMQ_DIST_PORT": "\(ports[number].distribution)", "ERL_EPMD_ADDRESS": "127.0.0.1",
            "ERL_EPMD_PORT": "\(registry)", "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS": "-setcookie tagalong",
        ]
    }

    /// Kills a node.
    public func kill(_ number: Int) async { await guardians[number].end() }

    /// Ends a node in good order.
    public func stop(_ number: Int) async {
        let text = try? String(contentsOfFile: "\(home(number))/pid", encoding: .utf8)
        if let identifier = text.flatMap({ Int32($0.trimmingCharacters(in: .whitespacesAndNewlines)) }) {
            Glibc.kill(identifier, SIGTERM)
            while Glibc.kill(identifier, 0) == 0 { try? await Task.sleep(for: .milliseconds(100)) }
        }
        await kill(number)
    }

    /// Kills all nodes, and removes their files.
    public func remove() async {
        for number in guardians.indices { await kill(number) }
        try? FileManager.default.removeItem(atPath: directory)
    }

    /// Ports that nobody listens at.
    private static func freePorts(_ count: Int) -> [UInt16] {
        // All at once, so that no two are the same.
        let sockets = (0..<count).map { _ in socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) }
        defer { for descriptor in sockets { close(descriptor) } }
        return sockets.map { descriptor in
            var address = loopback(0)
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            unsafe withUnsafeMutablePointer(to: &address) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                    _ = unsafe bind(descriptor, pointer, size)
                    _ = unsafe getsockname(descriptor, pointer, &size)
                }
            }
            return UInt16(bigEndian: address.sin_port)
        }
    }

    private static func loopback(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        return address
    }

    private static func takesConnections(_ host: String, _ port: UInt16) -> Bool {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = loopback(port)
        address.sin_addr.s_addr = unsafe inet_addr(host)
        return unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe connect(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }

    /// Starts the node, and kills it at the end of the input; with the last one what keeps the names of nodes.
    private static let script = """
        cd "$1" || exit 1
        rm -f pid
        \(program) >output 2>&1 </dev/null &
        read -r nothing
        [ ! -s pid ] || kill -9 "$(cat pid)"
        kill -9 $! 2>/dev/null
        (for turn in 1 2 3 4 5 6 7 8 9 10; do epmd -kill && break; sleep 0.3; done) >/dev/null 2>&1 &
        exit 0
        """
}
