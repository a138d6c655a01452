import Foundation

/// What a run is made with.
struct Plan: Sendable {
    let seed: UInt64
    /// Positions a second, and for how many seconds.
    let rate: Int
    let seconds: Int
    /// How many trackers send them.
    let trackers: Int
    /// The command under test.
    let tagalong: String
    let isolation: Isolation
    /// Whether workers have three nodes of RabbitMQ and a replica of the database below them in all faults, and a fault
    /// lasts as long as it is said to.
    let isCluster: Bool
    /// Whether each fault comes only once, where more would show the same again.
    let isShort: Bool
    /// Where logs and databases are kept; nil for nowhere.
    let keep: String?

    /// The command in the directory of another.
    static func beside(_ program: String) -> String {
        URL(fileURLWithPath: program).resolvingSymlinksInPath().deletingLastPathComponent()
            .appendingPathComponent("tagalong").path
    }
}

/// What went otherwise than it must, in a sentence.
struct Trouble: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// Waits until a condition holds.
///
/// - Parameters:
///   - what: What is waited for, for the message.
///   - patience: After so many seconds without an end something is stuck; far more than a busy machine needs.
///   - condition: Asked again and again.
/// - Throws: ``Trouble`` when the patience is over.
func eventually(
    _ what: String,
    patience: Double = 120,
    _ condition: () async throws -> Bool
) async throws {
    let begin = ContinuousClock.now
    while try await !condition() {
        guard begin.duration(to: .now) < .seconds(patience) else {
            throw Trouble("not within \(Int(patience)) s: \(what)")
        }
        try await Task.sleep(for: .milliseconds(50))
    }
}
