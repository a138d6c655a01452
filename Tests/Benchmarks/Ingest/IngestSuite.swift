import Broker
import Foundation
import Logging
import MQTT
import Messages
import Store
import Tracking

/// How fast the history service takes in positions from a real broker, beside a subscriber that only counts.
struct IngestSuite {
    private let load: Load

    init(_ load: Load) { self.load = load }

    private enum Kind: String, CaseIterable { case counting, history }

    func run() async throws -> [Measurement] {
        let count = load.amount(100_000, quick: 3000)
        let fleets = load.isQuick ? [100] : [100, 10_000, 100_000]
        var rounds = Rounds()
        for fleet in fleets {
            for kind in Kind.allCases {
                rounds.add("\(kind.rawValue) \(fleet)") { try await ingest(kind, fleet: fleet, count: count) }
            }
        }
        let results = try await rounds.run(load)
        return fleets.flatMap { measurements($0, results) } + slowdown(results)
    }

    private func ingest(_ kind: Kind, fleet: Int, count: Int) async throws -> [String: Double] {
        try await withTemporaryDirectory { directory in
            var convoy = try Convoy(fleet, fixesEach: count / fleet, until: .wall)
            let phones = try convoy.phones()
            let messages = try convoy.next(count)
            let packets = (Packets(phones), Packets(messages))
            let broker = try await PrivateBroker.start(in: directory, isAnonymous: true, logger: .silent)
            let subscriber: any Subscriber =
                switch kind {
                case .counting:
                    try CountingSubscriber(broker.connection, first: phones.count, rest: count, in: directory)
                case .history:
                    try HistorySubscriber(
                        load.tagalong,
                        broker.connection,
                        first: phones.count,
                        rest: count,
                        in: directory
                    )
                }
            let publisher = try RawPublisher(port: broker.connection.port)
            try publisher.publish(packets.0)
            try subscriber.awaitFirst()
            let watch = Stopwatch()
            try publisher.publish(packets.1)
            let processor = try subscriber.awaitAll()
            let rate = Double(count) / watch.seconds
            try subscriber.finish()
            await broker.kill()
            let bytes = Double(messages.map(\.payload.count).reduce(0, +)) / Double(count)
            return ["rate": rate, "processor": processor / Double(count) * 1e6, "bytes": bytes]
        }
    }

    private func measurements(_ fleet: Int, _ results: Rounds.Results) -> [Measurement] {
        [
            Measurement(
                "ingest, QoS 1, \(fleet) trackers",
                results["history \(fleet).rate"],
                "messages/s",
                limit: ("bare subscriber", results["counting \(fleet).rate"]),
                target: .ratio(atLeast: fleet > 10_000 ? 0.7 : 1)
            ),
            Measurement(
                "  processor time of the service",
                results["history \(fleet).processor"],
                "µs a fix",
                limit: ("bare subscriber", results["counting \(fleet).processor"]),
                target: fleet > 10_000 ? nil : .atMost(15)
            ),
            Measurement("  payload", results["history \(fleet).bytes"], "bytes"),
        ]
    }

    private func slowdown(_ results: Rounds.Results) -> [Measurement] {
        guard !load.isQuick else { return [] }
        return [
            Measurement(
                "ingest, 10,000 trackers beside 100",
                results["history 10000.rate"],
                "messages/s",
                limit: ("with 100 trackers", results["history 100.rate"]),
                target: .ratio(atLeast: 0.9)
            )
        ]
    }
}

extension Timestamp {
    /// The time of day.
    static var wall: Timestamp { Timestamp(seconds: Date().timeIntervalSince1970) }
}

extension Logger {
    /// A logger that writes nothing.
    static var silent: Logger { Logger(label: "bench") { _ in SwiftLogNoOpLogHandler() } }
}
