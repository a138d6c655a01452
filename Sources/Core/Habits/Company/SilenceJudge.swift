import Tracking

/// Tells what the silence of a tracker means.
///
/// One that has told soon after leaving each time that its thing was along, and now is silent until its owner is back, and
/// is where it was before, has stayed there. One that was silent for longer than it ever is at rest may have been
/// out of power: that tells nothing.
struct SilenceJudge {
    let thing: Path
    /// Positions outside that it tells in a second after leaving.
    private let rate: Double
    /// The longest time between two positions in one place that is usual.
    private let rest: Duration
    /// When it left which place with its owner.
    private let leavings: [(place: HabitPlace, time: Timestamp)]

    /// Seconds after leaving that are looked at: somebody is on the way for that long, mostly.
    static let start = 1800.0
    /// So many times it must have gone along to know how it tells of it.
    static let leastCases = 4
    /// So many positions were to be expected, of which none came.
    static let expected = 2.0

    /// Learns from when somebody left each of their places, and whether the thing went along by what it told; nil where it
    /// seldom did.
    init?(thing: Path, cases: [(place: HabitPlace, departures: [(Departure, Company)])]) {
        let all = cases.flatMap { place, departures in
            departures.filter { $0.1 == .along }.map { (place: place, departure: $0.0) }
        }
        let count = all.count
        var (positions, seconds) = (0, 0.0)
        for (_, departure) in all {
            let time = Self.seconds(departure)
            let first = thing.firstIndex(after: departure.time)
            let last = thing.firstIndex(after: departure.time.advanced(by: .milliseconds(Int64(time * 1000))))
            positions += last - first
            seconds += time
        }
        guard count >= Self.leastCases, seconds > 0 else { return nil }
        rate = Double(positions) / seconds
        rest = Self.rest(thing.fixes)
        leavings = all.map { ($0.place, $0.departure.time) }
        self.thing = thing
    }

    /// How long an absence is, as far as its beginning counts.
    private static func seconds(_ departure: Departure) -> Double {
        min(start, departure.time.duration(to: departure.back ?? departure.lastOutside).inSeconds)
    }

    /// The longest time between two positions that nine of ten days have.
    private static func rest(_ fixes: [Fix]) -> Duration {
        var longest: [Int64: Duration] = [:]
        for (fix, next) in zip(fixes, fixes.dropFirst()) {
            let day = fix.time.wholeSeconds / 86_400
            longest[day] = max(longest[day] ?? .zero, fix.time.duration(to: next.time))
        }
        let gaps = longest.values.sorted()
        return gaps.isEmpty ? .zero : gaps[(gaps.count - 1) * 9 / 10]
    }

    /// Whether it has surely stayed where it was, there or elsewhere.
    func hasStayed(at departure: Departure) -> Bool {
        guard let back = departure.back else { return false }
        let next = thing.firstIndex(after: departure.time)
        guard next > 0, next < thing.fixes.count else { return false }
        let (before, after) = (thing.fixes[next - 1], thing.fixes[next])
        guard after.time >= back, wasThere(after, where: before) else { return false }
        let absence = departure.time.duration(to: back)
        guard before.time.duration(to: after.time) <= rest + rest + absence else { return false }
        return rate * Self.seconds(departure) >= Self.expected
    }

    /// Whether a thing lay where it was before until a later position: it is there, or it has just left with its owner.
    private func wasThere(_ fix: Fix, where before: Fix) -> Bool {
        let distance = fix.coordinate.distance(to: before.coordinate)
        if distance <= Path.samePlace + 2 * (fix.sigma + before.sigma) { return true }
        return leavings.contains { place, time in
            time <= fix.time && time.duration(to: fix.time).inSeconds <= Self.start && place.side(of: before) == .inside
        }
    }
}
