internal import Glibc
internal import Tracking

/// Where the sun is seen from the centre of the Earth, and how far the Earth has turned.
///
/// Jean Meeus, *Astronomical Algorithms*, 2nd edition: chapter 25, the apparent position to 0.01° ("low accuracy"), and
/// chapter 12, the apparent sidereal time at Greenwich. Terrestrial Time is taken as UTC: the sun moves 0.001° in the
/// minute or two between them, which is a quarter of a second of its hour angle.
struct SolarPosition {
    /// Radians north of the celestial equator.
    let declination: Double
    /// Degrees that the sun is west of the meridian of Greenwich.
    let hourAngle: Double

    /// At a moment in seconds since 1970.
    init(at seconds: Double) {
        // Days and centuries of 36,525 days since J2000.0, which is 2000-01-01T12:00, the Julian day 2451545.0.
        let days = seconds / 86_400 - 10_957.5
        let t = days / 36_525
        // Equations 25.2 and 25.3, and the equation of the centre.
        let meanLongitude = 280.46646 + t * (36_000.76983 + t * 0.0003032)
        let anomaly = Self.radians(357.52911 + t * (35_999.05029 - t * 0.0001537))
        let centre =
            sin(anomaly) * (1.914602 - t * (0.004817 + t * 0.000014)) + sin(2 * anomaly) * (0.019993 - t * 0.000101)
            + sin(3 * anomaly) * 0.000289
        // Aberration, and the largest term of nutation.
        let node = Self.radians(125.04 - 1934.136 * t)
        let nutation = -0.00478 * sin(node)
        let longitude = Self.radians(meanLongitude + centre - 0.00569 + nutation)
        // Equation 22.2, in degrees, with the correction of 25.8.
        let meanObliquity = 23.4392911 - t * (0.0130042 + t * (1.64e-7 - t * 5.036e-7))
        let obliquity = Self.radians(meanObliquity + 0.00256 * cos(node))
        let ascension = atan2(cos(obliquity) * sin(longitude), cos(longitude)) * 180 / .pi
        declination = asin(min(1, max(-1, sin(obliquity) * sin(longitude))))
        // Equation 12.4, made apparent by the nutation along the equator.
        let sidereal =
            280.46061837 + 360.98564736629 * days + t * t * (0.000387933 - t / 38_710_000) + nutation * cos(obliquity)
        hourAngle = sidereal - ascension
    }

    /// Degrees that the sun's centre is above the horizon, without refraction and parallax.
    func altitude(of place: Coordinate) -> Double {
        let latitude = Self.radians(place.latitude)
        let angle = Self.radians(hourAngle + place.longitude)
        let sine = sin(latitude) * sin(declination) + cos(latitude) * cos(declination) * cos(angle)
        return asin(min(1, max(-1, sine))) * 180 / .pi
    }

    private static func radians(_ degrees: Double) -> Double { turned(degrees) * .pi / 180 }

    /// The same angle within half a turn; faster than the exact remainder, which nobody needs here.
    static func turned(_ degrees: Double) -> Double { degrees - 360 * (degrees / 360).rounded() }
}
