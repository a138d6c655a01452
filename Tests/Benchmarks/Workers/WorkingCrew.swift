import Foundation
import Glibc
import MQTT
import ServerSupport
import Store

/// Workers that share a history in PostgreSQL, as one subscriber.
final class WorkingCrew: Subscriber {
    private let program: String
    private let broker: MQTTConfiguration
    private let store: String
    private let directory: String
    private let workers: Int
    private let (first, rest): (Int, Int)
    private var children: [Child] = []
    private var processorBefore = 0.0

    static let partitions = 64

    /// So many workers that know all owners, who are those of the first messages.
    init(
        _ program: String, _ broker: MQTTConfiguration, _ workers: Int, first: Int, rest: Int, store: String,
        in directory: String
    ) throws {
        (self.program, self.broker, self.store, self.directory) = (program, broker, store, directory)
        (self.workers, self.first, self.rest) = (workers, first, rest)
        try start(1, ["--strangers", "take"])
    }

    private func start(_ count: Int, _ options: [String] = []) throws {
        children = try (1...count).map { number in
            let arguments = [
                "history", "--broker", broker.description, "--store", store, "--log-level", "warning", "--partitions",
                "\(Self.partitions)", "--worker", "worker\(number)", "--data-dir", "\(directory)/worker\(number)",
            ]
            return try Child(program, arguments + options, home: directory, log: "\(directory)/worker\(number).log")
        }
    }

    /// When the owners are known, the workers begin that look for no others.
    func awaitFirst() throws {
        try waitFor("fixes stored", first) { try Store(path: store, mode: .readOnly).counters()[.stored] ?? 0 }
        stop()
        try start(workers, ["--strangers", "ignore"])
        try waitFor("partitions in touch with the broker", Self.partitions) {
            let partitions = try WorkOverview(path: store).partitions.filter { $0.isConnected && $0.unit != .strangers }
            let held = (1...workers).map { worker in partitions.count { $0.holder == "worker\(worker)" } }
            // As many by each, or one more: what is above that is still to move.
            return partitions.count - max(0, (held.max() ?? 0) - (held.min() ?? 0) - 1)
        }
        processorBefore = processor
    }

    private var processor: Double { children.map(\.status.processorSeconds).reduce(0, +) }

    func awaitAll() throws -> Double {
        let reader = try Store(path: store, mode: .readOnly)
        try waitFor("fixes stored", first + rest) { try reader.counters()[.stored] ?? 0 }
        return processor - processorBefore
    }

    /// Asks until there are so many, or nothing has changed for a minute.
    private func waitFor(_ what: String, _ count: Int, _ now: () throws -> Int) throws {
        var (found, since) = (-1, Stopwatch())
        while found < count {
            usleep(found < 0 ? 50_000 : 10_000)
            let number = (try? now()) ?? -1
            if number != found { since = Stopwatch() }
            found = number
            guard since.seconds < 60, children.allSatisfy(\.isRunning) else {
                throw WrongCount(what, expected: count, found: found)
            }
        }
    }

    private func stop() {
        for child in children { child.stop() }
        children = []
    }

    func finish() throws {
        stop()
        let store = try Store(path: store, mode: .readOnly)
        let fixes = try store.devices().map { try store.fixCount(of: $0.id) }.reduce(0, +)
        guard fixes == first + rest else {
            throw WrongCount("fixes in the store", expected: first + rest, found: fixes)
        }
    }
}
