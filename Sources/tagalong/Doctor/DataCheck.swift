import Foundation
import Store
import Tracking

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

    /// What there is to say of the database; `isFull` reads all of it, and `common` is the retention of items of which
    /// nothing else is told.
    static func database(_ choice: StoreChoice, isFull: Bool, common: Retention, at now: Timestamp) -> [Finding] {
        let space = DiskSpace.finding(for: choice.files)
        do {
            guard try choice.isThere() else {
                let detail = "\(choice.path) will be made at the first start"
                return [Finding(subject: "database", verdict: .note, detail: detail), space]
            }
            let store = try choice.openForReading()
            let check = StoreCheck(store: store, files: choice.files, common: common, now: now)
            return try [check.soundness(isFull: isFull), space] + check.contents()
        } catch {
            let remedy =
                choice.isOnServer
                ? "see that the server runs and takes this address, or choose another with --store"
                : "move the file away, or choose another with --store"
            return [Finding(subject: "database", verdict: .missing, detail: "\(error)", remedy: remedy), space]
        }
    }

    /// What became of the positions; nothing before there is a database that can be read.
    static func positions(_ choice: StoreChoice) -> [Finding] {
        guard let isThere = try? choice.isThere(), isThere,
            let counters = try? choice.openForReading().counters(),
            let sentence = IngestCounters(counters).sentence
        else { return [] }
        return [Finding(subject: "received positions", verdict: .note, detail: sentence)]
    }

    private static func nearestParent(of path: String) -> String {
        var url = URL(fileURLWithPath: path)
        while !FileManager.default.fileExists(atPath: url.path), url.path != "/" { url.deleteLastPathComponent() }
        return url.path
    }
}

/// How much room there is for a database to grow.
enum DiskSpace {
    /// The log alone takes up to 80 MB.
    private static let little = 200_000_000

    static func finding(for path: String) -> Finding {
        let subject = "disk space"
        var url = URL(fileURLWithPath: path).deletingLastPathComponent()
        while !FileManager.default.fileExists(atPath: url.path), url.path != "/" { url.deleteLastPathComponent() }
        let found = try? FileManager.default.attributesOfFileSystem(forPath: url.path)[.systemFreeSize] as? NSNumber
        guard let free = found?.intValue else {
            return Finding(subject: subject, verdict: .note, detail: "\(url.path) does not say what is free")
        }
        let detail = "\(Phrases.bytes(free)) free in \(url.path)"
        if free >= little { return Finding(subject: subject, verdict: .ok, detail: detail) }
        let remedy = "free some space, or have old positions removed (tagalong keep ITEM --days 90)"
        return Finding(subject: subject, verdict: .warning, detail: "only \(detail)", remedy: remedy)
    }
}
