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

    /// Metres between two positions: as far as two can be apart, and how uncertain both may be on top.
    public static let distance: ClosedRange<Double> = 0...100_000_000

    /// When something may have happened: from a day before what a device without a clock counts from, as one that was
    /// never set may be hours behind, to the end of the century.
    public static let times = Timestamp(milliseconds: -86_400_000)...Timestamp(milliseconds: 4_102_444_799_999)

    /// The start of GPS time, 1980-01-06.
    ///
    /// No receiver has measured a position before; a device whose clock was never set counts from 1970 on.
    public static let earliest = Timestamp(milliseconds: 315_964_800_000)
}
