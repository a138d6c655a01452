import Air
import Bluetooth
import HostStack
import Logging
import MQTT
import Messages
import Rehearsal
import Simulation
import Tracking
import UnixSignals

/// What simulated trackers before a virtual adapter need.
struct VirtualTagSetup {
    private let options: TagOptions
    private let choice: BrokerChoice?
    private let topics: Topics
    private let isQuiet: Bool
    private let logger: Logger

    init(_ command: Simulate, _ settings: CommandSettings) throws {
        options = command.tag
        choice = try BrokerChoice.given(command.broker, settings)
        topics = try command.topics.topics(settings)
        isQuiet = command.quiet
        logger = Logger(part: "tag", level: settings.logLevel)
    }

    /// Plays a scenario with all its trackers; SIGINT and SIGTERM unplug the adapter.
    func play(_ scenario: Scenario) async throws {
        let clock = SystemUTCClock()
        let rehearsal = try LiveRehearsal(configuration(scenario), clock: clock, logger: logger)
        let (bindings, bind) = AsyncStream.makeStream(of: (tag: Int, isBound: Bool).self)
        var servers: [(number: TrackerNumber, server: TrackerServer)] = []
        for (index, tracker) in scenario.trackers.enumerated() {
            let lines = TagLines(isQuiet: isQuiet, name: tracker.id.text)
            let number = options.number(of: tracker)
            let server = await rehearsal.takeOutside(index, number: number) { news in
                lines.show(news)
                if case .bound(let device) = news { bind.yield((index, device != nil)) }
            }
            servers.append((number, server))
        }
        let air = VirtualAir(scenario, servers: servers, pairing: options.pairing, start: clock.now)
        let adapters = try adapters(air)
        for (index, part) in servers.enumerated() where await !part.server.acceptsPairing {
            bind.yield((index, true))
        }
        let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in signals { return } }
            for (tag, tracker) in zip(air.tags, scenario.trackers) {
                group.addTask { await serve(tag, TagLines(isQuiet: isQuiet, name: tracker.id.text), adapters) }
            }
            group.addTask { for await (tag, isBound) in bindings { await Self.bind(tag, isBound, adapters) } }
            group.addTask { try await run(rehearsal, air, scenario, adapters) }
            defer { group.cancelAll() }
            try await group.next()
            group.cancelAll()
            do { try await group.waitForAll() } catch is CancellationError {}
        }
        await adapters.close()
    }

    private func adapters(_ air: VirtualAir) throws -> VirtualAdapters {
        do throws(VHCIError) {
            let trace = try options.trace.map { path throws(VHCIError) in
                try Air.TraceFile(path: path, start: air.start)
            }
            return try VirtualAdapters(air.airspace(), trace: trace)
        } catch {
            if case .trace = error { throw CommandFailure(.badInput, "\(error)") }
            throw CommandFailure(.unreachable, "\(error)")
        }
    }

    /// Only a free tag takes another bond, and a freed one forgets those it had.
    private static func bind(_ tag: Int, _ isBound: Bool, _ adapters: VirtualAdapters) async {
        // The central is to hear first that it is done.
        if !isBound { try? await Task.sleep(for: .seconds(3)) }
        await adapters.change { medium in
            medium.changeHost(of: TagID(tag)) { hosted, _ in
                hosted.host.acceptsPairing = !isBound
                if !isBound { hosted.host.bonds.removeAll() }
                return []
            }
        }
    }

    private func serve(_ tag: VirtualTag, _ lines: TagLines, _ adapters: VirtualAdapters) async {
        let person = TagPerson(isAsked: options.pairing == .ask)
        await tag.run(on: adapters) { number in
            await person.confirms(number, shownBy: tag.address.address)
        } look: { event in
            lines.show(event)
        }
    }

    /// The adapter is there while the world moves, and each tag is as strong as the world has it.
    private func run(
        _ rehearsal: LiveRehearsal,
        _ air: VirtualAir,
        _ scenario: Scenario,
        _ adapters: VirtualAdapters
    ) async throws {
        let (steps, step) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { step.finish() }
                do { _ = try await rehearsal.run { _ in step.yield() } } catch let error as LiveRehearsal.Unreachable {
                    throw choice?.unreachable(because: error.description) ?? error
                }
            }
            group.addTask {
                var isOpen = false
                for await _ in steps {
                    let strengths = await rehearsal.strengths()
                    await adapters.change { $0.propagation = VirtualAir.propagation(strengths) }
                    // Before its first step no tracker is switched on.
                    if !isOpen { try await open(adapters, air, scenario, strengths) }
                    isOpen = true
                }
            }
            defer { group.cancelAll() }
            // Either's failure ends both.
            while try await group.next() != nil {}
        }
    }

    private func open(
        _ adapters: VirtualAdapters,
        _ air: VirtualAir,
        _ scenario: Scenario,
        _ strengths: [Int: Int]
    ) async throws {
        let indices: [UInt16]
        do { indices = try await adapters.open() } catch { throw CommandFailure(.unreachable, "\(error)") }
        let adapter = indices.first.map { "hci\($0)" } ?? "nothing"
        for (index, (tag, tracker)) in zip(air.tags, scenario.trackers).enumerated() {
            let strength = strengths[index].map { "\($0) dBm" } ?? "out of range"
            TagLines(isQuiet: isQuiet, name: tracker.id.text).placed(tag.address, before: adapter, strength)
        }
    }

    private func configuration(_ scenario: Scenario) -> LiveRehearsal.Configuration {
        guard let connection = choice?.connection else {
            return LiveRehearsal.Configuration(scenario: scenario, hasRadio: false, topics: topics, hasBroker: false)
        }
        var quiet = logger
        quiet.logLevel = max(logger.logLevel, .warning)
        return LiveRehearsal.Configuration(scenario: scenario, hasRadio: false, topics: topics) { [quiet] session in
            try MQTTClient(configuration: connection, session: session, logger: quiet)
        }
    }
}
