import Air
import BlueZ
import Bluetooth
import Logging
import MQTT
import Messages
import Rehearsal
import Simulation
import SystemBus
import UnixSignals

/// What a simulated tracker on a real adapter needs.
struct TagSetup {
    private let adapter: String
    private let options: TagOptions
    private let choice: BrokerChoice?
    private let topics: Topics
    private let modem: ModemChoice
    private let isQuiet: Bool
    private let logger: Logger

    init(_ command: Simulate, _ settings: CommandSettings, adapter: String) throws {
        self.adapter = adapter
        options = command.tag
        choice = try BrokerChoice.given(command.broker, settings)
        topics = try command.topics.topics(settings)
        modem = ModemChoice(choice, settings)
        isQuiet = command.quiet
        logger = Logger(part: "tag", level: settings.logLevel)
    }

    /// Plays a scenario with one tracker; SIGINT and SIGTERM take it off the adapter.
    ///
    /// - Throws: ``CommandFailure`` that says why there is no Bluetooth, and what to do about it, or why it ended.
    func play(_ scenario: Scenario) async throws {
        let wanted = BluetoothAddress(adapter).map { "\($0)" } ?? adapter
        let radio = RadioSetup(adapters: [wanted], usesMonitorTap: false, logger: logger)
        if let trouble = await radio.trouble(needsPower: false) { throw trouble }
        let rehearsal = try LiveRehearsal(configuration(scenario), clock: SystemUTCClock(), logger: logger)
        let lines = TagLines(isQuiet: isQuiet)
        let (releases, release) = AsyncStream.makeStream(of: Void.self)
        let server = await rehearsal.takeOutside(number: options.number(of: scenario.trackers[0])) { news in
            lines.show(news)
            if news == .bound(nil) { release.yield() }
        }
        let peripheral = try await peripheral(server)
        let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in signals { return } }
            let bonds = BondRelease(peripheral: peripheral)
            group.addTask {
                for await event in peripheral.events {
                    lines.show(event)
                    if case .disconnected = event { await bonds.removeBonds() }
                }
            }
            group.addTask { for await _ in releases { await bonds.forgetSoon() } }
            group.addTask { try await run(rehearsal, peripheral) }
            defer { group.cancelAll() }
            try await group.next()
            await bonds.removeBonds()
            group.cancelAll()
            do { try await group.waitForAll() } catch is CancellationError {}
        }
    }

    /// The tag is on the air while its world moves.
    private func run(_ rehearsal: LiveRehearsal, _ peripheral: BlueZPeripheral) async throws {
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { start.finish() }
                do { _ = try await rehearsal.run { _ in start.yield() } } catch let error as LiveRehearsal.Unreachable {
                    throw choice?.unreachable(because: error.description) ?? error
                }
            }
            group.addTask {
                // Before its first step the tracker is not switched on.
                for await _ in started {
                    try await peripheral.run()
                    break
                }
            }
            try await group.next()
            group.cancelAll()
            try await group.waitForAll()
        }
    }

    private func configuration(_ scenario: Scenario) -> LiveRehearsal.Configuration {
        guard let connection = choice?.connection else {
            return LiveRehearsal.Configuration(scenario: scenario, hasRadio: false, topics: topics, hasBroker: false)
        }
        var quiet = logger
        quiet.logLevel = max(logger.logLevel, .warning)
        var configuration = LiveRehearsal.Configuration(scenario: scenario, hasRadio: false, topics: topics) {
            [quiet] session in
            try MQTTClient(configuration: connection, session: session, logger: quiet)
        }
        configuration.connectRegistered = { [quiet, modem] session, registration in
            try MQTTClient(configuration: modem.connection(of: registration), session: session, logger: quiet)
        }
        return configuration
    }

    private func peripheral(_ server: TrackerServer) async throws -> BlueZPeripheral {
        var configuration = PeripheralConfiguration(adapter: adapter, advertisement: server.advertisement.advertisement)
        configuration.pairing = options.pairing == .justWorks ? .justWorks : .compare
        let bus: SystemBus
        do { bus = try SystemBus() } catch { throw CommandFailure(.unreachable, "\(error)") }
        return try BlueZPeripheral(
            server,
            configuration: configuration,
            bus: bus,
            person: TagPerson(isAsked: options.pairing == .ask),
            acceptsPairing: { await server.acceptsPairing },
            logger: logger
        )
    }
}
