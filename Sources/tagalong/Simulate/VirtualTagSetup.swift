import Air
import Logging
import MQTT
import Messages
import Rehearsal
import Simulation
import Tracking
import UnixSignals

/// What simulated trackers before a virtual adapter need.
struct VirtualTagSetup {
    let options: TagOptions
    let choice: BrokerChoice?
    private let topics: Topics
    private let modem: ModemChoice
    let isQuiet: Bool
    /// Where the first controller is, when they are none of the kernel's.
    let socket: String?
    private let logger: Logger

    init(_ command: Simulate, _ settings: CommandSettings) throws {
        options = command.tag
        choice = try BrokerChoice.given(command.broker, settings)
        topics = try command.topics.topics(settings)
        modem = ModemChoice(choice, settings)
        isQuiet = command.quiet
        socket = if case .hci(let path) = command.radio { path } else { nil }
        logger = Logger(part: "tag", level: settings.logLevel)
    }

    /// Plays a scenario with all its trackers, and returns what came of its expectations, nil where nothing was
    /// expected; SIGINT and SIGTERM unplug the adapter.
    func play(_ whole: Scenario, _ trace: TraceWriter?) async throws -> Played? {
        let clock = SystemUTCClock()
        let registry = try TagMemoryRegistry(path: options.bonds)
        let scenario = try await options.chooseAll(from: whole, registry)
        try checkChoices(in: scenario)
        let rehearsal = try LiveRehearsal(configuration(scenario), clock: clock, logger: logger, trace: trace)
        let (happenings, happen) = AsyncStream.makeStream(of: Happening.self)
        var casts: [VirtualAir.Cast] = []
        let start = clock.now
        for (index, tracker) in scenario.trackers.enumerated() {
            let lines = TagLines(isQuiet: isQuiet, name: tracker.id.text)
            let number = options.number(of: tracker)
            let tell: @Sendable (TagNews) -> Void = { news in
                lines.show(news)
                happen.yield(Happening(tag: TagID(index), news: news))
            }
            if let kind = tracker.kind {
                await rehearsal.takeTagOutside(index, tell: tell)
                casts.append(try keyed(tracker, kind, number, at: start) ?? .tag(kind, number))
            } else {
                let memory = await registry.memory(of: number)
                if let memory, let bound = memory.registration {
                    await rehearsal.restore(index, bound, memory.desired)
                }
                let server = await rehearsal.takeOutside(index, number: number, tell: tell)
                casts.append(.tracker(number, server, memory))
            }
        }
        let isHeld = try await expects(scenario, rehearsal)
        let air = VirtualAir(scenario, casts: casts, options, start: start)
        let adapters = try adapters(air)
        for (index, cast) in casts.enumerated() {
            guard case .tracker(_, let server, _) = cast, await !server.acceptsPairing else { continue }
            await Self.bind(TagID(index), true, adapters)
        }
        let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
        let numbers = Self.numbers(casts)
        let report: RunReport? = try await withThrowingTaskGroup(of: RunReport?.self) { group in
            group.addTask {
                for await _ in signals { break }
                return nil
            }
            for (tag, tracker) in zip(air.tags, scenario.trackers) {
                group.addTask {
                    await serve(tag, TagLines(isQuiet: isQuiet, name: tracker.id.text), adapters)
                    return nil
                }
            }
            group.addTask {
                for await happening in happenings { await Self.pass(happening, to: adapters) }
                return nil
            }
            let keyed = Self.keyed(casts)
            if !keyed.isEmpty {
                group.addTask {
                    await Self.follow(clock, keyed, adapters)
                    return nil
                }
            }
            group.addTask {
                try await run(rehearsal, air, scenario, adapters) {
                    try await registry.save(numbers, rehearsal, adapters)
                }
            }
            defer { group.cancelAll() }
            let report = try await group.next()
            group.cancelAll()
            do { try await group.waitForAll() } catch is CancellationError {}
            return report ?? nil
        }
        try await registry.save(numbers, rehearsal, adapters)
        await adapters.close()
        guard isHeld else { return nil }
        guard let report else { throw CommandFailure(.failure, "\(scenario.file): stopped before its end") }
        return Played(report: report, scenario: scenario)
    }

    /// Our trackers' numbers by their places.
    private static func numbers(_ casts: [VirtualAir.Cast]) -> [Int: TrackerNumber] {
        var numbers: [Int: TrackerNumber] = [:]
        for (index, cast) in casts.enumerated() {
            if case .tracker(let number, _, _) = cast { numbers[index] = number }
        }
        return numbers
    }

    /// Whether what the scenario expects can come: over a broker, and from trackers that have an owner.
    private func expects(_ scenario: Scenario, _ rehearsal: LiveRehearsal) async throws -> Bool {
        guard choice != nil, !scenario.expectations.isEmpty else { return false }
        let expected = Set(scenario.expectations.compactMap(\.tracker))
        for (index, tracker) in scenario.trackers.enumerated()
        where tracker.kind == nil && expected.contains(tracker.id) {
            if await rehearsal.isBound(index) { continue }
            TagLines(isQuiet: isQuiet, name: tracker.id.text).unpaired()
            return false
        }
        return true
    }

    private func adapters(_ air: VirtualAir) throws -> VirtualAdapters {
        do throws(VHCIError) {
            let trace = try options.trace.map { path throws(VHCIError) in
                try Air.TraceFile(path: path, start: air.start)
            }
            return try VirtualAdapters(air.airspace(options), trace: trace)
        } catch {
            if case .trace = error { throw CommandFailure(.badInput, "\(error)") }
            throw CommandFailure(.unreachable, "\(error)")
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
}
