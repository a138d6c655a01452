import Glibc
import History
import Hummingbird
import HummingbirdCore
import Logging
import Messages
import NIOCore
public import ServiceLifecycle
import Store

/// The HTTP service: the interface for programs and the pages for people.
public struct ConsoleService: Service {
    private let parts: ConsoleParts
    private let onListening: @Sendable (_ port: Int) async -> Void

    /// A service that listens where its configuration says.
    ///
    /// - Parameters:
    ///   - parts: What it works with; their feed is a service of its own and runs beside.
    ///   - onListening: Called with the port once it listens.
    public init(parts: ConsoleParts, onListening: @escaping @Sendable (_ port: Int) async -> Void = { _ in }) {
        self.parts = parts
        self.onListening = onListening
    }

    /// Listens until it is shut down.
    ///
    /// - Throws: when the address cannot be listened on.
    public func run() async throws {
        do { try await listen(on: parts.configuration.port) } catch let error as IOError {
            guard error.errnoCode == EADDRINUSE, parts.configuration.mayMove else { throw error }
            try await listen(on: 0)
        }
    }

    private func listen(on port: Int) async throws {
        let (configuration, onListening) = (parts.configuration, onListening)
        let book = OperationBook(parts: parts, messages: await parts.feed.messages())
        let application = Application(
            router: try router(book),
            server: .http1(configuration: Self.patience(configuration.patience)),
            configuration: ApplicationConfiguration(
                address: .hostname(configuration.host, port: port),
                serverName: nil,
                availableConnectionsDelegate: .maximum(configuration.connections, logger: parts.logger)
            ),
            services: [book],
            onServerRunning: { channel in await onListening(channel.localAddress?.port ?? port) },
            logger: parts.logger
        )
        await follow()
        let pulse = LivePulse(hub: parts.feed.live, interval: configuration.heartbeat)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await application.run() }
            group.addTask {
                try await pulse.run()
                // Whoever is still being answered has had time enough.
                try await Task.sleep(for: Self.grace)
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    /// A client that is idle, or slow with its headers, is sent away; and nobody needs long headers here.
    private static func patience(_ seconds: Int) -> HTTP1Channel.Configuration {
        HTTP1Channel.Configuration(
            idleTimeout: .seconds(Int64(seconds)),
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: 16_384,
                maxHeaderListSize: 32_768,
                maxHeaderFieldCount: 100
            )
        )
    }

    /// How long requests may go on when the service is shut down.
    private static let grace = Duration.seconds(2)

    /// Has the streams of events hear what does not come over the bus.
    private func follow() async {
        let (store, live) = (parts.store, parts.feed.live)
        await parts.feed.follow { try store.alerts(of: nil, limit: 500) }
        await parts.history.tellFixes { fixes in
            live.append(fixes.map { LiveEvent(kind: .fix, subject: .device($0.device), content: .fix($0)) })
        }
        let topics = parts.configuration.topics
        await parts.history.tellStates { states in
            live.tell(states.compactMap { LiveEvent($0, topics) })
        } while: {
            live.hasReaders
        }
    }

    /// What is served, such as `GET /health`.
    package func routes() throws -> [String] {
        let (nothing, _) = AsyncStream.makeStream(of: Message.self)
        let router = try router(OperationBook(parts: parts, messages: nothing))
        return router.routes.map { "\($0.method.rawValue) \($0.path)" }
    }

    private func router(_ book: OperationBook) throws -> Router<ConsoleContext> {
        let router = Router(context: ConsoleContext.self, options: .autoGenerateHeadEndpoints)
        let requests = RequestMetrics()
        router.add(middleware: MetricsMiddleware(metrics: requests))
        router.add(middleware: SecurityHeaders())
        router.add(middleware: ProblemMiddleware())
        router.add(middleware: OriginMiddleware(policy: OriginPolicy(allowed: parts.configuration.allowedOrigins)))
        router.add(middleware: AccessMiddleware(parts: parts))
        let groups: [any ConsoleRoutes] = [
            HealthRoutes(parts: parts),
            SessionRoutes(parts: parts),
            PasscodeRoutes(parts: parts),
            PasskeyRoutes(parts: parts),
            RecorderRoutes(parts: parts),
            PostRoutes(parts: parts),
            ReadyRoutes(parts: parts),
            MetricsRoutes(parts: parts, requests: requests, book: book),
            EventsRoutes(parts: parts),
            ItemRoutes(parts: parts),
            PhotoRoutes(parts: parts),
            RuleRoutes(parts: parts),
            HistoryRoutes(parts: parts),
            AlertRoutes(parts: parts),
            OperationRoutes(parts: parts, book: book),
            GatewayRoutes(parts: parts, book: book),
            TrackerRoutes(parts: parts),
            ServerRoutes(parts: parts),
            PageRoutes(parts: parts),
            ScenarioRoutes(parts: parts),
            DocumentRoutes(parts: parts, document: try OpenAPIDocument.standard()),
            RetentionRoutes(parts: parts),
            ImportRoutes(parts: parts),
            DeletionRoutes(parts: parts),
        ]
        for group in groups { group.add(to: router) }
        router.add(middleware: MethodMiddleware(router))
        return router
    }
}

/// Routes that belong together.
protocol ConsoleRoutes {
    var parts: ConsoleParts { get }

    func add(to router: Router<ConsoleContext>)
}
