import Glibc
import MQTT
import Store
import Tracking

/// Somebody who takes in what is published: the history service, or one who only counts.
protocol Subscriber {
    /// Returns when the first messages, the phones', have come.
    func awaitFirst() throws
    /// Returns when all have come, with the processor time that they took.
    func awaitAll() throws -> Double
    /// Checks that everything is there, once.
    func finish() throws
}

/// A child process that counts, and writes rows by COPY where it is given a database.
struct CountingSubscriber: Subscriber {
    private let child: Child

    init(
        _ broker: MQTTConfiguration, first: Int, rest: Int, database: String? = nil, in directory: String
    ) throws {
        let arguments = ["count-messages", "\(broker.port)", "\(first)", "\(rest)"]
        child = try Child.ourselves(arguments + (database.map { [$0] } ?? []), in: directory)
        guard child.line() == "subscribed" else { throw WrongCount("subscriptions", expected: 1, found: 0) }
    }

    func awaitFirst() throws {
        guard child.line() == "ready" else { throw WrongCount("first messages", expected: 1, found: 0) }
    }

    func awaitAll() throws -> Double { child.line().flatMap { Double($0) } ?? .nan }
    func finish() { child.stop() }
}

/// `tagalong history` on a database of its own.
final class HistorySubscriber: Subscriber {
    let child: Child
    /// The address of its database.
    let store: String
    private let first: Int
    private let rest: Int
    private var reader: Store?
    private var processorBefore = 0.0

    /// One on SQLite, unless it is given another store.
    init(
        _ program: String, _ broker: MQTTConfiguration, first: Int, rest: Int, store: String? = nil,
        in directory: String
    ) throws {
        self.store = store ?? "\(directory)/history.sqlite"
        (self.first, self.rest) = (first, rest)
        let arguments = ["history", "--broker", broker.description, "--store", self.store, "--log-level", "warning"]
        child = try Child(program, arguments, home: directory, log: "\(directory)/history.log")
    }

    func awaitFirst() throws {
        try waitFor(first)
        processorBefore = child.status.processorSeconds
    }

    func awaitAll() throws -> Double {
        try waitFor(first + rest)
        return child.status.processorSeconds - processorBefore
    }

    /// Looks into the database until it holds so many fixes, or nothing more has come for ten seconds.
    func waitFor(_ count: Int) throws {
        var (found, since) = (-1, Stopwatch())
        while found < count {
            usleep(found < 0 ? 50_000 : 10_000)
            let now = try stored()
            if now != found { since = Stopwatch() }
            found = now
            guard since.seconds < 10, child.isRunning else {
                throw WrongCount("fixes in the store", expected: count, found: found)
            }
        }
    }

    private func stored() throws -> Int {
        if reader == nil { reader = try? Store(path: store, mode: .readOnly) }
        return try reader?.counters()[.stored] ?? 0
    }

    func finish() throws {
        // The last to close the database tidies up, and that shall be the service.
        reader = nil
        child.stop()
        let store = try Store(path: store, mode: .readOnly)
        let fixes = try store.devices().map { try store.fixCount(of: $0.id) }.reduce(0, +)
        guard fixes == first + rest else {
            throw WrongCount("fixes in the store", expected: first + rest, found: fixes)
        }
    }
}
