import Simulation
import Tracking

/// A picture of how an alert is decided: an owner walks away from an item and comes back, both measured by one
/// simulated Bluetooth signal in the open.
///
/// The line is the truth; the band is what is known of it, with a probability of 90 %. A level is raised when the band
/// is above its threshold, and cleared when it is below the first one.
public struct DecisionPlot: Sendable {
    struct Point: Hashable, Sendable {
        /// Seconds in the picture.
        var time: Double
        /// Metres.
        var truth: Double
        var low: Double
        var high: Double
        var level: AlertLevel
    }

    let points: [Point]

    /// Seconds that the two are together in the picture before one walks off.
    private static let before = 20
    /// Seconds of the picture.
    private static let length = 170
    private static let turn = DayStream.Turn(distance: 30, rest: 45)

    /// The picture of a seed.
    ///
    /// - Throws: When the simulated day cannot be set up.
    public init(seed: UInt64 = 17) throws {
        let plan = DayPlan(.leftBluetooth, .openSky)
        let begin = (plan.leaves ?? 0) - Self.before
        var watch = try TagalongWatch()
        var points: [Point] = []
        for moment in try DayStream(plan, seed: seed, turn: Self.turn) where moment.second < begin + Self.length {
            let level = watch.observe(moment)
            guard moment.second >= begin, let interval = watch.interval else { continue }
            points.append(
                Point(
                    time: Double(moment.second - begin),
                    truth: moment.distance,
                    low: interval.lowerBound,
                    high: interval.upperBound,
                    level: level
                )
            )
        }
        self.points = points
    }

    var changes: [Point] { zip(points, points.dropFirst()).filter { $0.level != $1.level }.map(\.1) }
}
