import ArgumentParser
import History
import Messages
import Ranging
import Rehearsal
import Store
import Tracking

/// Does a piece of work some times, on one thread, without clocks, chance or sockets; for Valgrind.
struct CountedWork: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "counted-work", shouldDisplay: false)

    @Argument var work: Work
    /// Not at all is what has to be done for it anyway.
    @Argument var times: Int

    func run() throws { try work.run(times) }
}

/// What instructions are counted of.
enum Work: String, CaseIterable, ExpressibleByArgument {
    case decode, encode, fewTrackers, manyTrackers, newTrackers, unreminded, calm, woken, items, load, fleet, world
    case rest, recognise, range

    /// What a row says.
    var name: String {
        switch self {
        case .decode: "1,000 locations decoded"
        case .encode: "100 locations encoded"
        case .fewTrackers: "500 fixes of 10 trackers stored, without a broker"
        case .manyTrackers: "500 fixes of 500 trackers stored, without a broker"
        case .newTrackers: "the first fixes of 500 trackers stored, without a broker"
        case .unreminded: "500 positions of 50 people without reminders"
        case .calm: "500 positions of 50 people, which wake none of their 500 reminders"
        case .woken: "500 positions of 50 people, each of which wakes a reminder"
        case .items: "200 items read for a list"
        case .load: "a history of 200 items taken up at the start"
        case .fleet: "ten seconds of a simulated fleet of 20 at 1 Hz"
        case .world: "a minute of the world alone of 20 trackers at 1 Hz"
        case .rest: "a minute of the world alone of 20 trackers at default intervals"
        case .recognise: "4,000 advertisements recognised"
        case .range: "200 receptions taken in by a range filter"
        }
    }

    /// Prepares the work, and does it so many times.
    func run(_ times: Int) throws {
        switch self {
        case .decode:
            let payloads = try Self.payloads()
            try repeating(times) { for payload in payloads { keep(try LocationMessage(decoding: payload)) } }
        case .encode:
            let payloads = try Self.payloads()
            let locations = try payloads.map { try LocationMessage(decoding: $0) }
            repeating(times) { for location in locations.prefix(100) { keep(location.encoded()) } }
        case .fewTrackers: try Self.ingest(trackers: 10, times)
        case .manyTrackers: try Self.ingest(trackers: 500, times)
        case .newTrackers: try Self.ingest(trackers: 500, known: 0, times)
        case .unreminded: try Self.remind(ReminderTown(50), [], north: [0, 0], times)
        case .calm:
            let town = try ReminderTown(50)
            try Self.remind(town, town.definitions(each: 10), north: [0, 0], times)
        case .woken:
            let town = try ReminderTown(50)
            try Self.remind(town, town.streets(), north: [600, 0], tells: 250, times)
        case .items:
            let store = try Self.history(trackers: 200).store
            try repeating(times) {
                let found = try store.items().count
                guard found == 200 else { throw WrongCount("items", expected: 200, found: found) }
            }
        case .load:
            let store = try Self.history(trackers: 200).store
            try repeating(times) { keep(try HistoryCore(store: store)) }
        case .fleet:
            var rehearsal = try Rehearsal(BenchScenario.eachSecond.scenario(), fleet: 20, countsBytes: false)
            for step in 0..<10 * (1 + times) { try rehearsal.play(step: step) }
        case .world: try WorldAlone(BenchScenario.eachSecond.scenario(), fleet: 20).play(60 * (1 + times))
        case .rest: try WorldAlone(BenchScenario.asShipped.scenario(), fleet: 20).play(60 * (1 + times))
        case .recognise: if times > 0 { keep(try AdvertisementLoad().recognitionsPerSecond(500 * times)) }
        case .range:
            // The table of a motion is made with the first filter, which takes longer than two hundred receptions.
            keep(RangeFilter(model: ReceptionModel(), motion: .carried))
            if times > 0 { keep(RangeLoad(.carried).updatesPerSecond(200 * times)) }
        }
    }

    private func repeating(_ times: Int, _ body: () throws -> Void) rethrows {
        for _ in 0..<times { try body() }
    }

    /// Not of this moment: the same instructions at any time.
    private static let moment = Timestamp(milliseconds: 1_780_000_000_000)

    private static func convoy(_ trackers: Int) throws -> Convoy {
        try Convoy(trackers, fixesEach: 200, until: moment)
    }

    private static func payloads() throws -> [[UInt8]] {
        var convoy = try convoy(100)
        return try convoy.next(1000).map(\.payload)
    }

    /// Five hundred fixes each time, in batches of 250, as a broker hands them over.
    ///
    /// Making them takes four times as long as to store them, so it is done whether or not they are.
    private static func ingest(trackers: Int, known: Int? = nil, _ times: Int) throws {
        var (convoy, core, store) = try history(trackers: trackers, known: known)
        let batches = try (0..<2 * max(1, times)).map { _ in try convoy.next(250) }
        for batch in batches.prefix(2 * times) {
            keep(try core.ingest(batch, at: moment))
            keep(try core.tick(at: moment))
        }
        let stored = try store.counters()[.stored] ?? 0
        let expected = convoy.owners.count + (known ?? trackers) + 500 * times
        guard stored == expected else { throw WrongCount("fixes stored", expected: expected, found: stored) }
    }

    /// Ten positions of each of 50 people each time, ten seconds apart and by turns at one place and at another; of
    /// those that come in at the latter it is told.
    private static func remind(
        _ town: ReminderTown, _ definitions: [Message], north: [Double], tells: Int = 0, _ times: Int
    ) throws {
        var history = try RemindedHistory(Store.inMemory(), town, definitions)
        // What is there at the beginning is told, too.
        let before = history.told
        let rounds = (1...10 * max(1, times)).map { round in
            let now = ReminderTown.start.advanced(by: .seconds(10 * round))
            let place = north[(round - 1) % north.count]
            return (now, town.phones.indices.map { town.position(of: $0, north: place, at: now) })
        }
        for (now, messages) in rounds.prefix(10 * times) {
            try history.take(messages, at: now)
            try history.tick(at: now)
        }
        guard history.told - before == tells * times else {
            throw WrongCount("reminders told", expected: tells * times, found: history.told - before)
        }
    }

    /// A service that knows the phones, and of so many trackers, or each, the first fix.
    private static func history(
        trackers: Int, known: Int? = nil
    ) throws -> (convoy: Convoy, core: HistoryCore, store: Store) {
        let store = try Store.inMemory()
        var (convoy, core) = (try Self.convoy(trackers), try HistoryCore(store: store))
        keep(core.connected(at: moment))
        keep(try core.ingest(convoy.phones(), at: moment))
        keep(try core.ingest(convoy.next(known ?? trackers), at: moment))
        // Those have their turn of whom was not told at once.
        keep(try core.tick(at: moment))
        return (convoy, core, store)
    }
}
