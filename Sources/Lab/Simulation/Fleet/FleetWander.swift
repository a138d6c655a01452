import Foundation
public import Tracking

/// How a tracker of a fleet goes about where no path is given: a pure function of its seed and the time.
///
/// Straight and at one speed from one place to the next, where it rests until the leg is over: half of them on foot within half a kilometre of where they
/// begin, half by vehicle within five.
public struct FleetWander: Hashable, Sendable {
    private let home: Coordinate
    private let seed: UInt64
    /// Metres.
    private let reach: Double
    /// Metres in a second.
    private let pace: Double

    /// One of a seed about an origin, around which all begin within some kilometres; our choice.
    public init(seed: UInt64, tracker: Int, origin: Coordinate) {
        var draws = SplitMix(seed: seed, stream: "fleet/\(tracker)")
        let isRide = draws.unit() < 0.5
        self.seed = draws.next()
        reach = isRide ? 5000 : 500
        // On foot as Bohannon 1997 has it, by vehicle 18 to 50 km/h.
        pace = isRide ? 5 + 9 * draws.unit() : 1.27 + 0.19 * draws.unit()
        home = Self.place(&draws, around: origin, within: 10_000)
    }

    /// Where it is, seconds after the start, and how it moves.
    public func position(at seconds: Double) -> FleetPosition {
        // All legs take as long as the longest one: the leg of a moment is known without those before it.
        let length = 2 * reach / pace
        let leg = max(0, (seconds / length).rounded(.down))
        let (from, to) = (stop(leg), stop(leg + 1))
        let offset = from.localOffset(to: to)
        let distance = (offset.north * offset.north + offset.east * offset.east).squareRoot()
        let gone = max(0, seconds - leg * length) * pace
        let isMoving = gone < distance
        let course = atan2(offset.east, offset.north) * 180 / .pi
        return FleetPosition(
            coordinate: from.interpolated(to: to, fraction: isMoving ? gone / distance : 1).rounded,
            speed: isMoving ? (pace * 36).rounded() / 10 : 0,
            course: isMoving ? (course < 0 ? course + 360 : course).rounded() : nil
        )
    }

    private func stop(_ leg: Double) -> Coordinate {
        guard leg > 0 else { return home }
        var draws = SplitMix(seed: seed &+ UInt64(leg), stream: "stop")
        return Self.place(&draws, around: home, within: reach)
    }

    /// Alike for each square metre.
    private static func place(_ draws: inout SplitMix, around centre: Coordinate, within radius: Double) -> Coordinate {
        let distance = radius * draws.unit().squareRoot()
        let bearing = 2 * .pi * draws.unit()
        return centre.offset(north: distance * cos(bearing), east: distance * sin(bearing))
    }
}

/// Where a tracker of a fleet is, and how it moves.
public struct FleetPosition: Hashable, Sendable {
    public var coordinate: Coordinate
    /// Kilometres an hour; nil where nobody tells.
    public var speed: Double?
    /// Degrees clockwise from north, 0 to 360; nil where nobody tells.
    public var course: Double?

    public init(coordinate: Coordinate, speed: Double? = nil, course: Double? = nil) {
        (self.coordinate, self.speed, self.course) = (coordinate, speed, course)
    }

    /// What a receiver makes of it at a moment: our choice of 4 m.
    func fix(at time: Timestamp) -> Fix {
        Fix(coordinate: coordinate, time: time, accuracy: 4, speed: speed, course: course)
    }
}
