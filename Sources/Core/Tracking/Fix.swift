/// A position that a device measured, with its time and its doubt.
public struct Fix: Hashable, Sendable {
    public var coordinate: Coordinate
    /// When it was measured.
    public var time: Timestamp
    /// The radius in metres within which the device lies with a probability of 68 %; 0 for exact, nil for not told.
    public var accuracy: Double?
    /// Metres above the ellipsoid or the sea, as the device counts.
    public var altitude: Double?
    /// The doubt of the altitude, in metres.
    public var verticalAccuracy: Double?
    /// Kilometres an hour over ground.
    public var speed: Double?
    /// Degrees clockwise from north, over ground.
    public var course: Double?

    public init(
        coordinate: Coordinate,
        time: Timestamp,
        accuracy: Double? = nil,
        altitude: Double? = nil,
        verticalAccuracy: Double? = nil,
        speed: Double? = nil,
        course: Double? = nil
    ) {
        self.coordinate = coordinate
        self.time = time
        self.accuracy = accuracy
        self.altitude = altitude
        self.verticalAccuracy = verticalAccuracy
        self.speed = speed
        self.course = course
    }
}

/// Where a position came from.
public enum FixSource: String, Hashable, Sendable, CaseIterable {
    case gnss
    /// The cell the modem was registered in.
    case cell
    /// No new position could be had: the last one once more.
    case lastKnown = "last-known"
}

/// Why a position was sent.
public enum FixTrigger: String, Hashable, Sendable, CaseIterable {
    case periodic = "p"
    /// Somebody asked for it.
    case asked = "u"
}

/// The name of a fix within its tracker: which start of the tracker, and which fix since.
public struct FixMark: Hashable, Sendable, Comparable {
    /// Counts the tracker's starts, from 1.
    public var boot: UInt32
    /// Counts the fixes of a boot in the order in which they were first sent, from 1, without gaps.
    public var sequence: UInt32

    public init(boot: UInt32, sequence: UInt32) {
        self.boot = boot
        self.sequence = sequence
    }

    public static func < (left: FixMark, right: FixMark) -> Bool {
        (left.boot, left.sequence) < (right.boot, right.sequence)
    }
}

extension FixMark: CustomStringConvertible { public var description: String { "\(boot)/\(sequence)" } }

/// A fix as one of our trackers reports it.
public struct TrackerFix: Hashable, Sendable {
    public var fix: Fix
    public var mark: FixMark
    public var mode: Mode
    public var source: FixSource
    public var trigger: FixTrigger
    /// Per cent, 0 to 100.
    public var battery: Int

    public init(fix: Fix, mark: FixMark, mode: Mode, source: FixSource, trigger: FixTrigger, battery: Int) {
        self.fix = fix
        self.mark = mark
        self.mode = mode
        self.source = source
        self.trigger = trigger
        self.battery = battery
    }
}
