import Hummingbird
import Logging
import NIOCore
public import ServiceLifecycle

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
        let book = OperationBook(parts: parts, messages: await parts.feed.messages())
        var application = Application(
            router: try router(book),
            configuration: ApplicationConfiguration(
                address: .hostname(configuration.host, port: configuration.port),
                serverName: nil
            ),
            onServerRunning: { channel in await onListening(channel.localAddress?.port ?? configuration.port) },
            logger: parts.logger
        )
        application.addServices(book)
        try await application.run()
    }

    private func router(_ book: OperationBook) throws -> Router<ConsoleContext> {
        let router = Router(context: ConsoleContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: ProblemMiddleware())
        let groups: [any ConsoleRoutes] = [
            HealthRoutes(parts: parts),
            ItemRoutes(parts: parts),
            PhotoRoutes(parts: parts),
            RuleRoutes(parts: parts),
            HistoryRoutes(parts: parts),
            AlertRoutes(parts: parts),
            OperationRoutes(parts: parts, book: book),
            GatewayRoutes(parts: parts, book: book),
            TrackerRoutes(parts: parts),
            ServerRoutes(parts: parts),
            DocumentRoutes(parts: parts, document: try OpenAPIDocument.standard()),
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
