import Glibc

/// A part of the ground, up to a few kilometres wide.
public enum Area: Hashable, Sendable {
    /// All within a radius in metres.
    case circle(Coordinate, radius: Double)
    /// All within a closed line through at least three corners.
    case polygon([Coordinate])

    /// Why something is no area.
    public enum Invalid: Error, Hashable, Sendable, CustomStringConvertible {
        case radius(Double)
        case corners(Int)
        case wide(Double)

        public var description: String {
            switch self {
            case .radius(let metres): "a radius of 1 to 10000 m is expected, found \(metres)"
            case .corners(let count): "3 to 200 corners are expected, found \(count)"
            case .wide(let metres): "corners at most 20000 m apart are expected, found \(Int(metres))"
            }
        }
    }

    /// A circle.
    ///
    /// - Throws: ``Invalid`` unless the radius is 1 to 10,000 m.
    public static func circle(around centre: Coordinate, radius: Double) throws(Invalid) -> Area {
        guard (1...10_000).contains(radius) else { throw .radius(radius) }
        return .circle(centre, radius: radius)
    }

    /// A polygon.
    ///
    /// - Throws: ``Invalid`` unless it has 3 to 200 corners, none farther than 20 km from the first.
    public static func polygon(through corners: [Coordinate]) throws(Invalid) -> Area {
        guard (3...200).contains(corners.count) else { throw .corners(corners.count) }
        let width = corners.map { $0.distance(to: corners[0]) }.max() ?? 0
        guard width <= 20_000 else { throw .wide(width) }
        return .polygon(corners)
    }

    /// How far a position lies within the border, in metres; negative outside.
    public func depth(of position: Coordinate) -> Double {
        switch self {
        case .circle(let centre, let radius): radius - centre.distance(to: position)
        case .polygon(let corners): Self.depth(in: corners.map { position.localOffset(to: $0) })
        }
    }

    /// How far the origin lies within a polygon.
    private static func depth(in corners: [(north: Double, east: Double)]) -> Double {
        guard var last = corners.last else { return -.infinity }
        var nearest = Double.infinity
        var isInside = false
        for corner in corners {
            nearest = min(nearest, distance(from: last, to: corner))
            // A ray to the east crosses the border an odd number of times from within.
            if (corner.north > 0) != (last.north > 0) {
                let share = corner.north / (corner.north - last.north)
                if corner.east + share * (last.east - corner.east) > 0 { isInside.toggle() }
            }
            last = corner
        }
        return isInside ? nearest : -nearest
    }

    /// The distance of the origin from a line between two points.
    private static func distance(
        from start: (north: Double, east: Double), to end: (north: Double, east: Double)
    ) -> Double {
        let north = end.north - start.north
        let east = end.east - start.east
        let length = north * north + east * east
        let along = length > 0 ? -(start.north * north + start.east * east) / length : 0
        let share = min(1, max(0, along))
        return hypot(start.north + share * north, start.east + share * east)
    }

    /// The probability that something lies within, whose position has a doubt.
    ///
    /// The border is taken as straight where it is nearest: right for areas wider than the doubt. `sigma` is the
    /// standard deviation of the position along any direction, in metres; 0 for exact.
    public func probability(of position: Coordinate, sigma: Double) -> Double {
        let depth = depth(of: position)
        guard sigma > 0 else { return depth >= 0 ? 1 : 0 }
        return 0.5 * erfc(-depth / (sigma * 2.0.squareRoot()))
    }
}
