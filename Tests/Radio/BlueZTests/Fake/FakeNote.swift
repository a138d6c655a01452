import BlueZ
import Synchronization

/// A file of leftovers in memory.
final class FakeNote: Sendable {
    private let contents: Mutex<[[String]]>

    init(_ lines: [String] = []) { contents = Mutex([lines]) }

    /// All that it has had in it, the latest last.
    var history: [[String]] { contents.withLock(\.self) }
    var lines: [String] { history.last ?? [] }

    var leftovers: Leftovers {
        Leftovers {
            self.lines
        } write: { lines in
            self.contents.withLock { $0.append(lines) }
        }
    }
}
