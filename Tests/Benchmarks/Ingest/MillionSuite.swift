import Broker
import Foundation
import MQTT
import Messages
import Store
import Tracking

/// A million fixes of ten thousand trackers: memory, room on disk, and the way back.
struct MillionSuite {
    private let load: Load

    init(_ load: Load) { self.load = load }

    func run() async throws -> [Measurement] {
        let (fleet, count) = (load.amount(10_000, quick: 200), load.amount(1_000_000, quick: 5000))
        return try await withTemporaryDirectory { directory in
            var convoy = try Convoy(fleet, fixesEach: count / fleet, until: .wall)
            let broker = try await PrivateBroker.start(in: directory, isAnonymous: true, logger: .silent)
            let history = try HistorySubscriber(
                load.tagalong,
                broker.connection,
                first: convoy.owners.count,
                rest: count,
                in: directory
            )
            let publisher = try RawPublisher(port: broker.connection.port)
            try publisher.publish(Packets(convoy.phones()))
            try history.awaitFirst()
            for part in stride(from: 0, to: count, by: 100_000) {
                let messages = try convoy.next(min(100_000, count - part))
                try publisher.publish(Packets(messages))
                // The broker's queue shall not grow without bounds.
                try history.waitFor(convoy.owners.count + part + messages.count)
            }
            let status = history.child.status
            let (peak, resident) = (status.peak / 1e6, status.resident / 1e6)
            try history.finish()
            await broker.kill()
            return [
                Measurement("history's memory at its peak, \(count) fixes", peak, "MB", target: .atMost(120)),
                Measurement("  afterwards", resident, "MB"),
                Measurement("a fix on disk", size(history.store) / Double(count), "bytes", target: .atMost(34)),
            ] + (try await queries(history.store, convoy))
        }
    }

    private func size(_ path: String) -> Double {
        ["", "-wal"].map { suffix in
            let attributes = try? FileManager.default.attributesOfItem(atPath: path + suffix)
            return (attributes?[.size] as? NSNumber)?.doubleValue ?? 0
        }.reduce(0, +)
    }

    private func queries(_ path: String, _ convoy: Convoy) async throws -> [Measurement] {
        let reader = try Store(path: path, mode: .readOnly)
        let writer = try Store(path: path, mode: .readWrite(create: false))
        var rounds = Rounds()
        rounds.add("reader") { try latest(reader, convoy.trackers) }
        rounds.add("writer") { try latest(writer, convoy.trackers) }
        let results = try await rounds.run(load)
        return [("read only", "reader"), ("beside the writer", "writer")].map { what, trial in
            Measurement(
                "latest 10 of a million, \(what)",
                results[trial],
                "µs",
                target: .atMost(20)
            )
        }
    }

    /// Microseconds for the latest ten fixes of a tracker, all trackers in scattered order.
    private func latest(_ store: Store, _ trackers: [DeviceID]) throws -> Double {
        let count = load.amount(20_000, quick: 1000)
        let seconds = try Stopwatch.processorSeconds {
            for index in 0..<count {
                let fixes = try store.latest(of: trackers[index * 7919 % trackers.count], limit: 10)
                guard fixes.count == 10 else { throw WrongCount("latest fixes", expected: 10, found: fixes.count) }
            }
        }
        return seconds / Double(count) * 1e6
    }
}
