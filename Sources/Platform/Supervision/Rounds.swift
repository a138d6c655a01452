internal import Synchronization

final class Rounds: Sendable {
    private struct State {
        var finished = 0
        var asked: String?
        var lines: [String] = []
    }

    private let state = Mutex(State())

    /// How many rounds have ended, in each of which every part has answered.
    var finished: Int { state.withLock(\.finished) }

    /// The part whose answer is awaited at this moment.
    var asked: String? { state.withLock(\.asked) }

    /// What the parts said in the last round, in one line.
    var summary: String { state.withLock { $0.lines.joined(separator: "; ") } }

    /// Asks every part, one after the other; does not end while one of them hangs.
    func run(_ vitals: [Vital]) async {
        var lines: [String] = []
        for vital in vitals {
            state.withLock { $0.asked = vital.name }
            if let line = await vital.answer() { lines.append(line) }
        }
        let said = lines
        state.withLock { state in
            state.finished += 1
            state.asked = nil
            state.lines = said
        }
    }
}
