import Paths
import Tracking

struct PathTiming {
    /// For each point, milliseconds since the first one.
    private(set) var milliseconds: [Double] = []

    /// Metres from the first point, along the path.
    private let distances: [Double]
    /// Milliseconds for a metre where the path has no times.
    private let pace: Double

    init(_ points: [PathPoint], speed: Double) {
        pace = 1000 / speed
        distances = Self.distances(points)
        let timed = points.indices.filter { points[$0].time != nil }
        guard let first = timed.first, let last = timed.last, let start = points[first].time, points[last].time != start
        else {
            milliseconds = distances.map { $0 * pace }
            return
        }
        // The way to the first time is walked before it.
        let lead = distances[first] * pace
        milliseconds = distances[..<first].map { $0 * pace }
        for (from, to) in zip(timed, timed.dropFirst()) {
            let begin = lead + Self.milliseconds(from: start, to: points[from].time)
            let end = lead + Self.milliseconds(from: start, to: points[to].time)
            appendPoints(from: from, to: to, begin: begin, end: end)
        }
        let end = lead + Self.milliseconds(from: start, to: points[last].time)
        milliseconds += distances[last...].map { end + ($0 - distances[last]) * pace }
    }

    /// The points from one with a time up to, but not with, the next with one: in proportion to the way.
    private mutating func appendPoints(from: Int, to: Int, begin: Double, end: Double) {
        let way = distances[to] - distances[from]
        for index in from..<to {
            let share = way > 0 ? (distances[index] - distances[from]) / way : 0
            milliseconds.append(begin + (end - begin) * share)
        }
    }

    private static func milliseconds(from start: Timestamp, to time: Timestamp?) -> Double {
        Double((time ?? start).milliseconds - start.milliseconds)
    }

    private static func distances(_ points: [PathPoint]) -> [Double] {
        var sum = 0.0
        return points.indices.map { index in
            if index > 0 { sum += points[index - 1].coordinate.distance(to: points[index].coordinate) }
            return sum
        }
    }
}
