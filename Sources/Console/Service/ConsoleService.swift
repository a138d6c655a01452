import History
import Hummingbird
import Logging
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
        let (configuration, onListening) = (parts.configuration, onListening)
        let application = Application(
            router: try router(),
            configuration: ApplicationConfiguration(
                address: .hostname(configuration.host, port: configuration.port),
                serverName: nil
            ),
            onServerRunning: { channel in await onListening(channel.localAddress?.port ?? configuration.port) },
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

    /// How long requests may go on when the service is shut down.
    private static let grace = Duration.seconds(2)

    /// Has the streams of events hear what does not come over the bus.
    private func follow() async {
        let (store, live) = (parts.store, parts.feed.live)
        await parts.feed.follow { try store.alerts(of: nil, limit: 500) }
        await parts.history.tellFixes { fixes in
            live.append(fixes.map { LiveEvent(kind: .fix, subject: .device($0.device), content: .fix($0)) })
        }
    }

    private func router() throws -> Router<ConsoleContext> {
        let router = Router(context: ConsoleContext.self)
        let requests = RequestMetrics()
        router.add(middleware: MetricsMiddleware(metrics: requests))
        router.add(middleware: ProblemMiddleware())
        let groups: [any ConsoleRoutes] = [
            HealthRoutes(parts: parts),
            ReadyRoutes(parts: parts),
            MetricsRoutes(parts: parts, requests: requests),
            EventsRoutes(parts: parts),
            DocumentRoutes(parts: parts, document: try OpenAPIDocument.standard()),
            RetentionRoutes(parts: parts),
            DeletionRoutes(parts: parts),
        ]
        for group in groups { group.add(to: router) }
        return router
    }
}

/// Routes that belong together.
protocol ConsoleRoutes {
    var parts: ConsoleParts { get }

    func add(to router: Router<ConsoleContext>)
}
