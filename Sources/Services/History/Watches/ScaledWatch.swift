import Alerts
import Messages
import Ranging
import Tracking

/// The watch over an item in the time of its owner's life: in a rehearsal at ten times the speed a second on the wall
/// is ten inside, so that every duration by which a level is judged means what it means in life.
///
/// All times outside are those on the wall, but for the owner's way, which is in virtual time.
struct ScaledWatch: Sendable {
    private var watch: ItemWatch
    private(set) var scale: TimeScale
    /// What its owner wishes besides.
    var rules: ItemRules {
        get {
            var rules = watch.rules
            rules.snoozedUntil = snoozedUntil
            return rules
        }
        set {
            snoozedUntil = newValue.snoozedUntil
            watch.rules = newValue.virtual(scale)
        }
    }
    /// The one moment in the rules that something is judged by, on the wall.
    private var snoozedUntil: Timestamp?
    /// That somebody has marked it as lost; its moment is on the wall, as nothing is judged by it.
    var lost: LostMark? { watch.rules.lost }

    init(_ watch: ItemWatch, scale: TimeScale = .real) {
        (self.watch, self.scale, snoozedUntil) = (watch, scale, watch.rules.snoozedUntil)
        self.watch.scale = scale
    }

    var device: DeviceID { watch.device }
    var staying: TrustedPlace? { watch.staying }
    var with: Name? { watch.with }
    var isSettled: Bool { watch.isSettled }
    var isUnheard: Bool { watch.isUnheard }
    var posterior: Posterior? { watch.posterior }
    var lastFix: Fix? { watch.lastFix.map(scale.stamp) }
    var lastTime: Timestamp? { watch.lastFix.map { scale.stamp($0.time) } }
    /// The id of the running episode, which has no moment that would be told by another clock.
    var episode: String? { watch.engine.episode }
    var engine: AlertEngine { scale.speed == 1 ? watch.engine : watch.engine.shifted(by: scale.stamp) }

    var thresholds: Thresholds {
        get { watch.thresholds }
        set { watch.thresholds = newValue }
    }

    var reportEvery: Int {
        get { watch.reportEvery }
        set { watch.reportEvery = newValue }
    }

    var voice: Voice {
        get { watch.voice }
        set { watch.voice = newValue }
    }

    /// Goes on in a life that runs at another speed: what was told last is remembered, the ways before it are not.
    ///
    /// A running episode goes on. What was near has to be told again, or the next silence would be judged alone.
    mutating func rescale(to scale: TimeScale) {
        var engine = engine.shifted(by: scale.virtual)
        if engine.told == .none { engine = AlertEngine(count: engine.count) }
        var next = ItemWatch(
            device: device,
            thresholds: thresholds,
            reportEvery: reportEvery,
            policy: watch.policy,
            engine: engine,
            lastFix: lastFix.map(scale.virtual)
        )
        (next.localTime, next.voice, next.rules) = (watch.localTime, voice, rules.virtual(scale))
        if let fix = next.lastFix { next.remember(fix) }
        next.resume(staying: staying?.name.text)
        next.resume(with: with)
        (watch, self.scale) = (next, scale)
        watch.scale = scale
    }
}

// MARK: News

extension ScaledWatch {
    mutating func remember(_ fix: Fix) { watch.remember(scale.virtual(fix)) }
    mutating func resume(_ owner: PositionTrack, _ members: [Member]) { watch.resume(owner, members) }
    mutating func resume(at fix: Fix, _ owner: PositionTrack, _ members: [Member]) {
        watch.resume(at: scale.virtual(fix), owner, members)
    }

    mutating func resume(staying name: String?) { watch.resume(staying: name) }
    mutating func resume(with name: Name?) { watch.resume(with: name) }

    /// Takes in where a gateway has heard it, from before a restart.
    mutating func sighted(_ sighting: Sighting) { watch.sighted(sighting) }

    mutating func located(
        _ fix: Fix, through relay: Relay?, owner: PositionTrack, _ members: [Member], now: Timestamp
    ) -> AlertChange? {
        stamped(watch.located(scale.virtual(fix), through: relay, owner: owner, members, now: scale.virtual(now)))
    }

    mutating func memberMoved(_ member: Member, now: Timestamp) -> AlertChange? {
        stamped(watch.memberMoved(member, now: scale.virtual(now)))
    }

    mutating func ownerMoved(_ owner: PositionTrack, now: Timestamp) -> AlertChange? {
        stamped(watch.ownerMoved(owner, now: scale.virtual(now)))
    }

    mutating func heard(
        _ reception: Reception,
        by gateway: Name,
        model: ReceptionModel,
        at standing: GatewayStanding,
        owner: PositionTrack,
        _ members: [Member],
        now: Timestamp
    ) -> AlertChange? {
        var reception = reception
        reception.time = scale.virtual(reception.time)
        return stamped(
            watch.heard(
                reception, by: gateway, model: model, at: standing, owner: owner, members, now: scale.virtual(now)
            )
        )
    }

    mutating func becomeUnheard() { watch.becomeUnheard() }
    mutating func gatewayBlind(_ gateway: Name) -> Bool { watch.gatewayBlind(gateway) }
    mutating func review(now: Timestamp) -> AlertChange? { stamped(watch.review(now: scale.virtual(now))) }

    private func stamped(_ change: consuming AlertChange?) -> AlertChange? {
        if scale.speed == 1 { return change }
        guard var change else { return nil }
        change.time = scale.stamp(change.time)
        return change
    }
}

// MARK: What is known

extension ScaledWatch {
    func level(at now: Timestamp) -> Level { watch.level(at: scale.virtual(now)) }
    /// Whether another gateway than one has heard it within the last minute.
    func isHeard(besides gateway: Name, at now: Timestamp) -> Bool {
        let now = scale.virtual(now)
        return watch.gateways.contains { other in
            guard other.gateway != gateway, !other.isBlind, let heard = other.heard else { return false }
            return now.seconds - heard.seconds <= GatewayEvidence.freshness
        }
    }

    func since(at now: Timestamp) -> Timestamp { scale.stamp(watch.since(at: scale.virtual(now))) }
    func owesReview(at now: Timestamp) -> Bool { watch.owesReview(at: scale.virtual(now)) }

    func waiting(at now: Timestamp) -> Waiting? {
        watch.waiting(at: scale.virtual(now)).map { waiting in
            Waiting(awaited: waiting.awaited, since: scale.stamp(waiting.since), usual: waiting.usual)
        }
    }

    /// What its level rests on at a moment; nil before there is any evidence.
    func evidence(at now: Timestamp) -> EvidenceMessage? {
        let evidence = EvidenceMessage(watch, at: scale.virtual(now))
        return scale.speed == 1 ? evidence : evidence?.shifted(by: scale.stamp)
    }
}

extension AlertEngine {
    /// The same with its moments told by another clock.
    fileprivate func shifted(by move: (Timestamp) -> Timestamp) -> AlertEngine {
        AlertEngine(level: level, told: told, episode: episode, since: since.map(move), count: count)
    }
}

extension ItemRules {
    fileprivate func virtual(_ scale: TimeScale) -> ItemRules {
        guard scale.speed != 1, let snoozedUntil else { return self }
        var rules = self
        rules.snoozedUntil = scale.virtual(snoozedUntil)
        return rules
    }
}

extension EvidenceMessage {
    /// The same with its moments told by another clock.
    fileprivate func shifted(by move: (Timestamp) -> Timestamp) -> EvidenceMessage {
        var evidence = self
        evidence.time = move(time)
        evidence.positions?.time = positions.map { move($0.time) } ?? evidence.time
        evidence.waiting?.since = waiting.map { move($0.since) } ?? evidence.time
        evidence.gateways = gateways.map { gateway in
            var gateway = gateway
            (gateway.time, gateway.heard) = (gateway.time.map(move), gateway.heard.map(move))
            (gateway.silentSince, gateway.linked) = (gateway.silentSince.map(move), gateway.linked.map(move))
            return gateway
        }
        return evidence
    }
}
