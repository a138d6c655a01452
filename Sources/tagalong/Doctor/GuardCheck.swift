import Foundation
import Guarding
import Tracking

/// Checks of the guards whose memory is in the data directory.
enum GuardCheck {
    /// Seconds without a word in its file after which a guard that runs is in trouble: it keeps what it knows each minute.
    private static let patience = 300.0

    /// What there is to say of each guard; nothing where none was ever started.
    static func findings(in directory: String, at now: Timestamp) -> [Finding] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        return Set(names.compactMap(owner)).sorted().map { owner in
            finding(of: owner, GuardFile(of: owner, in: directory), at: now)
        }
    }

    /// Whose file it is: that of the memory, or the lock beside it, as of a guard that could not keep anything yet.
    private static func owner(of name: String) -> Name? {
        let file = name.hasSuffix(".lock") ? name.dropLast(".lock".count) : name[...]
        guard file.hasPrefix("guard-"), file.hasSuffix(".json") else { return nil }
        return try? Name(file.dropFirst("guard-".count).dropLast(".json".count))
    }

    private static func finding(of owner: Name, _ file: GuardFile, at now: Timestamp) -> Finding {
        let subject = "guard \(owner)"
        let memory: GuardMemory
        do { memory = try file.read(for: owner) } catch {
            let remedy = "stop the guard, move the file away, and start it again: it begins anew"
            return Finding(subject: subject, verdict: .warning, detail: "\(error)", remedy: remedy)
        }
        guard WriterLock.announcement(for: file.path) != nil else {
            let until = memory.end.map { "; it has watched until \(Phrases.time($0))" } ?? ""
            return Finding(subject: subject, verdict: .note, detail: "does not run\(until)")
        }
        // It touched the lock when it began.
        let kept = [file.path, "\(file.path).lock"].compactMap(changed).max() ?? 0
        let rest = Double(now.milliseconds) / 1000 - kept
        guard rest > patience else {
            return Finding(subject: subject, verdict: .ok, detail: "runs, remembers in \(file.path)")
        }
        return Finding(
            subject: subject,
            verdict: .warning,
            detail: "runs, and has kept nothing in \(file.path) for \(Int(rest / 60)) min",
            remedy: "is the disk full? the guard's log says what is wrong"
        )
    }

    /// When a file was changed last, in seconds since 1970.
    private static func changed(_ path: String) -> Double? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return (attributes?[.modificationDate] as? Date)?.timeIntervalSince1970
    }
}
