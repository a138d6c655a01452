import Foundation
import Synchronization

/// Says on a terminal how far an evaluation is; elsewhere it says each part once.
final class EvaluationProgress: Sendable {
    private let count: Int
    private let done = Mutex(0)
    private let isTerminal = isatty(STDERR_FILENO) == 1
    private let title: String

    init(_ title: String, of count: Int) {
        (self.title, self.count) = (title, count)
        if !isTerminal { try? Output.error.write("\(title): \(count) \(count == 1 ? "run" : "runs")\n") }
    }

    func advance() {
        let done = done.withLock { done in
            done += 1
            return done
        }
        guard isTerminal else { return }
        try? Output.error.write(done == count ? "\r\u{1B}[K" : "\r\(title): \(done) of \(count)\u{1B}[K")
    }
}
