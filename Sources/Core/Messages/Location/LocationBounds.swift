public import Tracking

/// What a receiver on or near the Earth can measure; a number beyond is none.
public enum LocationBounds {
    /// Metres of accuracy: to half of the Earth's circumference, which is the farthest from anywhere (WGS 84's equator,
    /// π · 6,378,137 m, rounded down).
    public static let accuracy: ClosedRange<Double> = 0...20_037_508

    /// Metres of altitude: from below the deepest sea floor (10,935 m in the Mariana Trench, GEBCO) to above the satellites
    /// that are in low orbits (1,000 km).
    public static let altitude: ClosedRange<Double> = -12_000...1_000_000

    /// Metres of vertical accuracy: as high as an altitude may be.
    public static let verticalAccuracy: ClosedRange<Double> = 0...1_000_000

    /// Kilometres an hour: to the speed at which one leaves the Earth (11.2 km/s).
    public static let speed: ClosedRange<Double> = 0...40_320

    /// Degrees from north.
    public static let course: ClosedRange<Double> = 0...360

    /// The start of GPS time, 1980-01-06.
    ///
    /// No receiver has measured a position before; a device whose clock was never set counts from 1970 on.
    public static let earliest = Timestamp(milliseconds: 315_964_800_000)
}
