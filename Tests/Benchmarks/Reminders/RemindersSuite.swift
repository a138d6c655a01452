import ArgumentParser
import Foundation
import Messages
import Store
import Tracking

/// What reminders cost: beside the positions that wake them, in memory, and over HTTP.
struct RemindersSuite {
    private let load: Load

    init(_ load: Load) { self.load = load }

    /// Reminders of each person.
    private static let each = 10

    func run() async throws -> [Measurement] {
        try await withTemporaryDirectory { directory in
            let work = try await positions(directory)
            let sizes = try memory(directory)
            return work + sizes + (try await ReminderRequests(load: load, each: Self.each).run(directory))
        }
    }

    // MARK: - Positions

    private func positions(_ directory: String) async throws -> [Measurement] {
        let people = load.amount(1000, quick: 20)
        let town = try ReminderTown(people)
        let walk = town.walk(load.amount(50_000, quick: 1000))
        let definitions = try town.definitions(each: Self.each)
        var rounds = Rounds()
        for (trial, definitions) in [("with", definitions), ("without", [])] {
            rounds.add(trial) {
                // That it will rain is told to everybody.
                let told = definitions.isEmpty ? 0 : people
                return try microseconds(walk, of: town, definitions, atLeast: told, in: directory)
            }
        }
        rounds.add("decoded") {
            let seconds = try Stopwatch.processorSeconds {
                for (_, message) in walk { keep(try LocationMessage(decoding: message.payload)) }
            }
            return seconds / Double(walk.count) * 1e6
        }
        let results = try await rounds.run(load)
        let (with, without) = (results["with"], results["without"])
        let added = Samples(zip(with.values, without.values).map { $0 - $1 })
        let share = Samples(added.values.map { $0 / 1e6 * Double(ReminderTown.pace) * 100 })
        let name = "a position where each of \(people) people has \(Self.each) reminders"
        return [
            Measurement(name, with, "µs", limit: ("µs without reminders", without)),
            Measurement("  what reminders add", added, "µs", limit: ("µs, the position decoded", results["decoded"])),
            Measurement(
                "  that of \(ReminderTown.pace) positions a second", share, "% of a core", target: .atMost(5)
            ),
        ]
    }

    /// Microseconds of processor time that a position takes, with all that follows from it and that time brings meanwhile.
    private func microseconds(
        _ walk: [(time: Timestamp, message: Message)], of town: ReminderTown, _ definitions: [Message],
        atLeast least: Int, in directory: String
    ) throws -> Double {
        let path = "\(directory)/\(UUID().uuidString).sqlite"
        let store = try Store(path: path, mode: .readWrite(create: true), durability: .off)
        var history = try RemindedHistory(store, town, definitions)
        // A tenth of a second at a time, as a service takes in what has come meanwhile.
        let batch = ReminderTown.pace / 10
        let seconds = try Stopwatch.processorSeconds {
            for (number, first) in stride(from: 0, to: walk.count, by: batch).enumerated() {
                let part = walk[first..<min(walk.count, first + batch)]
                guard let now = part.last?.time else { continue }
                try history.take(part.map(\.message), at: now)
                if number % 10 == 9 { try history.tick(at: now) }
            }
        }
        guard history.told >= least else {
            throw WrongCount("reminders told", expected: least, found: history.told)
        }
        return seconds / Double(walk.count) * 1e6
    }

    // MARK: - Memory

    /// What a reminder adds: the difference between as many people with reminders and without, in processes of their
    /// own that go on where a database stands.
    private func memory(_ directory: String) throws -> [Measurement] {
        let people = load.amount(10_000, quick: 100)
        let town = try ReminderTown(people)
        load.say("  memory of \(people) people's reminders")
        let sizes = try [0, 1, Self.each].map { each in
            let path = "\(directory)/memory-\(each).sqlite"
            let store = try Store(path: path, mode: .readWrite(create: true), durability: .off)
            keep(try RemindedHistory(store, town, town.definitions(each: each)))
            return try size(of: path, people, directory)
        }
        return [(1, sizes[1]), (Self.each, sizes[2])].flatMap { each, size -> [Measurement] in
            let count = Double(people * each)
            return [
                Measurement(
                    "memory of a reminder, of \(people * each)", (size.allocated - sizes[0].allocated) / count / 1000,
                    "kB", target: .atMost(2)
                ),
                Measurement("  by what is resident", (size.resident - sizes[0].resident) / count, "bytes a reminder"),
            ]
        }
    }

    private func size(
        of path: String, _ people: Int, _ directory: String
    ) throws -> (allocated: Double, resident: Double) {
        let command = ResidentReminders.configuration.commandName ?? ""
        let child = try Child.ourselves([command, path, "\(people)"], in: directory)
        let words = child.line()?.split(separator: " ").compactMap { Double($0) } ?? []
        child.stop()
        guard words.count == 2 else { throw WrongCount("sizes told by a child", expected: 2, found: words.count) }
        return (words[0], words[1])
    }
}
