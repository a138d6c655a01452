import Foundation
import Synchronization

/// The line of a ``ProgressMeter``, which a shell's prompt must not stand in when a signal has ended the process.
enum StandingLine {
    static let isThere = Atomic(false)
    static let erasure = "\r\u{1B}[K"

    /// Has Ctrl-C, SIGTERM and a terminal that is closed take the line away before they end the process as ever; signals
    /// that somebody waits for, or that are ignored, are left to that.
    static func guardAgainstSignals() {
        for number in [SIGINT, SIGTERM, SIGHUP] {
            // Nil is what ends the process.
            let former = signal(number, takeAway)
            if former != nil { _ = signal(number, former) }
        }
    }

    /// Calls nothing that a handler must not: no memory is taken, and no lock.
    private static let takeAway: @convention(c) (Int32) -> Void = { number in
        if isThere.load(ordering: .relaxed) {
            let bytes: StaticString = "\r\u{1B}[K"
            _ = unsafe write(STDERR_FILENO, bytes.utf8Start, bytes.utf8CodeUnitCount)
        }
        _ = signal(number, SIG_DFL)
        raise(number)
    }
}
