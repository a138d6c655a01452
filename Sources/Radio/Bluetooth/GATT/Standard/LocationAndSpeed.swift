public import Tracking

/// The characteristic Location and Speed, 2A67: what a receiver of satellites knows at once.
///
/// GATT Specification Supplement, section 3.139; every field may be missing.
public struct LocationAndSpeed: Hashable, Sendable {
    /// How a position came about.
    public enum PositionStatus: UInt8, Hashable, Sendable, CaseIterable {
        case none, ok, estimated, lastKnown
    }

    /// By what the elevation is measured.
    public enum ElevationSource: UInt8, Hashable, Sendable, CaseIterable {
        case positioning, barometer, database, other
    }

    /// Metres a second, in hundredths, up to 655.35.
    public var speed: Double?
    /// Metres that it has come in all, in tenths, up to 1,677,721.5.
    public var totalDistance: Double?
    public var coordinate: Coordinate?
    /// Metres, in hundredths, within 83,886 m either way.
    public var elevation: Double?
    /// Degrees clockwise from north, in hundredths, up to 655.35.
    public var heading: Double?
    /// Counts notifications and begins again after 255.
    public var rollingTime: UInt8?
    /// When it was measured, in whole seconds, from 1582 on.
    public var time: Timestamp?
    public var status: PositionStatus
    /// Whether speed and distance are told in three dimensions.
    public var isThreeDimensional: Bool
    public var elevationSource: ElevationSource
    /// Whether the heading comes from a compass, not from the movement.
    public var hasCompassHeading: Bool

    public init(
        speed: Double? = nil,
        totalDistance: Double? = nil,
        coordinate: Coordinate? = nil,
        elevation: Double? = nil,
        heading: Double? = nil,
        rollingTime: UInt8? = nil,
        time: Timestamp? = nil,
        status: PositionStatus = .none,
        isThreeDimensional: Bool = false,
        elevationSource: ElevationSource = .positioning,
        hasCompassHeading: Bool = false
    ) {
        self.speed = speed
        self.totalDistance = totalDistance
        self.coordinate = coordinate
        self.elevation = elevation
        self.heading = heading
        self.rollingTime = rollingTime
        self.time = time
        self.status = status
        self.isThreeDimensional = isThreeDimensional
        self.elevationSource = elevationSource
        self.hasCompassHeading = hasCompassHeading
    }

    /// What one of our trackers tells of a fix, in at most 24 bytes.
    public init(_ fix: TrackerFix) {
        self.init(
            speed: fix.fix.speed.map { $0 / 3.6 },
            coordinate: fix.fix.coordinate,
            elevation: fix.fix.altitude,
            heading: fix.fix.course,
            time: Timestamp(milliseconds: fix.fix.time.wholeSeconds * 1000),
            status: fix.source == .gnss ? .ok : fix.source == .cell ? .estimated : .lastKnown
        )
    }

    /// The position, of what has one and was measured, not remembered; its time is that of arrival where none is told.
    public func fix(receivedAt now: Timestamp) -> Fix? {
        guard let coordinate, status == .ok || status == .estimated else { return nil }
        return Fix(
            coordinate: coordinate,
            time: time ?? now,
            altitude: elevation,
            speed: speed.map { $0 * 3.6 },
            course: heading
        )
    }
}
