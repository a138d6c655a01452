import Foundation
import TestSupport

/// An owner who wanders about at up to 10 m/s, and a thing that strays up to 50 m from there at up to 5 m/s more.
struct RandomWalk {
    static let seconds = 1800
    private var generator: SeededGenerator
    private let place: (latitude: Double, longitude: Double)

    init(_ place: (latitude: Double, longitude: Double), seed: UInt64) {
        self.place = place
        generator = SeededGenerator(seed: seed)
    }

    /// The scenario with both ways written out, a report each second and no noise.
    mutating func scenario() -> String {
        let owner = points(within: 400, speed: 10)
        let apart = points(within: 50, speed: 5)
        let times = Set(owner.map(\.at) + apart.map(\.at)).sorted()
        let thing = times.map { at in
            let (here, away) = (Self.position(at, owner), Self.position(at, apart))
            return Point(at: at, east: here.east + away.east, north: here.north + away.north)
        }
        return """
            name: A random walk
            duration: \(Self.seconds)s
            noise: none
            owners:
              - id: sam
                report-every: 1s
                points:
            \(lines(owner))
            trackers:
              - id: keys
                owner: sam
                report-every: 1s
                points:
            \(lines(thing))
            """
    }

    private struct Point {
        var at: Double
        var east: Double
        var north: Double
    }

    /// From one random point of a square to another, each leg at a speed of its own; the first is the middle.
    private mutating func points(within reach: Double, speed: Double) -> [Point] {
        var points = [Point(at: 0, east: 0, north: 0)]
        while let last = points.last, last.at < Double(Self.seconds) {
            // Mostly near the middle, so that the small thresholds are crossed often too.
            let around = reach * Double.random(in: 0.05...1, using: &generator)
            let east = Double.random(in: -around...around, using: &generator)
            let north = Double.random(in: -around...around, using: &generator)
            let pace = Double.random(in: 0.2 * speed...speed, using: &generator)
            let way = hypot(east - last.east, north - last.north)
            // Times with milliseconds, so that the corners lie between the steps.
            let at = last.at + max(0.001, (way / pace * 1000).rounded(.up) / 1000)
            points.append(Point(at: at, east: east, north: north))
            if Bool.random(using: &generator) { points.append(Point(at: at + 3, east: east, north: north)) }
        }
        return points
    }

    private static func position(_ at: Double, _ points: [Point]) -> Point {
        guard let next = points.firstIndex(where: { $0.at >= at }) else { return points[points.count - 1] }
        guard next > 0 else { return points[0] }
        let (from, to) = (points[next - 1], points[next])
        let share = (at - from.at) / (to.at - from.at)
        return Point(
            at: at,
            east: from.east + (to.east - from.east) * share,
            north: from.north + (to.north - from.north) * share
        )
    }

    private func lines(_ points: [Point]) -> String {
        points.map { point in
            let latitude = place.latitude + point.north / 111_320
            var longitude = place.longitude + point.east / (111_320 * cos(place.latitude * .pi / 180))
            if longitude > 180 { longitude -= 360 } else if longitude < -180 { longitude += 360 }
            let milliseconds = Int((point.at * 1000).rounded())
            let position = String(format: "lat: %.12f, lon: %.12f", latitude, longitude)
            return "      - {at: \(milliseconds)ms, \(position)}"
        }.joined(separator: "\n")
    }
}
