public import Ranging
public import Tracking

/// What is known of one item's distance from its owner, and the level that follows.
///
/// The distance by positions is always that at the last moment by which both sides had told where they are: who has
/// spoken since is taken back to it between two reports, and nobody is carried on beyond the last one. For that a thing
/// moves is no sign that it leaves its owner, who mostly moves with it; so the judgement waits for the other's word.
/// What gateways hear is the distance now.
public struct ItemWatch: Sendable {
    public let device: DeviceID
    public var thresholds: Thresholds
    /// What its owner wishes besides.
    public var rules = ItemRules()
    /// The time of day by which quiet hours go.
    public var localTime = LocalTime.utc
    /// The trusted place that the item is in; nil for none.
    public internal(set) var staying: TrustedPlace?
    /// Seconds between the tracker's reports, as far as is known.
    public var reportEvery: Int
    /// How the time in which it judges runs against that on the wall, by which alerts are numbered.
    public var scale = TimeScale.real
    /// What its owner or its battery keeps it from saying.
    public var voice = Voice.full
    /// How sure a change of level has to be.
    public var policy: AlertPolicy
    public private(set) var engine: AlertEngine
    /// The newest fix by its own time.
    public private(set) var lastFix: Fix?
    /// What each gateway heard, in the order in which they were first heard of.
    public private(set) var gateways: [GatewayEvidence] = []
    /// What all of it says; nil before there is any.
    public private(set) var posterior: Posterior?
    /// The moment that the posterior is for.
    public private(set) var posteriorTime: Timestamp?
    /// Where it was lately.
    private(set) var track = PositionTrack(capacity: PositionTrack.itemCapacity)
    /// Whether the last fix was not heard but read from a file: then no level changes by it, however new it is.
    private(set) var isRecorded = false
    /// What the positions of both say.
    private var comparison = Comparison()
    /// Whom of the household it is with.
    var company = Company()
    /// The member of the household who has it while it is away from its owner; nil for nobody.
    public internal(set) var with: Name?
    /// Where the owner was when the phone told it last, when that was, and how often it usually does.
    private var ownerLast: (place: TrackPosition, time: Timestamp, usual: Double?)?
    /// Whether a level that would rise by a gateway that stands somewhere alone may do so.
    private var confirmation = Confirmation()
    /// That the owner has gone on since the gateway in the pocket heard it; nil for no such thing.
    private var departure: Departure?
    /// Where the owner was when a gateway last heard the item.
    private var ownerNow: TrackPosition?
    /// Where a gateway last heard it well, once that cannot be where its last fix was any more; nil while it can.
    var sighting: Sighting?
    /// Whether whoever relayed the tracker's last fix hears nothing any more, so that its silence says nothing.
    public private(set) var isUnheard = false

    /// A fix older than this on arrival never changes a level.
    public static let late: Duration = .seconds(15 * 60)
    /// The same in milliseconds, which each fix is compared with.
    public static let lateMilliseconds = late.milliseconds
    /// A reception older than this on arrival is none.
    public static let lateReception: Duration = .seconds(60)
    /// The seconds after which an owner's position says nothing any more.
    public static let ownerFreshness = 1800.0
    /// How many gateways are kept in mind for an item.
    static let mostGateways = 8

    public init(
        device: DeviceID,
        thresholds: Thresholds = .standard,
        reportEvery: Int = DesiredState.standardReportEvery,
        policy: AlertPolicy = .standard,
        engine: AlertEngine = AlertEngine(),
        lastFix: Fix? = nil
    ) {
        self.device = device
        self.thresholds = thresholds
        self.reportEvery = reportEvery
        self.policy = policy
        self.engine = engine
        self.lastFix = lastFix
    }

    /// What the positions said at the last fix; nil before the first, or while nothing is known of the owner.
    public var positions: PositionEvidence? { comparison.positions }
    private var memory: PositionMemory { comparison.memory }
}

// MARK: Positions

extension ItemWatch {
    /// Remembers where it was before a restart; the newest fix is the one that it goes on from.
    public mutating func remember(_ fix: Fix) { track.insert(fix) }

    /// Goes on after a restart: looks at the last fix again, which has changed the level before and does not now.
    public mutating func resume(_ owner: PositionTrack, _ members: [Member] = []) {
        record(owner)
        guard let lastFix else { return }
        track.insert(lastFix)
        record(members, at: lastFix.time)
        guard locate(owner), let positions else { return }
        conclude(at: positions.time)
    }

    /// Goes on from a last fix that was read from a file: what it says is known, and changes no level.
    public mutating func resume(at fix: Fix, _ owner: PositionTrack, _ members: [Member] = []) {
        if let lastFix, lastFix.time >= fix.time { return }
        lastFix = fix
        isRecorded = true
        isUnheard = false
        forgetSighting(before: fix)
        comparison.reset()
        resume(owner, members)
    }

    /// Takes in a fix of the tracker; one older than the last is no news.
    ///
    /// - Parameters:
    ///   - fix: Where the tracker was.
    ///   - relay: The gateway that relayed it; nil for one that came over the tracker's own modem.
    ///   - owner: Where the owner was.
    ///   - members: The others of the owner's household.
    ///   - now: The present moment.
    /// - Returns: The change of level that it makes.
    public mutating func located(
        _ fix: Fix, through relay: Relay? = nil, owner: PositionTrack, _ members: [Member] = [], now: Timestamp
    ) -> AlertChange? {
        if let lastFix, lastFix.time >= fix.time { return nil }
        lastFix = fix
        isUnheard = false
        isRecorded = false
        track.insert(fix)
        forgetSighting(before: fix)
        if let relay { gateways[index(of: relay.gateway, relay.standing, ReceptionModel())].linked(at: fix.time) }
        record(members, at: fix.time)
        return evaluate(owner, now: now)
    }

    /// Takes in that whoever relayed the tracker's last fix hears nothing any more: its level is unknown until the
    /// next.
    public mutating func becomeUnheard() { isUnheard = true }

    /// Whether no later position of the owner can change what is known of the last fix.
    public var isSettled: Bool { comparison.isSettled(for: lastFix) }

    /// Takes in that the owner's track has changed.
    public mutating func ownerMoved(_ owner: PositionTrack, now: Timestamp) -> AlertChange? {
        if isSettled {
            record(owner)
            return nil
        }
        return evaluate(owner, now: now)
    }

    private mutating func evaluate(_ owner: PositionTrack, now: Timestamp) -> AlertChange? {
        record(owner)
        guard let fix = lastFix, locate(owner), let positions else { return nil }
        let isLate = isRecorded || now.milliseconds - fix.time.milliseconds > Self.lateMilliseconds
        // What is heard now says nothing of a moment long gone.
        guard !isLate, positions.gap <= Self.ownerFreshness || isAccompanied(at: now) else {
            if !hears(at: now) { conclude(at: positions.time) }
            return nil
        }
        // Whoever brings the news may be slow; what counts is how long the other side had been silent by then.
        let newest = max(fix.time, owner.lastTime ?? fix.time)
        ownerNow = owner.position(at: now)
        let isNow = isLiteral(at: newest) || !compares(at: now)
        return decide(at: isNow ? positions.time : max(positions.time, now), now: now)
    }

    private mutating func forgetSighting(before fix: Fix) {
        if let sighting, sighting.time <= fix.time { self.sighting = nil }
    }

    private mutating func locate(_ owner: PositionTrack) -> Bool {
        lastFix.map { comparison.compare(at: $0, on: track, of: owner, isRecorded: isRecorded) } ?? false
    }
}

// MARK: Gateways

extension ItemWatch {
    /// Takes in what a gateway heard of the item within an interval, or that it listened and heard nothing.
    ///
    /// - Parameters:
    ///   - reception: What was heard. One over ``lateReception`` old, or older than that gateway's last, is no news.
    ///   - gateway: Who heard it.
    ///   - model: How that gateway receives the item's tag.
    ///   - standing: What is known of where the gateway is.
    ///   - track: Where the owner was.
    ///   - members: The others of the owner's household.
    ///   - now: The present moment.
    /// - Returns: The change of level that it makes.
    public mutating func heard(
        _ reception: Reception,
        by gateway: Name,
        model: ReceptionModel,
        at standing: GatewayStanding,
        owner track: PositionTrack,
        _ members: [Member] = [],
        now: Timestamp
    ) -> AlertChange? {
        guard now.milliseconds - reception.time.milliseconds <= Self.lateReception.milliseconds else { return nil }
        if voice == .off || (voice == .failing && reception.samples == 0) { return nil }
        let index = index(of: gateway, standing, model)
        guard gateways[index].observe(reception, at: standing, model: model) else { return nil }
        if case .with(let name) = standing {
            let carrier = members.filter { $0.name == name }
            return evaluate(at: carrier, at: reception.time, isSilence: reception.samples == 0, now: now)
        }
        record(members, at: reception.time)
        // Exact positions are not put in doubt by a radio.
        if isLiteral(at: reception.time) { return nil }
        ownerNow = track.position(at: reception.time)
        record(track)
        if reception.samples > 0, let sighting = Sighting(reception.time, by: gateways[index], owner: ownerNow) {
            sighted(sighting)
        }
        guard compares(at: reception.time) || looksBack(at: reception.time) else { return nil }
        return decide(at: reception.time, isSilence: reception.samples == 0, now: now)
    }

    private mutating func record(_ owner: PositionTrack) {
        departure = Departure(of: owner, item: track, gateways.span)
        ownerLast = owner.lastTime.flatMap { time in owner.last.map { ($0, time, owner.usualInterval) } }
    }

    /// Whose word the judgement waits for at a moment: that of who has not told where it is since the other moved away.
    ///
    /// Nil while nobody moves, while what is heard settles it, and once an alert is on.
    public func waiting(at now: Timestamp) -> Waiting? {
        if engine.height > .none || staying != nil || with != nil || (hears(at: now) && departure == nil) { return nil }
        guard let fix = lastFix, let item = track.last, let ownerLast else { return nil }
        let separation = item.separation(from: ownerLast.place)
        guard separation.distance - 2 * separation.sigma > thresholds.warning else { return nil }
        if ownerLast.time < fix.time {
            guard now.seconds - ownerLast.time.seconds <= Self.ownerFreshness else { return nil }
            return Waiting(awaited: .phone, since: ownerLast.time, usual: ownerLast.usual)
        }
        guard fix.time < ownerLast.time, isFixFresh(at: now) else { return nil }
        return Waiting(awaited: .tracker, since: fix.time, usual: track.usualInterval)
    }

    /// Takes in that a gateway hears nothing any more, so that its silence says nothing; tells whether it had said
    /// something.
    public mutating func gatewayBlind(_ gateway: Name) -> Bool {
        guard let index = gateways.firstIndex(where: { $0.gateway == gateway && !$0.isBlind }) else { return false }
        gateways[index].becomeBlind()
        return true
    }

    /// Whether a gateway says now how far the item is from its owner.
    public func counts(_ gateway: GatewayEvidence, at time: Timestamp) -> Bool {
        (gateway.isFresh(at: time) || gateway.isLinked(at: time)) && gateway.tellsDistance(owner: ownerNow)
    }

    /// Whether some gateway says now how far the item is from its owner.
    public func hears(at time: Timestamp) -> Bool {
        gateways.contains { $0.isFresh(at: time) && $0.tellsDistance(owner: ownerNow) }
    }

    /// Whether what some gateway hears now can be compared with where the owner is now.
    private func compares(at time: Timestamp) -> Bool {
        gateways.contains { $0.isFresh(at: time) && $0.compares(owner: ownerNow, at: time) }
    }

    /// Whether a gateway hears the item beside it still, when only that can confirm the last report of the owner's
    /// phone; then it is compared with that.
    private mutating func looksBack(at time: Timestamp) -> Bool {
        guard let place = confirmation.place(at: time, told: ownerLast?.time),
            gateways.contains(where: { $0.keeps(from: place, at: time) })
        else { return false }
        ownerNow = place
        return true
    }

    private mutating func index(of gateway: Name, _ standing: GatewayStanding, _ model: ReceptionModel) -> Int {
        if let index = gateways.firstIndex(where: { $0.gateway == gateway }) { return index }
        if gateways.count >= Self.mostGateways { gateways.removeFirst() }
        gateways.append(GatewayEvidence(gateway: gateway, standing: standing, model: model))
        return gateways.count - 1
    }
}

// MARK: Levels

extension ItemWatch {
    private mutating func conclude(at time: Timestamp) {
        // What nobody has ever heard of is not known to be anywhere, however long it has been silent.
        let isKnown = positions != nil || engine.level != nil
        guard isKnown || gateways.contains(where: { $0.heard != nil || $0.linked != nil }) else {
            posterior = nil
            posteriorTime = nil
            return
        }
        posterior = Fusion.posterior(positions, memory, gateways, owner: ownerNow, departure: departure, at: time)
        posteriorTime = time
    }

    private mutating func decide(at time: Timestamp, isSilence: Bool = false, now: Timestamp) -> AlertChange? {
        conclude(at: time)
        guard let posterior else { return nil }
        staying = place(at: now)
        with = holder(posterior, at: now)
        var (decided, change) = judged(posterior, at: time, isSilence: isSilence, now: now)
        if falls(decided), let doubt = doubt(at: time) {
            let careful = judged(doubt, at: time, isSilence: isSilence, now: now)
            if careful.0.height > decided.height {
                self.posterior = doubt
                // It keeps a level, and raises none.
                (decided, change) = rises(careful.0) ? (engine, nil) : careful
            }
        }
        if !rises(decided) {
            confirmation.deny(owner: ownerNow, told: ownerLast?.time)
            company.rest()
        } else if let (place, told, usual) = ownerLast, restsOnPlaces(at: time, now: now),
            !confirmation.confirms(at: time, owner: place, told: told, usual: usual)
        {
            return nil
        } else if company.holds(riseAt: time, thresholds, policy, now: now) {
            return nil
        }
        if decided.level != engine.level, let known = self.posterior {
            comparison.decide(by: known, isFall: falls(decided))
        }
        engine = decided
        return change
    }

    /// What is to say as well that an item is near, before positions alone lower its level.
    ///
    /// That is each look since the level rose, in full; nil while a gateway hears the item, which says where it is now.
    private func doubt(at time: Timestamp) -> Posterior? {
        if hears(at: time) { return nil }
        return Fusion.posterior(positions, memory, gateways, owner: ownerNow, isHeedful: true, at: time)
    }

    /// What the engine makes of a posterior.
    private func judged(
        _ posterior: Posterior, at time: Timestamp, isSilence: Bool = false, now: Timestamp
    ) -> (AlertEngine, AlertChange?) {
        var decided = engine
        let change = decided.observe(
            posterior,
            at: time,
            isSilence: isSilence,
            thresholds: thresholds,
            policy: policy,
            restraint: restraint(at: now),
            cap: company.cap(for: lastFix, at: now),
            of: device,
            now: scale.stamp(now)
        )
        return (decided, change)
    }

    private func falls(_ decided: AlertEngine) -> Bool { decided.height < engine.height }
    private func rises(_ decided: AlertEngine) -> Bool { decided.height > engine.height }

    /// Whether a level rises only for a gateway that stands somewhere, while none in the pocket hears the item.
    ///
    /// What sets out with its owner is heard near that gateway for a while, for a filter needs time to believe it.
    private func restsOnPlaces(at time: Timestamp, now: Timestamp) -> Bool {
        let heard = gateways.filter { $0.isFresh(at: time) && $0.compares(owner: ownerNow, at: time) }
        if !heard.contains(where: { $0.standing != .carried }) || heard.contains(where: { $0.standing == .carried }) {
            return false
        }
        guard let moment = positions?.time,
            let alone = Fusion.posterior(positions, memory, [], owner: ownerNow, at: moment)
        else { return true }
        return !rises(judged(alone, at: moment, now: now).0)
    }

    /// Looks once more at what is known: the rules have changed, or what held a level back is over.
    public mutating func review(now: Timestamp) -> AlertChange? {
        guard level(at: now) != .unknown, let time = posteriorTime else { return nil }
        if isRecorded, !hears(at: now) { return nil }
        return decide(at: time, now: now)
    }
}
