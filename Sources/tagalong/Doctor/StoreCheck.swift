import Foundation
import Store
import Tracking

/// Checks of a database that can be read.
struct StoreCheck {
    let store: Store
    /// Beside which the record of its backups lies.
    let files: String
    /// How long positions are kept of items of which nothing else is told.
    let common: Retention
    let now: Timestamp

    /// Whether the database is sound; `isFull` reads all of it.
    ///
    /// - Throws: ``StoreError``.
    func soundness(isFull: Bool) throws -> Finding {
        let damages = try isFull ? store.thoroughDamages() + store.findings() : store.damages()
        guard let first = damages.first else {
            let how = isFull ? "sound in every block" : "sound (--full reads every block)"
            let detail = "\(store.path), schema version \(Store.schemaVersion), \(how)"
            return Finding(subject: "database", verdict: .ok, detail: detail)
        }
        let more = damages.count > 1 ? ", and \(damages.count - 1) more" : ""
        return Finding(
            subject: "database",
            verdict: .missing,
            detail: "\(store.path) is damaged: \(first)\(more)",
            remedy: remedy
        )
    }

    private var remedy: String {
        let record = BackupRecord(beside: files)
        if store.isPostgres {
            let file = record?.file.quotedForShell ?? "FILE"
            return "tagalong store migrate \(file) ADDRESS, with a backup and the address of another schema"
        }
        return record.map { "tagalong restore \($0.file.quotedForShell)" }
            ?? "sqlite3 \(store.path.quotedForShell) .recover | sqlite3 recovered.sqlite"
    }

    /// What is in it, and how it is looked after.
    ///
    /// - Throws: ``StoreError``.
    func contents() throws -> [Finding] {
        let overview = try store.overview()
        let out = try store.monthsOut()
        let months = out.isEmpty ? [] : [Self.months(out)]
        return [positions(overview)] + months + [size(overview), try retention(), backup()]
    }

    private static func months(_ out: [MonthOut]) -> Finding {
        let fixes = out.reduce(0) { $0 + $1.fixes }
        let detail = "\(fixes) more in \(out.count) months in object storage"
        return Finding(subject: "old months", verdict: .ok, detail: detail)
    }

    private func positions(_ overview: StoreOverview) -> Finding {
        guard let oldest = overview.oldest, let newest = overview.newest else {
            return Finding(subject: "positions", verdict: .note, detail: "none is stored yet")
        }
        let detail = "\(overview.fixes), from \(Phrases.time(oldest)) to \(Phrases.time(newest))"
        return Finding(subject: "positions", verdict: .ok, detail: detail)
    }

    private func size(_ overview: StoreOverview) -> Finding {
        let log = (try? FileManager.default.attributesOfItem(atPath: store.path + "-wal")[.size] as? Int) ?? 0
        let unused = "\(Phrases.bytes(overview.unused)) of it unused"
        let detail = "\(Phrases.bytes(overview.size)), \(unused), log \(Phrases.bytes(log))"
        guard !overview.canShrink else { return Finding(subject: "size", verdict: .ok, detail: detail) }
        return Finding(
            subject: "size",
            verdict: .note,
            detail: detail + "; it was made by an early build and does not shrink by itself",
            remedy: "stop the history service, run 'tagalong compact' once, and start it again"
        )
    }

    private func retention() throws -> Finding {
        let own = try store.retentions()
        let detail = "\(common.phrase)\(own.isEmpty ? "" : ", otherwise for \(own.count) (tagalong keep lists them)")"
        return Finding(subject: "kept", verdict: .ok, detail: detail)
    }

    private func backup() -> Finding {
        let subject = "backup"
        let remedy = "tagalong backup FILE, best every day and on another disk"
        guard let record = BackupRecord(beside: files) else {
            return Finding(subject: subject, verdict: .note, detail: "none is known", remedy: remedy)
        }
        let detail = "\(Phrases.age(of: record.time, at: now)), \(record.file)"
        guard FileManager.default.fileExists(atPath: record.file) else {
            return Finding(subject: subject, verdict: .warning, detail: detail + ", is not there", remedy: remedy)
        }
        let isOld = now.milliseconds - record.time.milliseconds > 8 * 86_400_000
        return Finding(subject: subject, verdict: isOld ? .warning : .ok, detail: detail, remedy: isOld ? remedy : nil)
    }
}
