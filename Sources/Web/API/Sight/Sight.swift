package import Access
package import Store
import Synchronization
package import Tracking
package import Web

/// Where things are, as one who asks may know it: the one place through which positions leave the console.
///
/// Who is told of a thing by area only gets the middle of a cell of ``AreaGrid`` and what does not say more, and it is
/// noted that one who is not its owner has looked.
package struct Sight: Sendable {
    package let viewer: Principal
    /// The address that the one who asks comes from.
    let source: String
    package let parts: ConsoleParts
    private let noted = Noted()
    /// What the reminders are about that were told.
    let memory = ReminderSubjects()

    /// What one request has looked at already.
    private final class Noted: Sendable { let seen = Mutex<Set<String>>([]) }

    init(_ viewer: Principal, source: String, parts: ConsoleParts) {
        (self.viewer, self.source, self.parts) = (viewer, source, parts)
    }

    // MARK: What was seen

    /// Notes once for each request that a device was looked at.
    func recordAccess(_ kind: AccessLogEntry.Kind, at device: DeviceID, from: Timestamp? = nil, to: Timestamp? = nil) {
        let isNew = noted.seen.withLock { $0.insert("\(kind.rawValue) \(device)").inserted }
        if isNew { recordAccessAgain(kind, at: device, from: from, to: to) }
    }

    func recordAccessAgain(
        _ kind: AccessLogEntry.Kind, at device: DeviceID, from: Timestamp? = nil, to: Timestamp? = nil
    ) {
        // A link is somebody else's way in, whoever made it.
        guard let account = viewer.account, account != device.owner || viewer.link != nil else { return }
        let now = parts.clock.now
        parts.looks.record(
            AccessLogEntry(
                viewer: account,
                token: viewer.token,
                link: viewer.link,
                device: device,
                kind: kind,
                source: source,
                first: now,
                last: now,
                from: from,
                to: to
            )
        )
    }

    // MARK: Fixes

    /// The fixes of a span of time, oldest first.
    func fixes(of device: DeviceID, from start: Timestamp, to end: Timestamp, limit: Int = .max) throws -> [StoredFix] {
        recordAccess(.history, at: device, from: start.known, to: end.known)
        return try parts.store.fixes(of: device, from: start, to: end, limit: limit).map(shown)
    }

    /// The fixes that match a search.
    ///
    /// - Throws: ``Problem`` for a search by place by who is told areas only: many of them would find the position.
    func fixes(of device: DeviceID, matching search: FixSearch) throws -> [StoredFix] {
        if search.region != nil, viewer.isByArea(device) { throw Problem.byAreaOnly }
        recordAccess(.history, at: device, from: search.from, to: search.to)
        return try parts.store.fixes(of: device, matching: search).map(shown)
    }

    /// The last fixes, newest first, of those that are never out; where a thing is now goes by the plausible ones, as its state does.
    package func latest(of device: DeviceID, limit: Int, as kind: AccessLogEntry.Kind) throws -> [StoredFix] {
        recordAccess(kind, at: device)
        let fixes = try parts.store.latest(of: device, limit: limit, isPlausible: kind == .lastPosition, reach: .store)
        // A doubted one is better than none, where retention has left no other.
        return try (fixes.isEmpty ? parts.store.latest(of: device, limit: limit, reach: .store) : fixes).map(shown)
    }

    func shown(_ fix: StoredFix) -> StoredFix { viewer.isByArea(fix.device) ? fix.byArea : fix }

    // MARK: Items

    /// All that is known of an item, as the viewer may see it.
    func shown(_ record: ItemRecord) -> ItemRecord {
        recordAccess(.lastPosition, at: record.id)
        return viewer.isByArea(record.id) ? record.byArea : record
    }

    /// Where an owner is, told beside items of the owner, for who may see one of the phones that tell it; nil for who may
    /// see none.
    ///
    /// - Throws: ``StoreError``.
    func shown(_ position: Position, of owner: Name, beside items: [DeviceID]) throws -> Position? {
        if viewer.mayAdminister { return position }
        let phones = try parts.store.devices(of: owner)
            .filter { $0.kind == .phone && viewer.may(.lastPosition, $0.id) }
        for phone in phones { recordAccess(.lastPosition, at: phone.id) }
        guard !phones.isEmpty else { return nil }
        // An exact one beside an area would say more of the thing than its area.
        let isExact = !items.contains(where: viewer.isByArea) && phones.contains { !viewer.isByArea($0.id) }
        return isExact ? position : position.byArea
    }
}

extension Timestamp {
    /// Nil for one that stands for no end.
    fileprivate var known: Timestamp? { [Int64.min, Int64.max].contains(milliseconds) ? nil : self }
}

extension ConsoleContext {
    /// What the one who asks may see.
    package func sight(_ parts: ConsoleParts) -> Sight { Sight(viewer, source: source, parts: parts) }
}
