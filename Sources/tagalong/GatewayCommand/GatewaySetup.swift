import API
import Bluetooth
import Gateway
import Logging
import MQTT
import Messages
import Tracking

/// The gateway as this program runs it.
struct GatewaySetup: Sendable {
    let pairing: Pairing.Settings
    let phones: PhoneChoice
    let registry: RegistryFile
    let library: ProfileLibrary
    let radio: RadioSetup
    let carrier: Name?
    let place: Coordinate?
    let room: ItemName?
    let formats: ForeignFormats
    let logLevel: Logger.Level
    private let credentials: @Sendable (BrokerChoice) throws -> (any CredentialIssuer)?
    private let access: @Sendable (BrokerChoice) async throws -> Void

    init(
        _ options: GatewayOptions,
        _ foreign: ForeignOptions,
        _ radioOptions: RadioOptions,
        phones: PhoneChoice,
        topics: Topics,
        usesMonitorTap: Bool,
        _ settings: CommandSettings
    ) throws {
        pairing = try options.pairing(settings, topics)
        self.phones = phones
        (carrier, place) = try options.whereabouts(settings)
        room = try foreign.room(settings)
        let formats = try foreign.formats(settings)
        self.formats = formats
        registry = GatewayOptions.registry(settings)
        library = try radioOptions.library(settings)
        radio = try radioOptions.setup(settings, logLevel: settings.logLevel, usesMonitorTap: usesMonitorTap)
        logLevel = settings.logLevel
        let own = OwnBrokerChoice(settings, topics)
        credentials = { [pairing] in try PrivateBrokerIssuer(own, told: pairing, $0) }
        access = { try await ForeignAccess.allow(formats, own, $0) }
    }

    /// The radio and the gateway, in the order in which they need each other, not yet running.
    ///
    /// - Throws: ``CommandFailure`` when there is no Bluetooth, `RegistryError` or ``MQTTError``.
    func services(on choice: BrokerChoice) async throws -> ServiceSet {
        let connection = choice.connection
        // A registry that cannot be read is told now, and not by a gateway that serves nobody.
        _ = try registry.read()
        try await access(choice)
        let opened = try await radio.open(outlives: true, leftovers: "\(registry.path).connected")
        let clientLogger = Logger(part: "mqtt", level: logLevel)
        let logger = Logger(part: "gateway", level: logLevel)
        let gateway = try TagGateway(
            core: GatewayCore.Configuration(
                id: pairing.gateway,
                trackers: [],
                topics: pairing.topics,
                phones: phones,
                carrier: carrier,
                place: place,
                usesRegistry: true,
                room: room,
                formats: formats
            ),
            pairing: pairing,
            credentials: credentials(choice),
            radio: opened,
            library: library,
            registry: registry,
            clock: SystemUTCClock(),
            logger: logger
        ) { session in
            let client = try MQTTClient(configuration: connection, session: session, logger: clientLogger)
            return AnnouncedBus(bus: client, logger: logger)
        }
        return ServiceSet([opened, gateway], vitals: [.radio(opened), .gateway(gateway)])
    }

    /// The same beside services that go on where there is no Bluetooth: the gateway is tried again.
    func kept(on choice: BrokerChoice, _ board: PartBoard) -> ServiceSet {
        let keeper = PartKeeper(
            .gateway, "the gateway", on: board, logger: Logger(part: "gateway", level: logLevel)
        ) { try await services(on: choice) }
        return ServiceSet([keeper], vitals: [keeper.vital])
    }

    /// What the gateway is, in a line.
    var greeting: String {
        let count = (try? registry.read().entries.count) ?? 0
        return "Gateway   \(pairing.gateway)  (\(count) \(count == 1 ? "tag" : "tags") in \(registry.path))"
    }
}

/// A bus whose connections are told in the log.
struct AnnouncedBus: Bus {
    let bus: any Bus
    let logger: Logger

    var backlog: Int { bus.backlog }

    func run(_ handler: @escaping @Sendable (BusEvent) async throws -> Void) async throws {
        try await bus.run { event in
            if case .connected = event { logger.info("connected to the broker") }
            try await handler(event)
        }
    }

    func publish(_ message: Message) async throws(BusClosed) { try await bus.publish(message) }
    func drained() async throws { try await bus.drained() }
}
