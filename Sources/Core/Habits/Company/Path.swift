import Tracking

/// Where something was between its fixes, as far as that is known.
struct Path {
    let fixes: [Fix]

    /// Up to this gap between two fixes it was about the straight way between.
    static let shortGap = Duration.seconds(1800)
    /// Up to this gap it was where both of them are, if that is the same place.
    static let longGap = Duration.seconds(12 * 3600)
    /// For how long something is where it was seen last, unless it is seen elsewhere.
    static let visit = Duration.seconds(3 * 3600)
    /// Metres within which two positions are the same place.
    static let samePlace = 200.0

    /// The index of the first fix after a moment.
    func firstIndex(after time: Timestamp) -> Int {
        var (low, high) = (0, fixes.count)
        while low < high {
            let middle = (low + high) / 2
            if fixes[middle].time <= time { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Whether it was where another fix is, and at the same time; nil where that is not known.
    ///
    /// Between two fixes it was in an ellipse around both of them (space-time prism: T. Hägerstrand, "What about people in
    /// regional science?", 1970): a position outside of a wide one was somewhere else, one in a narrow one was with it.
    func isBeside(_ fix: Fix) -> Bool? {
        let next = firstIndex(after: fix.time)
        guard next > 0 else { return nil }
        let before = fixes[next - 1]
        guard next < fixes.count else {
            guard before.time.duration(to: fix.time) <= .seconds(300) else { return nil }
            return isBeside(fix, before, before)
        }
        let after = fixes[next]
        let gap = before.time.duration(to: after.time)
        let isStill = before.coordinate.distance(to: after.coordinate) <= Self.samePlace
        if gap <= Self.shortGap || isStill && gap <= Self.longGap { return isBeside(fix, before, after) }
        // One that was seen arriving is there for a while, and one seen leaving has been.
        return [before, after].contains { isAround(fix, $0) } ? true : nil
    }

    private func isAround(_ fix: Fix, _ other: Fix) -> Bool {
        let time = abs(fix.time.milliseconds - other.time.milliseconds)
        return time <= Self.visit.milliseconds
            && fix.coordinate.distance(to: other.coordinate) <= Self.samePlace + 2 * (fix.sigma + other.sigma)
    }

    private func isBeside(_ fix: Fix, _ before: Fix, _ after: Fix) -> Bool? {
        let between = before.coordinate.distance(to: after.coordinate)
        let way = fix.coordinate.distance(to: before.coordinate) + fix.coordinate.distance(to: after.coordinate)
        let doubt = Self.samePlace + 4 * (fix.sigma + max(before.sigma, after.sigma))
        if way <= 1.3 * between + doubt { return true }
        return way > 2 * between + doubt + 1000 ? false : nil
    }
}
