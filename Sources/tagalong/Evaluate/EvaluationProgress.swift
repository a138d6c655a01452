import Foundation
import Synchronization

/// Says on a terminal how far an evaluation is; elsewhere it says each part once.
final class EvaluationProgress: Sendable {
    private let count: Int
    private let done = Mutex(0)
    private let meter: ProgressMeter

    init(_ title: String, of count: Int) {
        self.count = count
        meter = ProgressMeter(title)
        if isatty(STDERR_FILENO) != 1 { try? Output.error.write("\(title): \(count) \(count == 1 ? "run" : "runs")\n") }
    }

    func advance() {
        done.withLock { done in
            done += 1
            if done == count { meter.end() } else { meter.show(amount: "\(done) of \(count)") }
        }
    }
}
