public import Store
public import Tracking

extension HistoryCore {
    /// Milliseconds from the end of a sweep to the next one: a fix goes at most so much later than it might.
    private static let sweepEvery: Int64 = 3_600_000
    /// How much one step does: a few milliseconds, so that what arrives meanwhile hardly waits.
    private static let blocksAStep = 128
    private static let rowsAStep = 200
    private static let blocksReadAStep = 512
    private static let pagesAStep = 256

    /// How long the fixes of a device are kept: what was told of it, else what holds for all.
    ///
    /// - Parameter device: Which.
    /// - Returns: The retention, and whether it is the device's own.
    public func retention(of device: DeviceID) -> (retention: Retention, isOwn: Bool) {
        keeping.own[device].map { ($0, true) } ?? (configuration.retention, false)
    }

    /// Tells how long the fixes of a device are kept; what is older goes soon.
    ///
    /// - Parameters:
    ///   - retention: How long; nil for as long as those of all devices.
    ///   - device: Which.
    ///   - now: The present moment.
    /// - Throws: ``StoreError``.
    public mutating func setRetention(_ retention: Retention?, of device: DeviceID, at now: Timestamp) throws {
        try store.write { try $0.setRetention(retention, of: device, at: now) }
        keeping.own[device] = retention
        (keeping.sweep, keeping.nextSweep) = (nil, nil)
    }

    /// From when on fixes of a device are kept, by age; nil for ever.
    func keptSince(_ device: DeviceID, at now: Timestamp) -> Timestamp? {
        if keeping.own.isEmpty { return configuration.retention.start(at: now) }
        return retention(of: device).retention.start(at: now)
    }

    /// Does one small step of removing what has been kept long enough.
    ///
    /// - Parameter now: The present moment.
    /// - Returns: Whether there is more to do at once.
    /// - Throws: ``StoreError``; then the sweep begins anew.
    public mutating func sweep(at now: Timestamp) throws -> Bool {
        if keeping.sweep == nil {
            if let next = keeping.nextSweep, now < next, !next.isApart(2 * Self.sweepEvery, from: now) { return false }
            guard configuration.retention != .forever || !keeping.own.isEmpty else { return false }
            let devices = try store.devices().map(\.id).filter { retention(of: $0).retention != .forever }
            keeping.sweep = Keeping.Sweep(waiting: devices.reversed())
        }
        guard var sweep = keeping.sweep else { return false }
        // After a failure it begins anew, in a while.
        keeping.sweep = nil
        keeping.nextSweep = now.advanced(by: .seconds(60))
        let isDone = try step(&sweep, at: now)
        keeping.sweep = isDone ? nil : sweep
        keeping.nextSweep = isDone ? now.advanced(by: .milliseconds(Self.sweepEvery)) : nil
        return !isDone
    }

    /// One step of a sweep; true after the last.
    private mutating func step(_ sweep: inout Keeping.Sweep, at now: Timestamp) throws -> Bool {
        if var work = sweep.work {
            sweep.work = try step(&work) ? nil : work
        } else if let device = sweep.waiting.popLast() {
            sweep.work = Keeping.Work(device, retention(of: device).retention, at: now)
        } else if sweep.clearsQuarantine {
            sweep.clearsQuarantine = try !clearQuarantine(at: now)
        } else {
            return try giveBack()
        }
        return false
    }

    /// One step for one device; true after the last.
    private mutating func step(_ work: inout Keeping.Work) throws -> Bool {
        if var count = work.count, !count.isDone {
            try store.countBack(work.device, &count, blocks: Self.blocksReadAStep)
            work.count = count
            return false
        }
        guard let cutoff = work.cutoff else { return true }
        let device = work.device
        let (isDone, unsaid) = try store.write { transaction in
            let hasFixes = try !transaction.expire(device, before: cutoff, blocks: Self.blocksAStep)
            let hasEvents = try !transaction.expireEvents(of: device, before: cutoff, rows: Self.rowsAStep)
            // Last, as it goes by which alerts are left.
            let unsaid = try hasEvents ? [] : transaction.expireOutbox(of: device, before: cutoff, rows: Self.rowsAStep)
            return (!hasFixes && !hasEvents && unsaid.count < Self.rowsAStep, unsaid)
        }
        if !unsaid.isEmpty { outbox.forget(Set(unsaid)) }
        return isDone
    }

    /// Refused messages belong to no device for certain: they go by what holds for all.
    private func clearQuarantine(at now: Timestamp) throws -> Bool {
        guard let start = configuration.retention.start(at: now) else { return true }
        return try store.write { try $0.expireQuarantine(before: start, rows: Self.rowsAStep) }
    }

    private func giveBack() throws -> Bool {
        if try store.giveBack(pages: Self.pagesAStep) > 0 { return false }
        // Only now is the file shorter.
        try store.checkpoint()
        return true
    }
}
