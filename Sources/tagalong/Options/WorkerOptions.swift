import ArgumentParser
import Foundation
import Store
import Tracking

/// How several history services share the work.
struct WorkerOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Share the work with other workers in so many partitions, such as 64; needs a PostgreSQL store.",
            valueName: "n"
        )
    )
    var partitions: String?

    @Option(help: ArgumentHelp("Name of this worker among the others (default: the host's name).", valueName: "name"))
    var worker: String?

    @Option(
        help: ArgumentHelp(
            "Seconds after which a worker that says nothing loses its partitions (default: 10).", valueName: "s"
        )
    )
    var lease: String?

    @Option(
        help: ArgumentHelp(
            "Whether messages of owners whom nobody knows yet are stored, take or ignore (default: take).",
            valueName: "choice"
        ),
        completion: .list(["take", "ignore"])
    )
    var strangers: String?

    /// What a worker is told; nil where one service has all the work.
    ///
    /// - Throws: ``CommandFailure`` or ``SettingsError`` for bad input.
    func choice(_ settings: CommandSettings, households: Households) throws -> WorkerChoice? {
        let range = Partitioning.range
        let worker = try settings.value(.worker, flag: worker)
        let lease = try settings.value(.lease, flag: lease)
        let strangers = try settings.value(.strangers, flag: strangers)
        guard let given = try settings.value(.partitions, flag: partitions) else {
            if let first = worker ?? lease ?? strangers {
                throw CommandFailure(.badInput, "\(first.origin): of use only with --partitions")
            }
            return nil
        }
        let count = try given.read(expecting: "a number from \(range.lowerBound) to \(range.upperBound)") {
            Int($0).flatMap { range.contains($0) ? $0 : nil }
        }
        return WorkerChoice(
            origin: given.origin,
            partitioning: Partitioning(count: count, households: households),
            name: try worker?.read(expecting: Self.name) { (try? Name($0))?.text } ?? Self.hostName,
            lease: try lease?.read(expecting: "a number of seconds from 2 to 600") { text in
                Int64(text).flatMap { (2...600).contains($0) ? $0 * 1000 : nil }
            } ?? 10_000,
            takesStrangers: try strangers?.read(expecting: "take or ignore") { ["take": true, "ignore": false][$0] }
                ?? true
        )
    }

    private static let name = "a name of letters, digits, - and _"

    /// The host's name, as far as it makes a name.
    private static var hostName: String {
        let name = ProcessInfo.processInfo.hostName.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "-" }
        return (try? Name(String(name.prefix(64))))?.text ?? "worker"
    }
}

/// What one of several workers is told.
struct WorkerChoice {
    /// Where it was told.
    let origin: Given.Origin
    let partitioning: Partitioning
    let name: String
    /// Milliseconds.
    let lease: Int64
    let takesStrangers: Bool

    /// Where the workers of a store meet.
    ///
    /// - Throws: ``CommandFailure`` for a store that is no server's.
    func board(of store: StoreChoice, notifies: Bool) throws -> WorkBoard {
        guard store.isOnServer else {
            throw CommandFailure(
                .badInput,
                "\(origin): workers share a history in PostgreSQL, and \(store.path) is a file; "
                    + "give --store postgres://user@host/database"
            )
        }
        let instance = "\(name) \(ProcessInfo.processInfo.processIdentifier) \(UInt64.random(in: 0 ... .max))"
        return try WorkBoard(
            path: store.address,
            worker: name,
            partitioning: partitioning,
            takesStrangers: takesStrangers,
            notifies: notifies,
            lease: lease,
            instance: instance
        )
    }
}
