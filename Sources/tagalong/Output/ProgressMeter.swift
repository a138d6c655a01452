import Foundation
import Synchronization

/// Tells on a terminal, on standard error, how far something long has come; elsewhere it tells nothing.
///
/// Its line is taken away when it ends, and when a signal ends the process.
final class ProgressMeter: Sendable {
    private let title: String
    private let columns: @Sendable () -> Int
    private let write: (@Sendable (String) -> Void)?
    /// What stands on the line; nil for nothing.
    private let shown = Mutex<String?>(nil)

    /// Tells of what a title says, such as `Importing`, unless nobody wants to know.
    convenience init(_ title: String, isTold: Bool = true) {
        let isTold = isTold && isatty(STDERR_FILENO) == 1
        if isTold { StandingLine.guardAgainstSignals() }
        let write: @Sendable (String) -> Void = { text in try? Output.error.write(text) }
        self.init(title, columns: { Terminal.columns(of: STDERR_FILENO) }, write: isTold ? write : nil)
    }

    init(_ title: String, columns: @escaping @Sendable () -> Int = { 80 }, write: (@Sendable (String) -> Void)?) {
        (self.title, self.columns, self.write) = (title.printable, columns, write)
    }

    /// As a share of all there is to do.
    func show(_ done: Int, of all: Int) { show(": \(all > 0 ? min(done, all) * 100 / all : 100) %") }

    /// As a share of so many bytes, or how many there have been where nobody knows how many there are, as of a pipe.
    func show(bytes: Int, of all: Int?) {
        if let all { show(bytes, of: all) } else { show(": \(Phrases.bytes(bytes))") }
    }

    /// How many have been done of what nobody has counted.
    func show(_ count: Int, _ things: String) { show(": \(count) \(things)") }

    /// How much has been done, in whatever words.
    func show(amount: String) { show(": \(amount)") }

    /// That it has begun, where nothing tells how far it is.
    func begin() { show(" …") }

    private func show(_ words: @autoclosure () -> String) {
        // A simulation tells of each step, and most of them tell nobody.
        guard let write else { return }
        let text = words()
        shown.withLock { shown in
            if shown == text { return }
            shown = text
            StandingLine.isThere.store(true, ordering: .relaxed)
            write("\r\(line(text))\u{1B}[K")
        }
    }

    /// As much as fits on one line, the end of the title left out first.
    ///
    /// A terminal breaks a line that fills it, also where it is its echo of Ctrl-C, `^C`, that does.
    private func line(_ text: String) -> String {
        let room = max(1, columns() - 3)
        return String((title.prefix(max(0, room - text.count)) + text).prefix(room))
    }

    /// Takes the line away, for what is printed next.
    func end() {
        shown.withLock { shown in
            if shown != nil { write?(StandingLine.erasure) }
            shown = nil
            StandingLine.isThere.store(false, ordering: .relaxed)
        }
    }
}
