import Archive
import Store

/// Checks of the object storage of old months.
enum ArchiveDiagnosis {
    /// Whether it answers, and can be written, as a small object shows that is removed again; nothing where none is set and
    /// no month is out.
    static func findings(_ settings: CommandSettings, _ store: StoreChoice) async -> [Finding] {
        do {
            guard let choice = try ArchiveChoice.read(nil, settings) else { return try unnamed(store) }
            return [await probe(choice)] + (try standing(choice, store))
        } catch {
            let remedy = "a service does not start with it; docs/archive.md has the settings"
            return [Finding(subject: "archive", verdict: .missing, detail: "\(error)", remedy: remedy)]
        }
    }

    private static func probe(_ choice: ArchiveChoice) async -> Finding {
        let (storage, name) = (choice.storage, "doctor-\(MonthMover.randomToken())")
        do {
            let bytes = Array("written by tagalong doctor\n".utf8)
            try await storage.put(name, bytes, type: "text/plain")
            let read = try await storage.get(name, limit: 1024)
            // For removing all of a device, and for a check.
            let listed = try await storage.list(name)
            try await storage.delete(name)
            guard read == bytes, listed.map(\.name) == [name] else {
                throw ArchiveError.differs(storage: "\(storage.address)", object: name)
            }
            return Finding(subject: "archive", verdict: .ok, detail: "\(storage.address) can be written and read")
        } catch {
            let remedy = "old months stay in the database meanwhile; docs/archive.md says what the keys must allow"
            return Finding(subject: "archive", verdict: .warning, detail: "\(error)", remedy: remedy)
        }
    }

    /// Whether months that are out are there, and what waits; nothing where nothing is out.
    private static func standing(_ choice: ArchiveChoice, _ store: StoreChoice) throws -> [Finding] {
        guard let history = try? store.openForReading() else { return [] }
        do { try choice.storage.expectPlace(of: history) } catch let error as ArchiveError {
            let remedy = "a service does not start with it; docs/archive.md has what to do when a bucket moves"
            return [Finding(subject: "archive", verdict: .missing, detail: "\(error)", remedy: remedy)]
        }
        let room = try history.archiveRoom()
        guard room.months > 0 || room.removals > 0 else { return [] }
        let detail = "\(room.months) months in \(room.bytes) bytes are out; \(room.removals) objects are to be removed"
        return [Finding(subject: "archive", verdict: .ok, detail: detail)]
    }

    private static func unnamed(_ choice: StoreChoice) throws -> [Finding] {
        guard let store = try? choice.openForReading() else { return [] }
        let remedy = "set archive in the configuration file, or TAGALONG_ARCHIVE"
        if let month = try store.monthsOut().first {
            let detail = "months of positions are in \(month.storage), and no archive is set"
            return [Finding(subject: "archive", verdict: .missing, detail: detail, remedy: remedy)]
        }
        let waiting = try store.archiveRoom().removals
        guard waiting > 0 else { return [] }
        let place = try store.archivePlace() ?? "object storage"
        let detail = "\(waiting) objects are to be removed from \(place), and no archive is set"
        return [Finding(subject: "archive", verdict: .warning, detail: detail, remedy: remedy)]
    }
}
