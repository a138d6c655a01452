public import Bluetooth
public import Logging
public import Messages
public import ServiceLifecycle
public import Tracking

/// A gateway for real tags: radio, registry, bus and requests together.
public struct TagGateway: Service {
    /// The radio of the tags; lists what is in reach.
    public let tags: TagRadio
    private let service: GatewayService
    private let requests: RequestCoordinator

    /// A gateway that begins when it is run; that its tags come from a registry goes without saying.
    ///
    /// Trackers that are paired get gateway and topics of the core, and without an issuer the credentials of the settings;
    /// nobody else may read the radio's events; `connect` makes a client of a session, which runs once.
    ///
    /// - Throws: What `connect` throws.
    public init(
        core configuration: GatewayCore.Configuration,
        pairing settings: Pairing.Settings? = nil,
        credentials: (any CredentialIssuer)? = nil,
        radio: any Radio,
        library: ProfileLibrary,
        registry: RegistryFile,
        clock: any UTCClock,
        logger: Logger,
        connect: (BusSession) throws -> any Bus
    ) throws {
        var configuration = configuration
        configuration.usesRegistry = true
        var settings = settings ?? Pairing.Settings(gateway: configuration.id)
        settings.gateway = configuration.id
        settings.topics = configuration.topics
        let core = GatewayCore(configuration)
        let bus = try connect(core.session)
        let tags = TagRadio(
            radio: radio,
            library: library,
            registry: registry,
            configuration: TagRadio.Configuration(tellsAll: !configuration.formats.published.isEmpty),
            clock: clock,
            logger: logger
        )
        let service = GatewayService(core: core, radio: tags, bus: bus, clock: clock, logger: logger)
        let pairing = Pairing(
            over: tags,
            settings: settings,
            credentials: credentials,
            clock: clock,
            desired: { device in await service.desired(of: device) },
            publish: { message in try await bus.publish(message) }
        )
        requests = RequestCoordinator(tags: tags, pairing: pairing, clock: clock, logger: logger) { command, device in
            await service.command(command, to: device)
        }
        (self.tags, self.service) = (tags, service)
    }

    /// Whether it is connected to the broker; the answer comes from the gateway's own loop.
    public var isConnected: Bool { get async { await service.isConnected } }

    /// Runs until it is shut down: ends its links, and says goodbye.
    ///
    /// - Throws: What ends the bus.
    public func run() async throws {
        await service.answerRequests(by: requests)
        let outcome: Result<Void, any Error>
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await tags.run() }
                group.addTask { try await service.run() }
                try await group.next()
                try await group.next()
            }
            outcome = .success(())
        } catch { outcome = .failure(error) }
        await requests.close()
        try outcome.get()
    }
}
