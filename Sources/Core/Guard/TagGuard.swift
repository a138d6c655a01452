public import Tracking

/// Finds tags of others that move with their owner's person, from where that person is and which separated tags are
/// heard beside it.
///
/// A pure core: time comes in with each event, the same events give the same notices, and what is remembered is
/// bounded. ``tick(at:)`` is called about each minute.
public struct TagGuard: Sendable {
    public var policy: GuardPolicy
    /// What it remembers.
    public internal(set) var state: State
    /// Identities that are never looked at: one's own and the household's.
    public var ignored: Set<String> = []

    /// What survives a restart.
    public struct State: Hashable, Sendable, Codable {
        var path = OwnerPath()
        var tracks: [Int: TagTrack] = [:]
        /// Which track an identity belongs to.
        var numbers: [String: Int] = [:]
        var count = 0
        /// When it learned of anything first.
        var began: Int?
        /// The leg whose tags are being decided.
        var leg: Leg?
        /// What moved on it, by track.
        var movers: [Int: Episode.Kind] = [:]

        public init() {}

        /// All that the tags are known by.
        package var identities: [String] { Array(numbers.keys) }
    }

    /// A guard that goes on with what one before it remembered.
    public init(policy: GuardPolicy = .standard, state: State = State()) { (self.policy, self.state) = (policy, state) }

    /// Takes in a tag that was heard.
    public mutating func observe(_ sighting: GuardSighting) {
        guard !ignored.contains(sighting.identity) else { return }
        let time = Int(sighting.time.wholeSeconds)
        if let place = sighting.place, !isBeside(place) { return belongs(sighting, at: time) }
        if let number = state.numbers[sighting.identity], let identity = state.tracks[number]?.identity {
            if identity != sighting.identity { hearAgain(sighting.identity, of: number, at: time) }
            // What was taken apart by that may have another number.
            state.tracks[state.numbers[sighting.identity] ?? number]?.hear(sighting, at: time)
            return
        }
        guard makeRoom() else { return }
        state.began = state.began ?? time
        state.count += 1
        let prior = prior(of: sighting, at: time)
        state.tracks[state.count] = TagTrack(number: state.count, sighting, at: time, prior: prior)
        state.numbers[sighting.identity] = state.count
    }

    /// Takes in where the owner was.
    public mutating func locate(_ position: Position) {
        let time = Int(position.time.wholeSeconds), accuracy = position.accuracy ?? 50
        state.began = state.began ?? time
        let spot = Spot(position.coordinate)
        var next = state.path
        let hasLeft = next.locate(spot, accuracy: accuracy, at: time, policy)
        // The stop was left: what it tells is decided with what is known until then.
        if hasLeft, let left = next.stays.last?.left { decide(at: left, isFinal: true) }
        state.path = next
    }

    /// What is known of a tag before it has moved.
    private func prior(of sighting: GuardSighting, at time: Int) -> Double {
        let untold = sighting.network.tellsSeparation ? 0 : policy.untold
        let isResident = state.path.stays.isEmpty && time - (state.began ?? time) <= policy.learning
        return -untold - (isResident ? policy.resident : 0)
    }

    /// Whether a gateway that stands somewhere is where the owner is.
    private func isBeside(_ place: Coordinate) -> Bool {
        guard let now = state.path.present else { return false }
        return Spot(place).distance(to: now.spot) <= policy.radius + now.accuracy
    }

    /// A gateway hears it while the owner is elsewhere: it belongs there.
    private mutating func belongs(_ sighting: GuardSighting, at time: Int) {
        guard let number = state.numbers[sighting.identity], let track = state.tracks[number],
            time - track.belonged >= 3600, state.path.present != nil
        else { return }
        state.tracks[number]?.belonged = time
        state.tracks[number]?.score = max(policy.floor, track.score - policy.leftBehind)
    }

    /// Lets time pass.
    ///
    /// - Returns: The tags that have reached a further stage.
    public mutating func tick(at now: Timestamp) -> [GuardNotice] {
        let time = Int(now.wholeSeconds)
        settle(at: time)
        if state.path.isStaying(at: time, policy), let arrived = state.path.present?.start {
            decide(at: time, isFinal: time - arrived >= policy.patience)
        }
        forget(at: time)
        return raise(at: now)
    }
}
