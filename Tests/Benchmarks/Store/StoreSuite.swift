import Foundation
import ServerSupport
import Store
import Tracking

/// The store by itself, with SQLite and with PostgreSQL, beside rows that COPY writes: what lasts when the power fails, a
/// transaction for each thousand fixes.
struct StoreSuite {
    private let load: Load

    init(_ load: Load) { self.load = load }

    private static let batch = 1000

    func run() async throws -> [Measurement] {
        let server = try await TestPostgres(isDurable: true)
        do {
            let measurements = try await withTemporaryDirectory { try await run(server, in: $0) }
            await server.remove()
            return measurements
        } catch {
            await server.remove()
            throw error
        }
    }

    private func run(_ server: TestPostgres, in directory: String) async throws -> [Measurement] {
        let count = load.amount(100_000, quick: 2000)
        let fleets = [100, 2000, 10_000].map { load.amount($0, quick: $0 / 20) }
        var rounds = Rounds()
        let bare = try BareCopy(server.plainAddress)
        rounds.add("COPY") {
            try rate(count) { for _ in 0..<(count / Self.batch) { try bare.store(Self.batch, of: fleets[1]) } }
        }
        for fleet in fleets {
            let stores = [
                ("PostgreSQL", try Store(path: server.address(), mode: .readWrite(create: true))),
                ("SQLite", try Store(path: "\(directory)/\(fleet).sqlite", mode: .readWrite(create: true))),
            ]
            for (engine, store) in stores {
                var source = try FixSource(fleet)
                // The first fix of each makes its rows.
                try insert(source.take(fleet), into: store)
                rounds.add("\(engine), \(fleet)") {
                    let fixes = try source.take(count)
                    let speed = try rate(count) { try insert(fixes, into: store) }
                    let stored = try store.fixCount(of: source.trackers[0])
                    let expected = Int(source.trackers.count) * stored
                    guard abs(expected - source.taken) <= source.trackers.count else {
                        throw WrongCount("fixes stored", expected: source.taken, found: expected)
                    }
                    return speed
                }
                if fleet == fleets[1] {
                    rounds.add("\(engine), latest") { try latest(store, source.trackers) }
                }
            }
        }
        try addLong(&rounds, server.address())
        let results = try await rounds.run(load)
        return measurements(results, fleets)
    }

    /// What was last of trackers with a long history.
    private func addLong(_ rounds: inout Rounds, _ address: String) throws {
        let count = load.amount(10_000_000, quick: 20_000)
        load.say("  \(count) fixes of \(Self.longFleet) trackers …")
        let store = try Store(path: address, mode: .readWrite(create: true))
        var source = try FixSource(Self.longFleet)
        for _ in 0..<(count / 10_000) { try insert(source.take(10_000), into: store) }
        rounds.add("PostgreSQL, long") { try latest(store, source.trackers) }
    }

    private static let longFleet = 100

    private func measurements(_ results: Rounds.Results, _ fleets: [Int]) -> [Measurement] {
        let copy = ("COPY of 1,000 rows", results["COPY"])
        return fleets.flatMap { fleet in
            [
                Measurement(
                    "PostgreSQL, \(fleet) trackers", results["PostgreSQL, \(fleet)"], "fixes/s", limit: copy
                ),
                Measurement("SQLite, \(fleet) trackers", results["SQLite, \(fleet)"], "fixes/s", limit: copy),
            ]
        } + [
            Measurement(
                "latest 10 of a tracker, PostgreSQL", results["PostgreSQL, latest"], "µs",
                limit: ("SQLite", results["SQLite, latest"]), target: .atMost(1000)
            ),
            Measurement(
                "latest 10 of 10 million, PostgreSQL", results["PostgreSQL, long"], "µs", target: .atMost(1000)
            ),
        ]
    }

    private func insert(_ fixes: [StoredFix], into store: Store) throws {
        for start in stride(from: 0, to: fixes.count, by: Self.batch) {
            try store.write { transaction in
                for fix in fixes[start..<min(start + Self.batch, fixes.count)] { _ = try transaction.insert(fix) }
            }
        }
    }

    /// Microseconds, by the clock: the server's part counts.
    private func latest(_ store: Store, _ trackers: [DeviceID]) throws -> Double {
        let count = load.amount(2000, quick: 100)
        let rate = try rate(count) {
            for index in 0..<count { keep(try store.latest(of: trackers[index * 7919 % trackers.count], limit: 10)) }
        }
        return 1e6 / rate
    }

    private func rate(_ count: Int, _ work: () throws -> Void) rethrows -> Double {
        let watch = Stopwatch()
        try work()
        return Double(count) / watch.seconds
    }
}
