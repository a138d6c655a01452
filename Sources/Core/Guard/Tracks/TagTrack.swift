/// One tag through all of its rotations, as far as they could be joined.
///
/// Times are seconds since the epoch.
struct TagTrack: Hashable, Sendable, Codable {
    /// Counts up with each track.
    var number: Int
    let network: TagNetwork
    let kind: String
    /// What it is known by now.
    var identity: String
    var counter: UInt32?
    /// When the present identity was heard first.
    var began: Int
    var first: Int
    var last: Int
    /// Smoothed, in dBm.
    var strength: Double?
    /// How many strengths are in that.
    var strengths = 0
    /// Minutes since the epoch in which it was heard, the oldest first.
    var minutes: [Int32] = []
    /// How long each earlier identity lived, in seconds; the latest ones.
    var lives: [Int] = []
    /// Its earlier identities, the latest ones, in order of time; nil in what was stored before they were kept.
    var links: [TrackLink]?
    /// When identities were joined that rotate by no known period.
    var doubtful: [Int] = []
    /// How many rotations were joined.
    var joins = 0
    /// Whether its beginning was looked at for a join.
    var isSettled = false
    var score = 0.0
    /// The legs that count, each with what it was.
    var episodes: [Episode] = []
    /// The last leg that was decided.
    var decided = 0
    /// When it was last heard at home while its owner was elsewhere, as counted.
    var belonged = 0
    var stage = GuardStage.listed
    var noticed: Int?
    /// Since when its owner knows it by its number; nil for not at all.
    var named: Int?
    /// The furthest stage that was told of under its number; nil for none.
    var told: GuardStage?
    /// When what had its number was first heard, where another one was joined with it then; nil for ``first``.
    var introduced: Int?

    /// Twenty hours of a tag that is heard each second minute.
    static let mostMinutes = 600

    init(number: Int, _ sighting: GuardSighting, at time: Int, prior: Double) {
        self.number = number
        (network, kind, identity, counter) = (sighting.network, sighting.kind, sighting.identity, sighting.counter)
        (began, first, last, score) = (time, time, time, prior)
        hear(sighting, at: time)
    }

    mutating func hear(_ sighting: GuardSighting, at time: Int) {
        last = max(last, time)
        if let counter = sighting.counter { self.counter = counter }
        if let rssi = sighting.rssi {
            strengths += 1
            strength = strength.map { $0 + max(0.1, 1 / Double(strengths)) * (Double(rssi) - $0) } ?? Double(rssi)
        }
        let minute = Int32(clamping: time / 60)
        guard minutes.last.map({ minute >= $0 + 2 }) ?? true else { return }
        minutes.append(minute)
        if minutes.count > Self.mostMinutes { minutes.removeFirst(minutes.count - Self.mostMinutes) }
    }

    /// All that it is known by.
    var identities: [String] { (links ?? []).map(\.identity) + [identity] }

    /// When it was heard from one time up to another.
    func heard(from: Int, to: Int) -> ArraySlice<Int32> {
        let start = minutes.partitioned { Int($0) * 60 + 59 >= from }
        let end = minutes.partitioned { Int($0) * 60 > to }
        return start < end ? minutes[start..<end] : []
    }

    /// The period by which it rotates, in seconds; nil for none that is known.
    var period: Int? {
        let latest = lives.suffix(3)
        guard latest.count >= 2, let least = latest.min(), let most = latest.max(), most - least <= 300, least >= 300,
            most <= 7200
        else { return nil }
        return latest.reduce(0, +) / latest.count
    }

    /// Whether it was not heard for so long that it has ended.
    func isSilent(at now: Int) -> Bool { now - last >= 3 * interval }

    /// Whether it moved with its owner on a leg.
    var hasMoved: Bool { episodes.contains { $0.kind != .leftBehind } }

    /// How long one waits for it on the average, in seconds.
    var wait: Int {
        let latest = minutes.suffix(12)
        guard latest.count >= 3, let first = latest.first, let last = latest.last else { return 120 }
        return Int(last - first) * 60 / (latest.count - 1)
    }

    /// How often it is heard while it is near, as seconds from one time to the next.
    var interval: Int {
        let latest = minutes.suffix(12)
        guard latest.count >= 3 else { return 120 }
        let gaps = zip(latest, latest.dropFirst()).map { Int($1 - $0) * 60 }.sorted()
        return min(1200, max(120, gaps[gaps.count / 2]))
    }
}

/// A leg on which a tag moved with its owner.
struct Episode: Hashable, Sendable, Codable {
    var leg: Leg
    var weight: Double
    /// Whether it tells more than the episodes before.
    var isIndependent: Bool
    /// Whether the leg began or ended at home.
    var isHome: Bool
    var kind: Kind
    /// How many others were heard for some minutes of the way; nil in what was stored before that was counted.
    var met: Int?

    enum Kind: String, Sendable, Codable { case moved, rode, leftBehind = "left-behind" }
}

extension Array {
    /// The first index at which something holds that holds for all behind it, too.
    func partitioned(_ holds: (Element) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if holds(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
