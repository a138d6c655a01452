public import Tracking

/// A place that can be stored.
public struct Spot: Hashable, Sendable, Codable {
    public var latitude: Double
    public var longitude: Double

    init(_ coordinate: Coordinate) { (latitude, longitude) = (coordinate.latitude, coordinate.longitude) }

    public var coordinate: Coordinate? { try? Coordinate(latitude: latitude, longitude: longitude) }

    /// Metres to another one.
    func distance(to other: Spot) -> Double {
        guard let one = coordinate, let two = other.coordinate else { return .infinity }
        return one.distance(to: two)
    }
}
