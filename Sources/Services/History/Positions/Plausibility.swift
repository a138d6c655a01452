import Tracking

/// Tells the fixes of one device that cannot be: nothing comes so far so fast.
///
/// A fix is implausible when the way from the last plausible one, less twice the doubt of both, would take more than
/// the highest speed. That is not the last word: a device that is really elsewhere is believed when three fixes in a
/// row agree with each other, or when the doubt has lasted for a quarter of an hour.
struct Plausibility: Sendable {
    /// A fix as far as it matters here.
    struct Spot: Hashable, Sendable {
        var time: Timestamp
        var coordinate: Coordinate
        /// Metres.
        var accuracy: Float

        init(_ fix: Fix) {
            (time, coordinate) = (fix.time, fix.coordinate)
            accuracy = Float(fix.accuracy ?? Doubt.assumedRadius)
        }
    }

    /// What is to be thought of a fix.
    enum Verdict: Sendable {
        case plausible
        case implausible
        /// It is plausible, and these that were held to be implausible are so too.
        case believed(earlier: [Name])
    }

    /// What names a fix within its device.
    typealias Name = (fix: Fix, mark: FixMark?)

    /// The newest plausible fix.
    private(set) var last: Spot?
    /// The implausible fixes since, as far as they agree with each other up to the newest.
    private var doubted: [Name] = []
    /// Since when fixes have been implausible.
    private var since: Timestamp?

    /// How many that agree are believed.
    static let confirming = 3
    /// For how long, in milliseconds, a device is doubted.
    static let longest: Int64 = 15 * 60_000
    /// What a time may be wrong, in seconds: phones tell whole seconds.
    static let slack = 1.0

    /// Judges a fix by the highest speed, in m/s; those that are newer than the last come in the order of their times.
    mutating func judge(_ fix: Fix, _ mark: FixMark?, limit: Double?) -> Verdict {
        let spot = Spot(fix)
        guard let limit, let last else {
            believe(spot)
            return .plausible
        }
        if spot.isPlausible(beside: last, limit: limit) {
            if spot.time >= last.time { believe(spot) }
            return .plausible
        }
        // An older one confirms nothing.
        return spot.time < last.time ? .implausible : doubt(spot, (fix, mark), limit: limit)
    }

    /// Whether a device can be somewhere besides, by a word that is no fix.
    func permits(_ fix: Fix, limit: Double?) -> Bool {
        guard let limit, let last else { return true }
        return Spot(fix).isPlausible(beside: last, limit: limit)
    }

    private mutating func doubt(_ spot: Spot, _ name: Name, limit: Double) -> Verdict {
        if let newest = doubted.last, !spot.isPlausible(beside: Spot(newest.fix), limit: limit) { doubted = [] }
        let first = since ?? spot.time
        let isLong = spot.time.milliseconds - first.milliseconds >= Self.longest
        if doubted.count + 1 >= Self.confirming || isLong {
            defer { believe(spot) }
            return .believed(earlier: doubted)
        }
        doubted.append(name)
        since = first
        return .implausible
    }

    private mutating func believe(_ spot: Spot) {
        (last, since) = (spot, nil)
        if !doubted.isEmpty { doubted = [] }
    }
}

extension Plausibility.Spot {
    fileprivate func isPlausible(beside other: Self, limit: Double) -> Bool {
        let seconds = abs(time.seconds - other.time.seconds) + Plausibility.slack
        let doubt = 2 * Double(accuracy + other.accuracy)
        return coordinate.distance(to: other.coordinate) - doubt <= limit * seconds
    }
}
