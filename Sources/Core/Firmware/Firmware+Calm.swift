import Ranging
public import Tracking

/// A time in which a tracker does nothing but remember the exact positions that its receiver has.
///
/// For who simulates trackers: where a firmware is calm, its fixes need not be handed in one by one. It comes to the same
/// when those that count are handed in later, with ``Firmware/rest(_:)``.
public struct Calm: Hashable, Sendable {
    /// Until when, at least, it does nothing if nothing happens to it; at that moment it has to be asked.
    public var until: Timestamp
    /// A place to which it must not come nearer than ``Mode/threshold`` until then, or from which it must not get so far,
    /// depending on which it is; nil where its way makes no difference.
    public var centre: Coordinate?
}

extension Firmware {
    /// How long it has nothing to do while its receiver has an exact position at each step of so many milliseconds, after
    /// one that it was handed at `now`; nil when it may have something to do at the next step already, and for one that
    /// spares its receiver.
    ///
    /// It is on the safe side: to be asked earlier changes nothing. Nothing is changed by it either; it is `mutating` for
    /// whoever keeps many firmwares to ask each where it is, for a copy would take a thousand instructions.
    public mutating func calm(at now: Timestamp, step: Int64) -> Calm? {
        // The commonest reason first: a report is due.
        guard let lastReport, lastReport.milliseconds + Int64(reportEvery) * 1000 > now.milliseconds + step else {
            return nil
        }
        guard life == .active, mode != .off, parameters.saving == nil, gnssOn, owner != nil, desired.isRegistered,
            let lastFix, lastFix.time == now, lastFix.sigma == 0, noFixSince == nil, confirmsUntil == nil,
            pending == nil,
            asked.isEmpty, results.isEmpty, signal == nil, !owesSpot, way.lastTime != nil, receiver.restsUntil == nil,
            !receiver.isWanted, !receiver.isChanged, hasSettledLinks
        else { return nil }
        var until = lastReport.milliseconds + Int64(reportEvery) * 1000
        if let ringUntil { until = min(until, ringUntil.milliseconds) }
        if mode == .bluetooth, desired.mode != .bluetooth, !modemOn, let unlinkedSince {
            until = min(until, unlinkedSince.milliseconds + Int64(parameters.fallbackAfter) * 1000)
        }
        if uplink != nil, let resend = ring.nextSending(window: parameters.window, resendAfter: parameters.resendAfter)
        {
            until = min(until, resend)
        }
        guard until > now.milliseconds + step else { return nil }
        switch modeDepends(on: lastFix) {
        case .onNothing: return Calm(until: Timestamp(milliseconds: until))
        case .onDistance(let centre): return Calm(until: Timestamp(milliseconds: until), centre: centre)
        case .onMore: return nil
        }
    }

    /// Whether what it knows of the time without a gateway stays as it is.
    private var hasSettledLinks: Bool {
        bluetoothUp ? unlinkedSince == nil : unlinkedSince != nil || ring.isEmpty
    }

    private enum Dependence {
        case onNothing
        /// It stays while the tracker keeps to its side of the threshold about that place.
        case onDistance(Coordinate)
        case onMore
    }

    /// On what it depends from here on whether the mode stays.
    private func modeDepends(on fix: Fix) -> Dependence {
        guard desired.mode == .auto else { return .onNothing }
        guard let reference else { return bluetoothUp && mode != .bluetooth ? .onMore : .onNothing }
        // From a reference that is not of the future the doubt only grows, which never is a reason to change the mode.
        guard meeting != nil, hasDecided, reference.time <= fix.time else { return .onMore }
        guard hasLostLink else { return .onNothing }
        let metres = fix.coordinate.distance(to: reference.coordinate)
        let agrees = mode == .cellular ? metres > Mode.threshold : metres < Mode.threshold
        return agrees ? .onDistance(reference.coordinate) : .onMore
    }

    /// Of the moments of a calm time, from first to last, those whose positions count for what comes later.
    public func memorable(from first: Timestamp, through last: Timestamp, step: Int64) -> [Timestamp] {
        var moments: [Timestamp] = []
        var spot = way.lastTime
        for time in stride(from: first.milliseconds, through: last.milliseconds, by: Int(step)) {
            let moment = Timestamp(milliseconds: time)
            let isSpot = spot.map { isSpotDue(moment, after: $0) } ?? true
            if isSpot { spot = moment }
            // The last two tell how fast it goes.
            if isSpot || time > last.milliseconds - 2 * step { moments.append(moment) }
        }
        return moments
    }

    /// Catches up on a calm time: takes in the exact positions of its ``memorable(from:through:step:)`` moments.
    public mutating func rest(_ fixes: [Fix]) {
        for fix in fixes {
            lastFix = fix
            fixLeap.record(Position(fix))
            record(fix)
        }
    }
}
