import Broker
import Glibc
import MQTT
import ServerSupport
import Store

/// How fast PostgreSQL takes in what 2,000 trackers publish, by one history service and by workers, beside a loop that
/// does nothing but write rows by COPY, and beside SQLite.
struct WorkersSuite {
    private let load: Load

    init(_ load: Load) { self.load = load }

    private enum Kind: String, CaseIterable { case counting, copying, sqlite, postgres, worker, two, steady }

    func run() async throws -> [Measurement] {
        let count = load.amount(100_000, quick: 3000)
        let fleet = load.amount(2000, quick: 100)
        let server = try await TestPostgres(isDurable: true)
        do {
            var rounds = Rounds()
            for kind in Kind.allCases {
                let count = kind == .steady ? count / 10 : count
                rounds.add(kind.rawValue) { try await ingest(kind, server, fleet: fleet, count: count) }
            }
            let results = try await rounds.run(load)
            await server.remove()
            return measurements(results, fleet)
        } catch {
            await server.remove()
            throw error
        }
    }

    private func ingest(
        _ kind: Kind, _ server: TestPostgres, fleet: Int, count: Int
    ) async throws -> [String: Double] {
        try await withTemporaryDirectory { directory in
            var convoy = try Convoy(fleet, fixesEach: count / fleet, until: .wall)
            let phones = try convoy.phones()
            let parts = kind == .steady ? count / Self.slice : 1
            let packets = (Packets(phones), try (0..<parts).map { _ in Packets(try convoy.next(count / parts)) })
            let broker = try await PrivateBroker.start(in: directory, isAnonymous: true, logger: .silent)
            let subscriber = try subscriber(kind, server, broker.connection, phones.count, count, in: directory)
            let publisher = try RawPublisher(port: broker.connection.port)
            try publisher.publish(packets.0)
            try subscriber.awaitFirst()
            let database = ProcessStatus(identifier: try server.identifier() ?? 0)
            let (watch, before) = (Stopwatch(), database.familySeconds)
            for (number, part) in packets.1.enumerated() {
                try publisher.publish(part)
                guard parts > 1 else { break }
                let rest = Double(number + 1) * Double(Self.slice) / Self.steadyRate - watch.seconds
                usleep(UInt32(max(0, rest * 1e6)))
            }
            let processor = try subscriber.awaitAll()
            let (rate, inDatabase) = (Double(count) / watch.seconds, database.familySeconds - before)
            try subscriber.finish()
            await broker.kill()
            let each = 1e6 / Double(count)
            return ["rate": rate, "processor": processor * each, "database": inDatabase * each]
        }
    }

    /// What comes evenly comes so fast, in messages a second, and so many at a time.
    private static let steadyRate = 1000.0
    private static let slice = 10

    private func subscriber(
        _ kind: Kind, _ server: TestPostgres, _ broker: MQTTConfiguration, _ first: Int, _ rest: Int,
        in directory: String
    ) throws -> any Subscriber {
        switch kind {
        case .counting: try CountingSubscriber(broker, first: first, rest: rest, in: directory)
        case .copying:
            try CountingSubscriber(broker, first: first, rest: rest, database: server.plainAddress, in: directory)
        case .sqlite: try HistorySubscriber(load.tagalong, broker, first: first, rest: rest, in: directory)
        case .postgres:
            try HistorySubscriber(
                load.tagalong, broker, first: first, rest: rest, store: server.address(), in: directory)
        case .worker, .two, .steady:
            try WorkingCrew(
                load.tagalong, broker, kind == .two ? 2 : 1, first: first, rest: rest, store: server.address(),
                in: directory)
        }
    }

    private func measurements(_ results: Rounds.Results, _ fleet: Int) -> [Measurement] {
        let limit = ("COPY in a bare subscriber", results["copying.rate"])
        let rows: [(Kind, String, Target?)] = [
            (.counting, "a bare subscriber", nil), (.sqlite, "a service on SQLite", nil),
            (.postgres, "a service on PostgreSQL", nil),
            (.worker, "a worker of \(WorkingCrew.partitions) partitions", .ratio(atLeast: 0.6)),
            (.two, "two workers", nil),
        ]
        return rows.flatMap { kind, name, target in
            let rate = Measurement(
                "\(fleet) trackers, \(name)", results["\(kind.rawValue).rate"], "messages/s", limit: limit,
                target: target)
            let processor = Measurement(
                "  its processor time", results["\(kind.rawValue).processor"], "µs a message",
                limit: (limit.0, results["copying.processor"]))
            let database = Measurement(
                "  the database's", results["\(kind.rawValue).database"], "µs a message",
                limit: (limit.0, results["copying.database"]))
            return kind == .counting || kind == .sqlite ? [rate, processor] : [rate, processor, database]
        } + [
            Measurement(
                "a worker at 1,000 messages/s: its processor time", results["steady.processor"], "µs a message"
            ),
            Measurement("  the database's", results["steady.database"], "µs a message"),
        ]
    }
}
