import Foundation
import Synchronization

/// Tells on a terminal, on standard error, how far something long has come; elsewhere it tells nothing.
final class ProgressMeter: Sendable {
    private let title: String
    private let write: (@Sendable (String) -> Void)?
    /// What stands on the line; nil for nothing.
    private let shown = Mutex<String?>(nil)

    /// Tells of what a title says, such as `Importing`.
    convenience init(_ title: String) {
        let write: @Sendable (String) -> Void = { text in try? Output.error.write(text) }
        self.init(title, write: isatty(STDERR_FILENO) == 1 ? write : nil)
    }

    init(_ title: String, write: (@Sendable (String) -> Void)?) { (self.title, self.write) = (title, write) }

    /// As a share of all there is to do.
    func show(_ done: Int, of all: Int) { show(": \(all > 0 ? min(done, all) * 100 / all : 100) %") }

    /// As a share of so many bytes, or how many there have been where nobody knows how many there are, as of a pipe.
    func show(bytes: Int, of all: Int?) {
        if let all { show(bytes, of: all) } else { show(": \(Phrases.bytes(bytes))") }
    }

    /// How many have been done of what nobody has counted.
    func show(_ count: Int, _ things: String) { show(": \(count) \(things)") }

    /// That it has begun, where nothing tells how far it is.
    func begin() { show(" …") }

    private func show(_ text: String) {
        guard let write else { return }
        shown.withLock { shown in
            if shown == text { return }
            shown = text
            write("\r\(title)\(text)\u{1B}[K")
        }
    }

    /// Takes the line away, for what is printed next.
    func end() {
        shown.withLock { shown in
            if shown != nil { write?("\r\u{1B}[K") }
            shown = nil
        }
    }
}
