public import API
import Glibc
import History
import Hummingbird
import HummingbirdCore
import Logging
import Messages
import NIOCore
import Pages
import Recorder
public import ServiceLifecycle
import Threads
import Web

/// The HTTP service: the interface for programs and the pages for people.
public struct ConsoleService: Service {
    private let parts: ConsoleParts
    private let work = WorkExecutor()
    private let onListening: @Sendable (ConsolePorts) async -> Void

    /// A service that listens where its configuration says, and calls back with the ports once it does.
    ///
    /// The parts' feed is a service of its own and runs beside.
    public init(parts: ConsoleParts, onListening: @escaping @Sendable (ConsolePorts) async -> Void = { _ in }) {
        self.parts = parts
        self.onListening = onListening
    }

    /// Listens until it is shut down.
    ///
    /// - Throws: ``ListenFailure`` when the address cannot be listened on.
    public func run() async throws {
        let configuration = parts.configuration
        // Once, however often a port is tried.
        await parts.feedStreams()
        do { try await listen(on: configuration.port) } catch let error as IOError {
            guard error.errnoCode == EADDRINUSE, configuration.mayMove else {
                throw ListenFailure(error, host: configuration.host, port: configuration.port) ?? error
            }
            try await listen(on: 0)
        }
    }

    private func listen(on port: Int) async throws {
        let (configuration, gate) = (parts.configuration, ConsoleGate(parts.configuration))
        let operations = OperationRegistry(parts: parts, messages: await parts.feed.messages())
        let certificate = try configuration.certificate.map { (files) throws(CertificateFiles.Invalid) in
            try CurrentCertificate(files, logger: parts.logger)
        }
        let pulse = LivePulse(hub: parts.feed.live, interval: configuration.heartbeat) { [clock = parts.clock] in
            clock.now
        } isHeard: { [feed = parts.feed, history = parts.history] in
            let hears = await (feed.isConnected, history.standing.isConnected)
            return hears.0 && hears.1
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                guard let certificate else { return try await front(operations, gate, on: port).run() }
                let watch = CertificateWatch(certificate: certificate, clock: parts.clock)
                try await withCommandsDoor(operations, gate.forCommands) { commands in
                    try await front(operations, gate, on: port, certificate, commands: commands, [watch]).run()
                }
            }
            group.addTask {
                try await pulse.run()
                // Whoever is still being answered has had time enough.
                try await Task.sleep(for: Self.grace)
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    /// The server for everybody.
    private func front(
        _ operations: OperationRegistry,
        _ gate: ConsoleGate,
        on port: Int,
        _ certificate: CurrentCertificate? = nil,
        commands: Int? = nil,
        _ services: [any Service] = []
    ) -> some ApplicationProtocol {
        let (configuration, onListening) = (parts.configuration, onListening)
        return Application(
            router: router(operations, gate),
            server: ConsoleChannel.builder(configuration, certificate: certificate, seats: gate.seats),
            configuration: ApplicationConfiguration(
                address: .hostname(configuration.host, port: port),
                serverName: nil,
                backlog: ConsoleLimits.arriving,
                availableConnectionsDelegate: room(gate)
            ),
            services: APIRoutes(parts: parts, gate: gate, operations: operations).services + services,
            onServerRunning: { channel in
                await hurry(channel)
                let port = channel.localAddress?.port ?? port
                await onListening(ConsolePorts(front: port, commands: commands ?? port))
            },
            logger: parts.logger
        )
    }

    /// Runs a body beside a server without TLS for the commands of this machine, which have the key of this run.
    private func withCommandsDoor(
        _ operations: OperationRegistry, _ gate: ConsoleGate,
        _ body: @Sendable @escaping (_ port: Int) async throws -> Void
    ) async throws {
        let (ports, port) = AsyncStream<Int>.makeStream()
        let application = Application(
            router: router(operations, gate),
            server: ConsoleChannel.builder(parts.configuration, certificate: nil, seats: gate.seats),
            configuration: ApplicationConfiguration(
                address: .hostname("127.0.0.1", port: 0),
                serverName: nil,
                backlog: ConsoleLimits.arriving,
                availableConnectionsDelegate: room(gate)
            ),
            onServerRunning: { channel in
                await hurry(channel)
                port.yield(channel.localAddress?.port ?? 0)
            },
            logger: parts.logger
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                // A server that cannot start is no reason to wait.
                defer { port.finish() }
                try await application.run()
            }
            group.addTask {
                guard let port = await ports.first(where: { _ in true }) else { return }
                try await body(port)
            }
            // Both have their time to end in.
            try await group.waitForAll()
        }
    }

    /// Has a server accept many connections at once, so that a crowd of them is not waited for by the next one.
    private func hurry(_ channel: any Channel) async {
        do {
            try await channel.setOption(.maxMessagesPerRead, value: parts.configuration.acceptedAtOnce).get()
        } catch { parts.logger.warning("connections are accepted one by one: \(error)") }
    }

    private func room(_ gate: ConsoleGate) -> ConnectionRoom {
        ConnectionRoom(limit: parts.configuration.connections + ConsoleLimits.ending, metrics: gate.network)
    }

    /// How long requests may go on when the service is shut down.
    private static let grace = Duration.seconds(2)

    func routes() -> [Route] {
        let (nothing, _) = AsyncStream.makeStream(of: Message.self)
        return routes(OperationRegistry(parts: parts, messages: nothing), ConsoleGate(parts.configuration))
    }

    private func router(_ operations: OperationRegistry, _ gate: ConsoleGate) -> Router<ConsoleContext> {
        let router = ConsoleRouter.make(parts.web, gate, work)
        router.add(routes(operations, gate), behind: gate)
        router.add(middleware: UnknownPageMiddleware(parts.configuration))
        return router
    }

    private func routes(_ operations: OperationRegistry, _ gate: ConsoleGate) -> [Route] {
        APIRoutes(parts: parts, gate: gate, operations: operations).routes
            + RecorderRoutes(parts: parts, gate: gate).routes
            + PageRoutes(parts: parts.web, hasItem: { [parts] in try parts.hasItem(of: $0) }) { [parts] in
                try FinderRoutes(parts: parts, gate: gate).sheet($0)
            }.routes
    }
}
