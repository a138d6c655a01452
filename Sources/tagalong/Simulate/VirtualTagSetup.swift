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
    ///
    /// - Returns: What came of its expectations; nil where nothing was expected.
    func play(_ whole: Scenario, _ trace: TraceWriter?) async throws -> Played? {
        let clock = SystemUTCClock()
        let keeper = try TagMemoryKeeper(path: options.bonds)
        let scenario = try await options.chooseAll(from: whole, keeper)
        let rehearsal = try LiveRehearsal(configuration(scenario), clock: clock, logger: logger, trace: trace)
        let (happenings, happen) = AsyncStream.makeStream(of: Happening.self)
        var casts: [VirtualAir.Cast] = []
        for (index, tracker) in scenario.trackers.enumerated() {
            let lines = TagLines(isQuiet: isQuiet, name: tracker.id.text)
            let number = options.number(of: tracker)
            let tell: @Sendable (TagNews) -> Void = { news in
                lines.show(news)
                happen.yield(Happening(tag: TagID(index), news: news))
            }
            if let kind = tracker.kind {
                await rehearsal.takeTagOutside(index, tell: tell)
                casts.append(.tag(kind, number))
            } else {
                let memory = await keeper.memory(of: number)
                if let memory, let bound = memory.registration {
                    await rehearsal.restore(index, bound, memory.desired)
                }
                let server = await rehearsal.takeOutside(index, number: number, tell: tell)
                casts.append(.tracker(number, server, memory))
            }
        }
        let isHeld = try await expects(scenario, rehearsal)
        let air = VirtualAir(scenario, casts: casts, pairing: options.pairing, start: clock.now)
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
            group.addTask {
                try await run(rehearsal, air, scenario, adapters) { try await keeper.keep(numbers, rehearsal, adapters) }
            }
            defer { group.cancelAll() }
            let report = try await group.next()
            group.cancelAll()
            do { try await group.waitForAll() } catch is CancellationError {}
            return report ?? nil
        }
        try await keeper.keep(numbers, rehearsal, adapters)
        await adapters.close()
        guard isHeld else { return nil }
        guard let report else { throw CommandFailure(.failure, "\(scenario.file): stopped before its end") }
        return Played(report: report, scenario: scenario)
    }

    /// Our trackers' numbers by their places.
    private static func numbers(_ casts: [VirtualAir.Cast]) -> [Int: TrackerNumber] {
        var numbers: [Int: TrackerNumber] = [:]
        for (index, cast) in casts.enumerated() { if case .tracker(let number, _, _) = cast { numbers[index] = number } }
        return numbers
    }

    /// Whether what the scenario expects can come: over a broker, and from trackers that have an owner.
    private func expects(_ scenario: Scenario, _ rehearsal: LiveRehearsal) async throws -> Bool {
        guard choice != nil, !scenario.expectations.isEmpty else { return false }
        let expected = Set(scenario.expectations.map(\.tracker))
        for (index, tracker) in scenario.trackers.enumerated() where tracker.kind == nil && expected.contains(tracker.id) {
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
            return try VirtualAdapters(air.airspace(), trace: trace)
        } catch {
            if case .trace = error { throw CommandFailure(.badInput, "\(error)") }
            throw CommandFailure(.unreachable, "\(error)")
        }
    }

    /// What has become of a tag in its world.
    private struct Happening: Sendable {
        let tag: TagID
        let news: TagNews
    }

    private static func pass(_ happening: Happening, to adapters: VirtualAdapters) async {
        let tag = happening.tag
        let event: TagEvent
        switch happening.news {
        case .bound(let device): return await bind(tag, device != nil, adapters)
        case .pressed: event = .pressed
        case .owner(let isNear): event = .owner(isNear: isNear)
        case .battery(let percent): event = .battery(percent)
        case .mode, .ringing: return
        }
        await adapters.change { $0.happen(event, to: tag) }
    }

    /// Only a free tag takes another bond, and a freed one forgets those it had.
    private static func bind(_ tag: TagID, _ isBound: Bool, _ adapters: VirtualAdapters) async {
        // The central is to hear first that it is done.
        if !isBound { try? await Task.sleep(for: .seconds(3)) }
        await adapters.change { medium in
            medium.changeHost(of: tag) { hosted, now in
                hosted.host.acceptsPairing = !isBound
                if !isBound { hosted.host.bonds.removeAll() }
                return hosted.handle(TagEvent.owned(isBound), at: now)
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
        _ adapters: VirtualAdapters,
        keep: @escaping @Sendable () async throws -> Void
    ) async throws -> RunReport? {
        let (steps, step) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        return try await withThrowingTaskGroup(of: RunReport?.self) { group in
            group.addTask {
                defer { step.finish() }
                do { return try await rehearsal.run { _ in step.yield() } } catch let error as LiveRehearsal.Unreachable
                {
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
                    try await keep()
                }
                return nil
            }
            defer { group.cancelAll() }
            var report: RunReport?
            // Either's failure ends both.
            while let result = try await group.next() { report = result ?? report }
            return report
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
