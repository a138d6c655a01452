/// A position on the WGS 84 ellipsoid, in degrees.
public struct Coordinate: Hashable, Sendable {
    /// Degrees north of the equator, -90 to 90.
    public let latitude: Double
    /// Degrees east of Greenwich, -180 to 180.
    public let longitude: Double

    /// Why a pair of numbers is not a position.
    public enum Invalid: Error, Hashable, Sendable {
        case latitude(Double)
        case longitude(Double)
    }

    /// A position from degrees.
    ///
    /// - Throws: ``Invalid`` for a number out of range or not a number.
    public init(latitude: Double, longitude: Double) throws(Invalid) {
        guard (-90...90).contains(latitude) else { throw .latitude(latitude) }
        guard (-180...180).contains(longitude) else { throw .longitude(longitude) }
        self.init(uncheckedLatitude: latitude, longitude: longitude)
    }

    @usableFromInline
    init(uncheckedLatitude latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }
}

extension Coordinate.Invalid: CustomStringConvertible {
    public var description: String {
        switch self {
        case .latitude(let value): "latitude \(value) is outside -90 to 90"
        case .longitude(let value): "longitude \(value) is outside -180 to 180"
        }
    }
}

extension Coordinate {
    /// The latitude as it is stored: whole units of 1e-7 degrees.
    public var latitudeE7: Int32 { Int32((latitude * 1e7).rounded()) }

    /// The longitude as it is stored: whole units of 1e-7 degrees.
    public var longitudeE7: Int32 { Int32((longitude * 1e7).rounded()) }

    /// A position from whole units of 1e-7 degrees.
    ///
    /// - Throws: ``Invalid`` for a number out of range.
    public init(latitudeE7: Int32, longitudeE7: Int32) throws(Invalid) {
        try self.init(latitude: Double(latitudeE7) / 1e7, longitude: Double(longitudeE7) / 1e7)
    }

    /// The same position at the resolution it is stored with.
    public var rounded: Coordinate {
        Coordinate(uncheckedLatitude: Double(latitudeE7) / 1e7, longitude: Double(longitudeE7) / 1e7)
    }
}
