public import Glibc

/// The WGS 84 ellipsoid (NIMA TR8350.2).
public enum Ellipsoid {
    /// Equatorial radius a, in metres.
    public static let equatorialRadius = 6_378_137.0
    /// Flattening f.
    public static let flattening = 1 / 298.257223563
    /// Polar radius b = a(1 - f), in metres.
    public static let polarRadius = equatorialRadius * (1 - flattening)
    /// First eccentricity squared, e² = f(2 - f).
    public static let eccentricitySquared = flattening * (2 - flattening)

    /// Metres in a degree of latitude and in a degree of longitude at a latitude in degrees.
    ///
    /// The radii of curvature are M = a(1 - e²)/(1 - e² sin²φ)^(3/2) along the meridian and
    /// N = a/(1 - e² sin²φ)^(1/2) along the prime vertical (Snyder, Map Projections, 4-18 and 4-20).
    @inlinable
    public static func metresInDegree(atLatitude latitude: Double) -> (north: Double, east: Double) {
        let radians = latitude * .pi / 180
        let sine = sin(radians)
        let w2 = 1 - eccentricitySquared * sine * sine
        let normal = equatorialRadius / w2.squareRoot()
        let meridian = normal * (1 - eccentricitySquared) / w2
        return (meridian * .pi / 180, normal * cos(radians) * .pi / 180)
    }
}
