import Tracking

/// When the satellite receiver runs, and what stands in for it while it rests.
extension Firmware {
    /// Whether the receiver is needed.
    mutating func wantsReceiver(at now: Timestamp) -> Bool {
        guard life == .active else { return false }
        guard let saving = parameters.saving, reportEvery > saving.alwaysUpTo else { return true }
        if !asked.isEmpty { return true }
        giveUp(saving, at: now)
        if let until = receiver.restsUntil, now < until { return false }
        if receiver.isWanted || isReportNear(saving, at: now) { return true }
        return needsLook(at: now)
    }

    /// Ends a search that has lasted too long: there is no sky.
    private mutating func giveUp(_ saving: PowerSaving, at now: Timestamp) {
        guard gnssOn, let since = receiver.since, noFixSince != nil else { return }
        guard now.seconds - max(since, lastFix?.time ?? since).seconds >= Double(parameters.gnssTimeout) else { return }
        receiver.isWanted = false
        receiver.restsUntil = now.advanced(by: .seconds(isMoving ? saving.restMoving : saving.restStill))
    }

    /// Whether a report is due as soon as the receiver can have a fix, and the tracker cannot make it without.
    private func isReportNear(_ saving: PowerSaving, at now: Timestamp) -> Bool {
        guard let lastReport else { return true }
        if holds(at: now) { return false }
        let isHot = lastFix.map { now.seconds - $0.time.seconds < Double(saving.hotFor) } ?? false
        let lead = isHot ? saving.hotStart : saving.coldStart
        return now.milliseconds - lastReport.milliseconds >= Int64(interval(at: now) - lead) * 1000
    }

    /// Whether the mode has become doubtful only for the way that the tracker has gone since its fix.
    private mutating func needsLook(at now: Timestamp) -> Bool {
        guard desired.mode == .auto, isMoving, let gap = gap(at: now), gap.gone > 0, gap.gone >= gap.settled,
            let probability = probabilityBeyond(at: now)
        else { return false }
        return probability > 1 - Self.surety && probability < Self.surety
    }

    /// Whether the last position is still the tracker's: it lies still and hears that its owner is near.
    func holds(at now: Timestamp) -> Bool {
        guard let saving = parameters.saving, mode == .bluetooth, !isMoving, fixLeap.doubt < 1, noFixSince == nil,
            let lastFix, let stillSince, lastFix.time >= stillSince,
            now.seconds - lastFix.time.seconds < Double(saving.holdFor), let signal
        else { return false }
        let odds = signal.oddsBeyond(parameters.signal, at: now)
        return odds <= (1 - Self.surety) / Self.surety
    }

    /// What a saving tracker does with time while its receiver rests or searches: weighs its mode anew, and reports the
    /// place in which it lies.
    mutating func passSavingTime(at now: Timestamp) {
        guard parameters.saving != nil, life == .active, mode != .off else { return }
        if chooseMode(at: now) { (receiver.isWanted, receiver.isChanged) = (true, true) }
        guard holds(at: now), var fix = lastFix, let lastReport,
            now.milliseconds - lastReport.milliseconds >= Int64(reportEvery) * 1000
        else { return }
        fix.time = now
        reportOnTime(fix, .gnss, at: now)
    }

    /// Movement wakes the receiver, but not at every step of a walk.
    mutating func felt(moving: Bool, at now: Timestamp) {
        guard parameters.saving != nil, moving != isMoving else { return }
        isMoving = moving
        stillSince = moving ? nil : now
        guard moving, let saving = parameters.saving else { return }
        if let until = receiver.restsUntil {
            receiver.restsUntil = min(until, now.advanced(by: .seconds(saving.restMoving)))
        }
        let isRecent = receiver.wokenAt.map { now.seconds - $0.seconds < Double(saving.movementResolution) } ?? false
        guard !isRecent else { return }
        receiver.wokenAt = now
        receiver.isWanted = true
    }

    /// What the firmware knows of its receiver.
    struct Receiver: Hashable, Sendable {
        /// Since when it runs; nil while it rests.
        var since: Timestamp?
        /// Until when it rests after a search in vain.
        var restsUntil: Timestamp?
        /// Whether a fix is wanted before the next report: something has changed.
        var isWanted = false
        /// Whether the mode has changed without a fix, which is still to be reported.
        var isChanged = false
        /// When movement has woken it last.
        var wokenAt: Timestamp?
    }
}
