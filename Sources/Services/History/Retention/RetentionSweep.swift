import Store
import Tracking

/// How long fixes are kept, and the removal of older ones, in small steps between which batches are stored; also of what
/// was told of reminders.
struct RetentionSweep: Sendable {
    /// What holds for the devices that have no retention of their own.
    let usual: Retention
    private var own: [DeviceID: Retention] = [:]
    /// What is still to be done of the running pass; nil between two.
    private var pass: Pass?
    /// When the next pass begins; nil for at once.
    private var next: Timestamp?

    /// Milliseconds from the end of a pass to the next one: a fix goes at most so much later than it might.
    private static let every: Int64 = 3_600_000
    /// Milliseconds for which it is kept what was told of reminders, whatever holds for fixes: 365 days.
    private static let reminderEventsKept: Int64 = 365 * 86_400_000
    /// How much one step does: a few milliseconds, so that what arrives meanwhile hardly waits.
    private static let blocksAStep = 128
    private static let rowsAStep = 200
    private static let blocksReadAStep = 512
    private static let pagesAStep = 256

    init(_ usual: Retention) { self.usual = usual }

    mutating func load(from store: Store) throws {
        own = try store.retentions()
        pass = nil
        next = nil
    }

    /// How long the fixes of a device are kept, and whether that is its own.
    func retention(of device: DeviceID) -> (retention: Retention, isOwn: Bool) {
        own[device].map { ($0, true) } ?? (usual, false)
    }

    /// From when on fixes of a device are kept, by age; nil for ever.
    func start(of device: DeviceID, at now: Timestamp) -> Timestamp? {
        if own.isEmpty { return usual.start(at: now) }
        return retention(of: device).retention.start(at: now)
    }

    /// Goes by another retention of a device, or by the usual one, and begins anew at once.
    mutating func set(_ retention: Retention?, of device: DeviceID) {
        own[device] = retention
        pass = nil
        next = nil
    }

    mutating func remove(_ device: DeviceID) { own[device] = nil }

    /// One pass over all devices.
    private struct Pass: Sendable {
        /// Those still to come, the next one last.
        var waiting: [DeviceID]
        /// Whose reminders told something too long ago, the next one last.
        var reminding: [Name]
        var work: Work?
        var clearsQuarantine = true
    }

    /// The removal of one device's old fixes.
    private struct Work: Sendable {
        let device: DeviceID
        /// From when on fixes are kept, by age alone.
        let start: Timestamp?
        /// Finds from when on they are kept by count; nil without such a limit.
        var count: CountBack?
        /// How many are kept; nil for all.
        let fixes: Int?
        /// Whether the months that are out have been looked at.
        var hasMonths = true

        init(_ device: DeviceID, _ retention: Retention, at now: Timestamp) {
            self.device = device
            start = retention.start(at: now)
            count = retention.fixes.map { CountBack(keeping: $0) }
            fixes = retention.fixes
        }

        /// From when on fixes are kept; nil for ever.
        var cutoff: Timestamp? { [start, count?.cutoff].compactMap(\.self).max() }
    }

    /// Does one small step; answers with whether there is more to do at once, and with the messages of the outbox that
    /// have gone with their fixes.
    mutating func step(in store: Store, at now: Timestamp) throws -> (isBusy: Bool, unsaid: Set<String>) {
        if pass == nil {
            if let next, now < next, !next.isApart(2 * Self.every, from: now) { return (false, []) }
            let reminding = try store.ownersOfReminderEvents(before: Self.reminderEventsStart(at: now))
            let isLimited = usual != .forever || !own.isEmpty
            guard isLimited || !reminding.isEmpty else {
                next = now.advanced(by: .milliseconds(Self.every))
                return (false, [])
            }
            let devices = try isLimited ? store.devices().map(\.id) : []
            let limited = devices.filter { retention(of: $0).retention != .forever }
            pass = Pass(waiting: limited.reversed(), reminding: reminding.reversed())
        }
        guard var pass else { return (false, []) }
        // After a failure it begins anew, in a while.
        self.pass = nil
        next = now.advanced(by: .seconds(60))
        var unsaid: Set<String> = []
        let isDone = try step(&pass, in: store, at: now, &unsaid)
        self.pass = isDone ? nil : pass
        next = isDone ? now.advanced(by: .milliseconds(Self.every)) : nil
        return (!isDone, unsaid)
    }

    /// One step of a pass; true after the last.
    private func step(
        _ pass: inout Pass, in store: Store, at now: Timestamp, _ unsaid: inout Set<String>
    ) throws -> Bool {
        if var work = pass.work {
            pass.work = try step(&work, in: store, at: now, &unsaid) ? nil : work
        } else if let device = pass.waiting.popLast() {
            pass.work = Work(device, retention(of: device).retention, at: now)
        } else if let owner = pass.reminding.last {
            let isDone = try store.write { transaction in
                try transaction.expireReminderEvents(
                    of: owner, before: Self.reminderEventsStart(at: now), rows: Self.rowsAStep)
            }
            if isDone { pass.reminding.removeLast() }
        } else if pass.clearsQuarantine {
            // Refused messages belong to no device for certain: they go by what holds for all.
            let isClear = try usual.start(at: now).map { start in
                try store.write { try $0.expireQuarantine(before: start, rows: Self.rowsAStep) }
            }
            pass.clearsQuarantine = !(isClear ?? true)
        } else if try store.giveBack(pages: Self.pagesAStep) == 0 {
            // Only now is the file shorter.
            try store.checkpoint()
            return true
        }
        return false
    }

    /// From when on it is kept what was told of reminders.
    private static func reminderEventsStart(at now: Timestamp) -> Timestamp {
        Timestamp(milliseconds: now.milliseconds - reminderEventsKept)
    }

    /// One step for one device; true after the last.
    private func step(
        _ work: inout Work, in store: Store, at now: Timestamp, _ unsaid: inout Set<String>
    ) throws -> Bool {
        if work.hasMonths {
            work.hasMonths = false
            // Before the rows, as those are counted with them.
            if try store.hasMonthsOut(work.device) { try expireMonths(of: work, in: store, at: now) }
            return false
        }
        if var count = work.count, !count.isDone {
            try store.countBack(work.device, &count, blocks: Self.blocksReadAStep)
            work.count = count
            return false
        }
        guard let cutoff = work.cutoff else { return true }
        let device = work.device
        let (isDone, gone) = try store.write { transaction in
            let hasFixes = try !transaction.expire(device, before: cutoff, blocks: Self.blocksAStep)
            let hasEvents = try !transaction.expireEvents(of: device, before: cutoff, rows: Self.rowsAStep)
            // Last, as it goes by which alerts are left.
            let gone = try hasEvents ? [] : transaction.expireOutbox(of: device, before: cutoff, rows: Self.rowsAStep)
            return (!hasFixes && !hasEvents && gone.count < Self.rowsAStep, gone)
        }
        unsaid = Set(gone)
        return isDone
    }
}

extension RetentionSweep {
    /// Whole months go that are out; their objects are removed by whoever moves months.
    private func expireMonths(of work: Work, in store: Store, at now: Timestamp) throws {
        let (device, index) = (work.device, ArchiveNames.index(of: work.device))
        try store.write { transaction in
            _ = try transaction.expireMonths(
                of: device, before: work.start, keeping: work.fixes, index: index, at: now)
        }
    }
}

extension Retention {
    /// From when on fixes are kept, by age; nil for ever.
    fileprivate func start(at now: Timestamp) -> Timestamp? {
        age.map { Timestamp(milliseconds: now.milliseconds - $0) }
    }
}
