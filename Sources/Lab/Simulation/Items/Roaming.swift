import Foundation
public import Tracking

/// How a simulated item moves: a pure function of its seed and the time.
///
/// Whoever asks again, after a restart too, gets the same answer, so that nothing of a walk has to be kept.
public struct Roaming: Hashable, Sendable {
    /// What it does.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// It stays where it is.
        case stays
        /// It walks about within its radius.
        case walks
        /// It goes beyond its radius and comes back, again and again.
        case leaves
    }

    public let kind: Kind
    /// Where it stays, or begins.
    public let centre: Coordinate
    /// Metres, in ``radii``.
    public let radius: Double
    /// Every draw comes from it.
    public let seed: UInt64
    /// When it began, at ``centre``.
    public let start: Timestamp

    /// The radii that there may be, in metres.
    public static let radii = 50.0...5000.0

    /// Metres in a second at which people walk (Bohannon, "Comfortable and maximum walking speed of adults", 1997:
    /// 1.27 to 1.46).
    static let speed = 1.3

    /// Seconds at a place before it goes on, at least; our choice.
    private static let rest = 30.0
    /// Seconds at home, and away, of one that leaves: time for an alert to be raised, and to be cleared; our choice.
    private static let stay = 120.0
    /// The share of the radius within which it walks: a position so many metres off is good to some centimetres only.
    private static let share = 0.98
    /// How far away it goes, in radii; our choice.
    private static let beyond = 1.25

    /// A way of moving from a moment on; a radius outside ``radii`` counts as the nearest in it.
    public init(_ kind: Kind, around centre: Coordinate, radius: Double, seed: UInt64, start: Timestamp) {
        (self.kind, self.centre, self.seed, self.start) = (kind, centre, seed, start)
        self.radius = min(Self.radii.upperBound, max(Self.radii.lowerBound, radius))
    }

    /// Where it is at a moment; before its start, where it begins.
    public func position(at time: Timestamp) -> Coordinate {
        let seconds = max(0, time.seconds - start.seconds)
        switch kind {
        case .stays: return centre
        case .walks: return place(walking(at: seconds))
        case .leaves: return place(leaving(at: seconds))
        }
    }

    /// Metres to the north and to the east of the centre.
    private typealias Offset = (north: Double, east: Double)

    private func place(_ offset: Offset) -> Coordinate { centre.offset(north: offset.north, east: offset.east) }

    /// It walks from one place to the next, and rests there until the leg is over.
    ///
    /// All legs take as long as the longest one, so that the leg of a moment is known without those before it.
    private func walking(at seconds: Double) -> Offset {
        let length = 2 * Self.share * radius / Self.speed + Self.rest
        let leg = (seconds / length).rounded(.down)
        let (from, to) = (stop(leg), stop(leg + 1))
        let way = (north: to.north - from.north, east: to.east - from.east)
        let distance = (way.north * way.north + way.east * way.east).squareRoot()
        let walked = distance > 0 ? min(1, (seconds - leg * length) * Self.speed / distance) : 0
        return (from.north + way.north * walked, from.east + way.east * walked)
    }

    /// The place at which a leg begins: anywhere within the radius, alike for each square metre.
    private func stop(_ leg: Double) -> Offset {
        guard leg > 0 else { return (0, 0) }
        var draws = SplitMix(seed: seed, stream: "stop/\(Int64(leg))")
        return Self.offset(Self.share * radius * draws.unit().squareRoot(), bearing: 2 * .pi * draws.unit())
    }

    /// It stays at home, goes straight away, stays there and comes straight back; each time in another direction.
    private func leaving(at seconds: Double) -> Offset {
        let farthest = Self.beyond * radius
        let walk = farthest / Self.speed
        let length = 2 * (Self.stay + walk)
        let trip = (seconds / length).rounded(.down)
        let into = seconds - trip * length - Self.stay
        var draws = SplitMix(seed: seed, stream: "trip/\(Int64(trip))")
        let back = walk + Self.stay
        let distance = into < back ? min(farthest, max(0, into) * Self.speed) : farthest - (into - back) * Self.speed
        return Self.offset(max(0, distance), bearing: 2 * .pi * draws.unit())
    }

    private static func offset(_ distance: Double, bearing: Double) -> Offset {
        (distance * cos(bearing), distance * sin(bearing))
    }
}
