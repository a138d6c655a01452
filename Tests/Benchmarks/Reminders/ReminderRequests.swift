import Broker
import Foundation
import MQTT
import Store
import Tracking

/// The reminders of a town over HTTP, at an even pace.
struct ReminderRequests {
    let load: Load
    /// Reminders of each person.
    let each: Int

    private static let perSecond = 1000

    func run(_ directory: String) async throws -> [Measurement] {
        let people = load.amount(1000, quick: 20)
        let path = "\(directory)/requests.sqlite"
        try fill(path, people)
        let broker = try await PrivateBroker.start(in: directory, isAnonymous: true, logger: .silent)
        let console = try ConsoleChild(load.tagalong, broker.connection, path, in: directory)
        defer { console.child.stop() }
        let paths: [(trial: String, path: @Sendable (Int) -> String)] = [
            ("list", { "/api/v1/reminders?owner=person-\($0 % people)" }),
            ("one", { [each] in "/api/v1/reminders/person-\($0 % people)/reminder-\($0 / people % each)" }),
            ("health", { _ in "/health" }),
        ]
        // What it tells its broker of so many reminders at the start is no part of what is measured.
        let pace = SteadyRequests(port: console.port, perSecond: Self.perSecond)
        for (_, path) in paths { _ = try await pace.run(load.amount(2000, quick: 100), path) }
        var rounds = Rounds()
        for (trial, path) in paths { rounds.add(trial) { try await measure(path, console) } }
        rounds.add("all") {
            let client = try LoopbackSocket(port: console.port)
            let watch = Stopwatch()
            let status = try client.get("/api/v1/reminders?limit=500").status
            guard status == 200 else { throw WrongCount("status of all reminders", expected: 200, found: status) }
            return watch.seconds * 1000
        }
        let results = try await rounds.run(load)
        await broker.kill()
        return measurements(results, people)
    }

    /// Milliseconds for which half and 99 of 100 requests were waited for at most, and microseconds that the service
    /// computed for each.
    private func measure(
        _ path: @escaping @Sendable (Int) -> String, _ console: ConsoleChild
    ) async throws -> [String: Double] {
        let before = console.child.status.processorSeconds
        let count = load.amount(10_000, quick: 200)
        let delays = try await SteadyRequests(port: console.port, perSecond: Self.perSecond).run(count, path)
        let seconds = console.child.status.processorSeconds - before
        return [
            "p50": delays[count / 2], "p99": delays[min(count - 1, count * 99 / 100)],
            "processor": seconds / Double(count) * 1e6,
        ]
    }

    /// A database in which the reminders are, and how they stand.
    private func fill(_ path: String, _ people: Int) throws {
        let store = try Store(path: path, mode: .readWrite(create: true), durability: .off)
        let town = try ReminderTown(people)
        keep(try RemindedHistory(store, town, town.definitions(each: each)))
    }

    private func measurements(_ results: Rounds.Results, _ people: Int) -> [Measurement] {
        let pace = "\(Self.perSecond) requests a second"
        let rows = [
            ("list", "the \(each) reminders of a person, \(pace), median"), ("one", "a reminder, \(pace), median"),
        ]
        let paced = rows.flatMap { trial, name -> [Measurement] in
            let (half, most) = (results["\(trial).p50"], results["\(trial).p99"])
            return [
                Measurement(name, half, "ms", limit: ("ms, /health", results["health.p50"])),
                Measurement(
                    "  99 of 100", most, "ms", limit: ("ms, /health", results["health.p99"]), target: .atMost(50)
                ),
                Measurement(
                    "  processor time of the service", results["\(trial).processor"], "µs",
                    limit: ("µs, /health", results["health.processor"])
                ),
            ]
        }
        let all = Measurement("500 of all \(people * each) reminders, for an administrator", results["all"], "ms")
        return paced + [all]
    }
}
