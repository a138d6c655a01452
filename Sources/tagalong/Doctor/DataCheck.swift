import Foundation
import Store

/// Checks of what is kept on disk.
enum DataCheck {
    static func directory(_ path: String) -> Finding {
        let subject = "data directory"
        let manager = FileManager.default
        if manager.fileExists(atPath: path) {
            if manager.isWritableFile(atPath: path) { return Finding(subject: subject, verdict: .ok, detail: path) }
            let remedy = "make \(path) writable, or choose another directory with --data-dir"
            return Finding(subject: subject, verdict: .missing, detail: "\(path) cannot be written", remedy: remedy)
        }
        let parent = nearestParent(of: path)
        if manager.isWritableFile(atPath: parent) {
            return Finding(subject: subject, verdict: .ok, detail: "\(path) will be made at the first start")
        }
        return Finding(
            subject: subject,
            verdict: .missing,
            detail: "\(path) is not there, and nothing can be made in \(parent)",
            remedy: "choose another directory with --data-dir"
        )
    }

    static func database(_ choice: StoreChoice) -> Finding {
        let subject = "database"
        guard FileManager.default.fileExists(atPath: choice.path) else {
            return Finding(subject: subject, verdict: .note, detail: "\(choice.path) will be made at the first start")
        }
        do {
            let store = try Store(path: choice.path, mode: .readOnly)
            let damages = try store.damages()
            guard let first = damages.first else {
                let detail = "\(choice.path), schema version \(Store.schemaVersion), sound"
                return Finding(subject: subject, verdict: .ok, detail: detail)
            }
            return Finding(
                subject: subject,
                verdict: .missing,
                detail: "\(choice.path) is damaged: \(first)",
                remedy: "sqlite3 \(choice.path.quotedForShell) .recover | sqlite3 recovered.sqlite"
            )
        } catch {
            return Finding(
                subject: subject,
                verdict: .missing,
                detail: "\(error)",
                remedy: "move the file away, or choose another with --store"
            )
        }
    }

    /// What became of the positions; nothing before there is a database that can be read.
    static func positions(_ choice: StoreChoice) -> [Finding] {
        guard FileManager.default.fileExists(atPath: choice.path),
            let counters = try? Store(path: choice.path, mode: .readOnly).counters(),
            let sentence = IngestCounters(counters).sentence
        else { return [] }
        return [Finding(subject: "positions", verdict: .note, detail: sentence)]
    }

    private static func nearestParent(of path: String) -> String {
        var url = URL(fileURLWithPath: path)
        while !FileManager.default.fileExists(atPath: url.path), url.path != "/" { url.deleteLastPathComponent() }
        return url.path
    }
}
