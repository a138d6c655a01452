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
        let application = Application(
            router: try router(),
            configuration: ApplicationConfiguration(
                address: .hostname(configuration.host, port: configuration.port),
                serverName: nil
            ),
            onServerRunning: { channel in await onListening(channel.localAddress?.port ?? configuration.port) },
            logger: parts.logger
        )
        try await application.run()
    }

    private func router() throws -> Router<ConsoleContext> {
        let router = Router(context: ConsoleContext.self)
        router.add(middleware: ProblemMiddleware())
        let groups: [any ConsoleRoutes] = [
            HealthRoutes(parts: parts),
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
