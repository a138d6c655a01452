public import Tracking

extension Firmware {
    mutating func located(_ fix: Fix, at now: Timestamp) {
        guard life == .active, gnssOn else { return }
        lastFix = fix
        noFixSince = nil
        fixLeap.record(Position(fix))
        record(fix)
        receiver.restsUntil = nil
        // A change of mode that came of what is heard is reported with the first position after it.
        let changed = chooseMode(at: fix.time) || receiver.isChanged
        if changed, mode == .cellular, fix.sigma > 0 {
            confirmsUntil = now.advanced(by: .seconds(parameters.confirmFor))
        }
        receiver.isWanted = false
        receiver.isChanged = false
        if !asked.isEmpty { return answerLocate(with: fix, .gnss) }
        let isDue = lastReport.map { now.milliseconds - $0.milliseconds >= Int64(interval(at: now)) * 1000 } ?? true
        if changed || isDue { reportOnTime(fix, .gnss, at: now) }
    }

    mutating func report(_ fix: Fix, _ source: FixSource, _ trigger: FixTrigger) {
        let unnamed = FixMark(boot: boot, sequence: 0)
        ring.append(TrackerFix(fix: fix, mark: unnamed, mode: mode, source: source, trigger: trigger, battery: battery))
    }

    mutating func reportOnTime(_ fix: Fix, _ source: FixSource, at now: Timestamp) {
        lastReport = now
        report(fix, source, .periodic)
    }

    /// A position answers all who asked for one.
    mutating func answerLocate(with fix: Fix, _ source: FixSource) {
        report(fix, source, .asked)
        for one in asked { results.append(CommandResult(id: one.id)) }
        asked = []
    }

    /// What time alone brings about: the last known position in place of a missing one, the end of ringing.
    mutating func passTime(at now: Timestamp, _ actions: inout [FirmwareAction]) {
        if let until = ringUntil, until <= now {
            if isRinging { actions.append(.ring(false)) }
            isRinging = false
            ringUntil = nil
        }
        passRegistration(at: now)
        guard life == .active else { return }
        if let first = asked.first, first.until <= now {
            if let lastFix {
                answerLocate(with: lastFix, .lastKnown)
            } else {
                results.append(CommandResult(id: first.id, error: "no position could be had"))
                asked.removeFirst()
            }
        }
        guard let since = noFixSince, let lastFix else { return }
        let quiet = max(since.milliseconds, lastReport?.milliseconds ?? since.milliseconds)
        let patience = max(parameters.gnssTimeout, reportEvery)
        if now.milliseconds - quiet >= Int64(patience) * 1000 { reportOnTime(lastFix, .lastKnown, at: now) }
    }

    /// Brings receiver, modem and links into line with the state, and sends what can be sent.
    mutating func reconcile(at now: Timestamp, _ actions: inout [FirmwareAction]) {
        passTime(at: now, &actions)
        leaveIfUnwanted(&actions)
        let locates = wantsReceiver(at: now)
        if gnssOn != locates {
            gnssOn = locates
            receiver.since = locates ? now : nil
            actions.append(.gnss(on: locates))
        }
        if life != .active { mode = .off } else if mode == .off { startMode(at: now) }
        let wanted = wantsModem(at: now)
        if modemOn != wanted {
            if !wanted { flush(&actions, at: now) }
            modemOn = wanted
            if !wanted { cellularUp = false }
            actions.append(.modem(on: wanted))
        }
        flush(&actions, at: now)
    }

    /// The first fix chooses the mode; where none is to be had, the links do.
    private mutating func startMode(at now: Timestamp) {
        switch desired.mode {
        case .bluetooth: mode = .bluetooth
        case .cellular: mode = .cellular
        case .auto:
            guard let since = noFixSince, now.milliseconds - since.milliseconds >= Int64(parameters.gnssTimeout) * 1000
            else { return }
            mode = bluetoothUp ? .bluetooth : .cellular
        }
    }

    /// The link that carries what the tracker says; nil while there is none.
    var uplink: Link? {
        switch mode {
        case .cellular where !mayUseModem: bluetoothUp ? .bluetooth : nil
        case .cellular: cellularUp ? .cellular : nil
        case .bluetooth, .off: bluetoothUp ? .bluetooth : cellularUp ? .cellular : nil
        }
    }

    private mutating func flush(_ actions: inout [FirmwareAction], at now: Timestamp) {
        guard owner != nil, let link = uplink else { return }
        if life == .registered || mode != .off, hasNews {
            let state = state
            reported = state
            actions.append(.send(.reported(state), over: link))
        }
        flushResults(&actions)
        guard !ring.isEmpty else { return }
        let resendBefore = Timestamp(milliseconds: now.milliseconds - parameters.resendAfter)
        ring.next(at: now, boot: boot, window: parameters.window, resendBefore: resendBefore) {
            actions.append(.send(.fix($0, sent: now), over: link))
        }
    }

    mutating func flushResults(_ actions: inout [FirmwareAction]) {
        // Before everything is forgotten there is no time to wait for the modem.
        guard !results.isEmpty, let link = uplink ?? (bluetoothUp ? .bluetooth : nil) else { return }
        for result in results { actions.append(.send(.result(result), over: link)) }
        results = []
    }

    /// What it is, in its own words.
    public var state: ReportedState {
        ReportedState(
            version: desired.version,
            power: life == .active ? .on : .off,
            reportEvery: reportEvery,
            mode: desired.mode,
            firmware: parameters.version,
            model: parameters.model,
            boot: boot,
            battery: battery,
            activeMode: mode
        )
    }

    /// Whether ``state`` is another than it last said; the model and its version stay.
    ///
    /// A few per cent of battery are not worth a message: the fixes tell them too.
    private var hasNews: Bool {
        guard let last = reported, let charge = last.battery else { return true }
        return last.activeMode != mode || last.version != desired.version || last.reportEvery != reportEvery
            || last.mode != desired.mode || last.boot != boot || (last.power == .on) != (life == .active)
            || (charge - battery).magnitude >= 5
    }
}
