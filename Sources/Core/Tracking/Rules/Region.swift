import Glibc

/// A part of the globe, of any size, to ask a history for.
public enum Region: Hashable, Sendable {
    /// All within some metres of a position.
    case circle(Coordinate, radius: Double)
    /// All between two latitudes, and from one longitude to the east as far as another.
    ///
    /// A west that is greater than the east means a box across the antimeridian.
    case box(south: Double, west: Double, north: Double, east: Double)
    /// All within a border of up to a few kilometres.
    case area(Area)

    /// Whether a position lies within, the border included.
    public func contains(_ position: Coordinate) -> Bool {
        switch self {
        case .circle(let centre, let radius): centre.distance(to: position) <= radius
        case .box: bounds.contains(latitude: position.latitude, longitude: position.longitude)
        case .area(let area): area.depth(of: position) >= 0
        }
    }
}

extension Region {
    /// Latitudes and longitudes that hold a region, in degrees.
    public struct Bounds: Hashable, Sendable {
        public var south: Double
        public var north: Double
        /// Greater than ``east`` for a region across the antimeridian.
        public var west: Double
        public var east: Double

        public static let globe = Bounds(south: -90, north: 90, west: -180, east: 180)

        /// Whether a position lies within, the border included.
        @inlinable
        public func contains(latitude: Double, longitude: Double) -> Bool {
            guard latitude >= south, latitude <= north else { return false }
            return west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east
        }
    }

    /// The least box of latitudes and longitudes, or one a little larger, that holds all of the region.
    public var bounds: Bounds {
        switch self {
        case .circle(let centre, let radius): Self.bounds(around: centre, radius: radius)
        case .box(let south, let west, let north, let east): Bounds(south: south, north: north, west: west, east: east)
        case .area(.circle(let centre, let radius)): Self.bounds(around: centre, radius: radius)
        case .area(.polygon(let corners)): Self.bounds(through: corners)
        }
    }

    private static func bounds(around centre: Coordinate, radius: Double) -> Bounds {
        // The ellipsoid is nowhere more curved than at the equator along a meridian; a hundredth is for what a sphere
        // gets wrong.
        let angle = radius / 6_335_400 * 1.01
        let latitudes = angle * 180 / .pi
        guard centre.latitude.magnitude + latitudes < 90 else {
            // A pole lies within: every longitude is near.
            let south = centre.latitude - latitudes
            let north = centre.latitude + latitudes
            return Bounds(south: max(-90, south), north: min(90, north), west: -180, east: 180)
        }
        let longitudes = asin(min(1, sin(angle) / cos(centre.latitude * .pi / 180))) * 180 / .pi
        return around(
            centre.longitude,
            from: -longitudes,
            to: longitudes,
            south: centre.latitude - latitudes,
            north: centre.latitude + latitudes
        )
    }

    private static func bounds(through corners: [Coordinate]) -> Bounds {
        guard let first = corners.first else { return .globe }
        let east = corners.map { Self.turned($0.longitude - first.longitude) }
        let latitudes = corners.map(\.latitude)
        // An edge along the border bulges by less than this.
        let margin = 0.001
        return around(
            first.longitude,
            from: (east.min() ?? 0) - margin,
            to: (east.max() ?? 0) + margin,
            south: (latitudes.min() ?? -90) - margin,
            north: (latitudes.max() ?? 90) + margin
        )
    }

    private static func around(
        _ longitude: Double, from west: Double, to east: Double, south: Double, north: Double
    ) -> Bounds {
        guard east - west < 360 else { return Bounds(south: south, north: north, west: -180, east: 180) }
        return Bounds(south: south, north: north, west: turned(longitude + west), east: turned(longitude + east))
    }

    /// A longitude as one from -180 to 180.
    private static func turned(_ degrees: Double) -> Double {
        if (-180...180).contains(degrees) { return degrees }
        return degrees > 180 ? degrees - 360 : degrees + 360
    }
}
