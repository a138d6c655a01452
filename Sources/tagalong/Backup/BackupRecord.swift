import Files
import Foundation
import Tracking

/// When a database was copied last, and where to: a line in a file beside it, for `tagalong doctor`.
struct BackupRecord: Hashable {
    let time: Timestamp
    let file: String

    init(time: Timestamp, file: String) { (self.time, self.file) = (time, file) }

    /// The record beside a database; nil when it was never copied, or is not known to have been.
    init?(beside store: String) {
        guard let text = try? String(contentsOfFile: Self.name(store), encoding: .utf8) else { return nil }
        let words = text.split(separator: " ", maxSplits: 1)
        guard words.count == 2, let milliseconds = Int64(words[0]) else { return nil }
        time = Timestamp(milliseconds: milliseconds)
        file = words[1].trimmingCharacters(in: .newlines)
    }

    /// Writes the record; one that cannot be written is no failure of the copy.
    func write(beside store: String) {
        let line = "\(time.milliseconds) \(file)\n"
        try? FileDraft.replace(Self.name(store), with: Array(line.utf8))
    }

    private static func name(_ store: String) -> String { store + ".backup" }
}
