/// Learns from an item's positions where it spends its nights.
///
/// Positions are taken in any order; those of a night are one look, however many they are, so that a week with one
/// night away does not make a place of it. Of a minute it keeps the most accurate one, so memory has a bound for each night.
public struct NightPlaces: Sendable {
    /// In how many nights a place must have been the item's to be learnt.
    public static let nights = 3
    /// The radius in metres around a night's middle in which the next one counts as the same place.
    public static let reach = 100.0
    /// The least radius of a place that is learnt, in metres.
    public static let leastRadius = 30.0

    private struct Night {
        /// By the minute of the day.
        var kept: [Int: (coordinate: Coordinate, sigma: Double)] = [:]

        var positions: [(coordinate: Coordinate, sigma: Double)] { kept.sorted { $0.key < $1.key }.map(\.value) }
    }

    private var byNight: [Int64: Night] = [:]

    public init() {}

    /// Takes a position in, at a local time.
    ///
    /// `day` is the number of the local day, counted from any day, and `minute` that of the day; only 0:00 to 5:00 is
    /// night.
    public mutating func record(_ position: Coordinate, sigma: Double, day: Int64, minute: Int) {
        guard minute < 5 * 60 else { return }
        if let other = byNight[day]?.kept[minute], other.sigma <= sigma { return }
        byNight[day, default: Night()].kept[minute] = (position, sigma)
    }

    /// Takes a fix in by a clock that is so many seconds ahead of UTC.
    public mutating func record(_ fix: Fix, ahead seconds: Int) {
        let local = Int64(fix.time.seconds.rounded(.down)) + Int64(seconds)
        record(fix.coordinate, sigma: fix.sigma, day: local / 86_400, minute: Int(local % 86_400 / 60))
    }

    /// Those ``places()`` whose middle lies in none of some places.
    public func places(beside known: [TrustedPlace]) -> [(area: Area, nights: Int)] {
        places().filter { found in
            guard case .circle(let centre, _) = found.area else { return true }
            return !known.contains { $0.area.depth(of: centre) > 0 }
        }
    }

    /// The places in which the item has spent at least ``nights`` nights, the most frequent first.
    public func places() -> [(area: Area, nights: Int)] {
        var clusters: [(centre: Coordinate, spread: Double, nights: Int)] = []
        for (_, night) in byNight.sorted(by: { $0.key < $1.key }) {
            guard let middle = Self.middle(night.positions.map(\.coordinate)) else { continue }
            let doubt = night.positions.map(\.sigma).min() ?? 0
            // Who was on the way in the night was in no place.
            let spread = Self.median(night.positions.map { $0.coordinate.distance(to: middle) })
            guard spread <= Self.reach else { continue }
            if let index = clusters.firstIndex(where: { $0.centre.distance(to: middle) <= Self.reach }) {
                let centre = clusters[index].centre
                let count = clusters[index].nights
                clusters[index].centre = centre.interpolated(to: middle, fraction: 1 / Double(count + 1))
                clusters[index].spread = max(clusters[index].spread, spread + 2 * doubt)
                clusters[index].nights += 1
            } else {
                clusters.append((middle, spread + 2 * doubt, 1))
            }
        }
        let places = clusters.filter { $0.nights >= Self.nights }.sorted { $0.nights > $1.nights }
        return places.map { (.circle($0.centre, radius: min(500, max(Self.leastRadius, $0.spread))), $0.nights) }
    }

    /// The position in the middle, latitude and longitude by themselves: a few wild ones do not move it.
    private static func middle(_ positions: [Coordinate]) -> Coordinate? {
        guard let first = positions.first else { return nil }
        let offsets = positions.map { first.localOffset(to: $0) }
        return first.offset(north: median(offsets.map(\.north)), east: median(offsets.map(\.east)))
    }

    private static func median(_ values: [Double]) -> Double {
        values.isEmpty ? 0 : values.sorted()[values.count / 2]
    }
}
