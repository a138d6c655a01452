import Foundation
import Synchronization

/// What an attack has done so far, and whether it goes on.
final class AttackRecord: Sendable {
    private let counts = Mutex<[String: Int]>([:])
    private let isOver = Mutex(false)

    var goesOn: Bool { isOver.withLock { !$0 } }

    func end() { isOver.withLock { $0 = true } }

    func count(_ what: String) { counts.withLock { $0[what, default: 0] += 1 } }

    func number(of what: String) -> Int { counts.withLock { $0[what, default: 0] } }

    /// All of it, for the notes.
    var summary: String {
        counts.withLock { $0.sorted { $0.key < $1.key } }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
    }

    /// Lets an attacker rest, on a thread of its own: attacks last for seconds of the wall, as the load beside them does.
    func rest(_ seconds: Double) { Thread.sleep(forTimeInterval: seconds) }
}

/// Something that attacks until its record says that it is over.
protocol Attack: Sendable {
    var record: AttackRecord { get }

    func run() async
}
