import Tracking

/// The legs that a hidden tag truly went along on.
enum GuardTruth {
    struct Stop: Hashable {
        var place: GuardPlace
        var spot: Coordinate
        var start: Int
        var end: Int
    }

    struct Leg: Hashable {
        var from: Stop
        var to: Stop
        var arrived: Int { to.start }
    }

    /// The ways between stops of 20 minutes and more that are 400 m or more apart, set out on when the tag was there.
    static func legs(of segments: [GuardSegment], from planted: Int, byCarOnly: Bool) -> [Leg] {
        var stops: [Stop] = []
        for segment in segments {
            guard case .stay(let place) = segment.kind else { continue }
            if let last = stops.last, last.end == segment.start, last.spot.distance(to: segment.to) < 200 {
                stops[stops.count - 1].end = segment.end
            } else {
                stops.append(Stop(place: place, spot: segment.to, start: segment.start, end: segment.end))
            }
        }
        stops.removeAll { $0.end - $0.start < 20 }
        return zip(stops, stops.dropFirst()).map { Leg(from: $0, to: $1) }.filter { leg in
            guard leg.from.end >= planted, leg.from.spot.distance(to: leg.to.spot) >= 400 else { return false }
            let way = segments.filter { $0.start >= leg.from.end && $0.end <= leg.to.start }
            return !byCarOnly || way.contains { $0.kind == .car }
        }
    }

    /// When the second leg ends that is no repetition, and no way back from an outing that began and ended away from
    /// home; nil for none.
    static func secondIndependent(of legs: [Leg]) -> Int? {
        guard let first = legs.first else { return nil }
        let second = legs.dropFirst().first { leg in
            if near(leg.from, first.from), near(leg.to, first.to) { return false }
            let isBack = near(leg.from, first.to) && near(leg.to, first.from)
            return !isBack || leg.from.place == .home || leg.to.place == .home
        }
        return second?.arrived
    }

    /// When two independent legs can be known at the earliest to whoever joins all rotations without an error.
    ///
    /// A leg is known once the tag was heard at the stop before it or on its first half, and on its second half or at the
    /// stop at its end, and the phone has reported from its second half or its end. Whether others went along is not
    /// asked, so no method can be earlier on these hearings and positions, and one that errs rarely is later.
    ///
    /// - Parameters:
    ///   - legs: The legs that it truly went along on, in order of time.
    ///   - heard: Minutes in which the tag was heard.
    ///   - reported: Where the phone reported, by minute.
    /// - Returns: The minute; nil for never.
    static func knowable(_ legs: [Leg], heard: [Int], reported: [(minute: Int, place: Coordinate)]) -> Int? {
        var known: [Leg] = []
        for leg in legs {
            let middle = (leg.from.end + leg.to.start) / 2
            let there = reported.first {
                (middle..<leg.to.end).contains($0.minute) && $0.place.distance(to: leg.from.spot) >= 400
            }
            guard heard.contains(where: { (leg.from.start..<middle).contains($0) }), let there,
                let after = heard.first(where: { (middle..<leg.to.end).contains($0) })
            else { continue }
            known.append(leg)
            if secondIndependent(of: known) != nil { return max(after, there.minute, leg.to.start) }
        }
        return nil
    }

    private static func near(_ one: Stop, _ two: Stop) -> Bool { one.spot.distance(to: two.spot) < 400 }
}
