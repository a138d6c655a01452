import Tracking

/// The owner's stops, and the legs between them, from positions as rare as phones report them.
struct OwnerPath: Hashable, Sendable, Codable {
    /// The stops of the last days, the oldest first; the present one is not among them.
    private(set) var stays: [Stay] = []
    /// Where the owner is, or passes by.
    private(set) var present: Stay?
    private(set) var legs = 0

    static let most = 400
    /// A position with a larger doubt tells no stop.
    static let worst = 1000.0
    /// Metres per second that the beginning of a way takes on the average, waiting included.
    private static let pace = 3.0
    /// Metres per second at which nothing that stops on the way is faster.
    private static let fast = 20.0

    /// Seconds for which whoever goes on by some metres has not arrived, and how many metres.
    private static let arriving = 600
    private static let step = 100.0

    /// Takes in where the owner was; what is older than what is known is ignored.
    ///
    /// - Returns: Whether the owner has gone from a stop.
    mutating func locate(_ spot: Spot, accuracy: Double, at time: Int, _ policy: GuardPolicy) -> Bool {
        guard accuracy <= Self.worst, accuracy >= 0 else { return false }
        guard let now = present else {
            begin(spot, accuracy, at: time)
            return false
        }
        guard time >= now.last else { return false }
        let apart = now.spot.distance(to: spot)
        let radius = time - now.start < Self.arriving ? Self.step : policy.radius
        if apart <= radius + now.accuracy + accuracy {
            present?.last = time
            present?.count += 1
            // What is better and elsewhere is of the way to or from the place.
            if accuracy < now.accuracy, apart <= now.accuracy + accuracy {
                present?.spot = spot
                present?.accuracy = accuracy
            }
            return false
        }
        let left = max(now.last, time - min(2400, max(120, Int(apart / Self.pace))))
        let isStay = left - now.start >= (now.count > 1 ? policy.stay : policy.silence)
        let latest = max(left, time - Int(apart / Self.fast))
        if isStay { close(now, at: left, latest, policy) }
        begin(spot, accuracy, at: time)
        resume(policy)
        return isStay
    }

    private mutating func begin(_ spot: Spot, _ accuracy: Double, at time: Int) {
        legs += 1
        present = Stay(number: legs, spot: spot, accuracy: accuracy, start: time, last: time, count: 1)
    }

    private mutating func close(_ stay: Stay, at left: Int, _ latest: Int, _ policy: GuardPolicy) {
        var stay = stay
        (stay.left, stay.leftLatest) = (left, latest)
        stays.append(stay)
        stays.removeAll { left - ($0.left ?? left) > policy.memory }
        if stays.count > Self.most { stays.removeFirst(stays.count - Self.most) }
    }

    /// A short round that ends where it began is no leg.
    private mutating func resume(_ policy: GuardPolicy) {
        guard let last = stays.last, let now = present, let left = last.left, now.start - left < 3 * policy.stay,
            last.spot.distance(to: now.spot) <= policy.radius + last.accuracy + now.accuracy
        else { return }
        stays.removeLast()
        var again = last
        (again.last, again.count, again.left, again.leftLatest) = (now.last, last.count + 1, nil, nil)
        present = again
    }

    /// Whether the owner has been here for long enough to have stopped.
    ///
    /// A single position may be one of a way on which the phone reports rarely: a stop needs another one, or silence for
    /// as long as phones have that report nothing while they do not move.
    func isStaying(at now: Int, _ policy: GuardPolicy) -> Bool {
        present.map { now - $0.start >= ($0.count > 1 ? policy.stay : policy.silence) } ?? false
    }

    /// Whether the owner was in one place before and after a time, as far as is known.
    func stayed(around time: Int, _ policy: GuardPolicy) -> Bool {
        present.map { time - $0.start >= policy.stay / 2 } ?? false
    }

    /// The leg that ends in the present stop.
    func leg(_ policy: GuardPolicy) -> Leg? {
        guard let to = present, let from = stays.last, let departed = from.left,
            from.distance(to: to) >= policy.legLength
        else { return nil }
        return Leg(number: to.number, from: from, to: to, departed: departed)
    }

    /// Where the nights are spent; nil before the first hours of one.
    func home(at now: Int, _ policy: GuardPolicy) -> Spot? {
        var places: [(spot: Spot, night: Int)] = []
        for stay in stays + (present.map { [$0] } ?? []) {
            let night = stay.night(until: now)
            guard night > 0 else { continue }
            if let index = places.firstIndex(where: { $0.spot.distance(to: stay.spot) <= 2 * policy.radius }) {
                places[index].night += night
            } else {
                places.append((stay.spot, night))
            }
        }
        let best = places.max { $0.night < $1.night }
        return best.flatMap { $0.night >= 3600 ? $0.spot : nil }
    }
}
