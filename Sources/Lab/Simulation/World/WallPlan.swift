import Glibc
import Tracking

/// The walls of a world: how much of a signal they take.
struct WallPlan: Sendable {
    private struct Segment: Sendable {
        let start: Coordinate
        let end: Coordinate
        let attenuation: Double
    }

    private let segments: [Segment]

    /// The walls of a copy of a scenario that lies so many degrees to the east.
    init(_ walls: [Scenario.Wall], turn: Double) {
        segments = walls.flatMap { wall in
            let corners = wall.corners.map { $0.turned(by: turn) }
            // Two corners are one wall, there and back again.
            let ends = corners.count == 2 ? [corners[1]] : corners.dropFirst() + corners.prefix(1)
            return zip(corners, ends).map { Segment(start: $0, end: $1, attenuation: wall.attenuation) }
        }
    }

    var isEmpty: Bool { segments.isEmpty }

    /// What all the walls between two places take, in dB.
    func attenuation(from here: Coordinate, to there: Coordinate) -> Double {
        let way = here.localOffset(to: there)
        return segments.reduce(0) { sum, segment in
            let start = here.localOffset(to: segment.start)
            let end = here.localOffset(to: segment.end)
            return Self.crosses(way, start, end) ? sum + segment.attenuation : sum
        }
    }

    /// Whether the way from the origin crosses a wall; one through a corner crosses one of the two that meet there.
    private static func crosses(
        _ way: (north: Double, east: Double),
        _ start: (north: Double, east: Double),
        _ end: (north: Double, east: Double)
    ) -> Bool {
        let left = cross(way, start)
        let right = cross(way, end)
        guard (left > 0) != (right > 0) else { return false }
        // Where along the wall, and then along the way, the two lines meet.
        let share = left / (left - right)
        let north = start.north + share * (end.north - start.north)
        let east = start.east + share * (end.east - start.east)
        let along = (north * way.north + east * way.east) / (way.north * way.north + way.east * way.east)
        return along > 0 && along < 1
    }

    private static func cross(_ way: (north: Double, east: Double), _ point: (north: Double, east: Double)) -> Double {
        way.north * point.east - way.east * point.north
    }
}

extension World {
    /// Metres between a tracker and a gateway as the signal has it: through walls it is as weak as from farther away.
    func signalDistance(_ index: Int, _ gateway: Int, at position: Coordinate) -> Double {
        // Most gateways are carried by the owner, whose distance is known already.
        let isOwners = gateways[gateway].owner == trackers[index].owner
        let metres = isOwners ? trackers[index].distance : position.distance(to: gateways[gateway].position)
        return reach(metres, to: gateway) * wallFactor(index, gateway, at: position)
    }

    /// By how much walls lengthen the way between a tracker and a gateway; 1 for nothing between them.
    func wallFactor(_ index: Int, _ gateway: Int, at position: Coordinate) -> Double {
        guard !walls.isEmpty else { return 1 }
        let loss = walls[trackers[index].copy].attenuation(from: position, to: gateways[gateway].position)
        if loss == 0 { return 1 }
        let radios = trackerNoise.isEmpty ? [] : trackerNoise[index].radios
        return pow(10, loss / (10 * (radios.first?.parameters.exponent ?? trackers[index].radio.exponent)))
    }
}
