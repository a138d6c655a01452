public import Tracking

/// The characteristic Position Quality, 2A69: how good a receiver's position is.
///
/// GATT Specification Supplement, section 3.174; every field may be missing.
public struct PositionQuality: Hashable, Sendable {
    public var beaconsInSolution: UInt8?
    public var beaconsInView: UInt8?
    /// Seconds, in tenths, up to 6,553.5.
    public var timeToFirstFix: Double?
    /// The expected horizontal position error (EHPE): metres, in hundredths, up to 42,949,672.94.
    public var horizontalError: Double?
    /// The expected vertical position error (EVPE): metres, in hundredths, up to 42,949,672.94.
    public var verticalError: Double?
    /// Horizontal dilution of precision, in fifths, up to 51.
    public var horizontalDilution: Double?
    /// Vertical dilution of precision, in fifths, up to 51.
    public var verticalDilution: Double?
    public var status: LocationAndSpeed.PositionStatus

    public init(
        beaconsInSolution: UInt8? = nil,
        beaconsInView: UInt8? = nil,
        timeToFirstFix: Double? = nil,
        horizontalError: Double? = nil,
        verticalError: Double? = nil,
        horizontalDilution: Double? = nil,
        verticalDilution: Double? = nil,
        status: LocationAndSpeed.PositionStatus = .none
    ) {
        self.beaconsInSolution = beaconsInSolution
        self.beaconsInView = beaconsInView
        self.timeToFirstFix = timeToFirstFix
        self.horizontalError = horizontalError
        self.verticalError = verticalError
        self.horizontalDilution = horizontalDilution
        self.verticalDilution = verticalDilution
        self.status = status
    }

    /// What one of our trackers tells of a fix.
    public init(_ fix: TrackerFix) {
        self.init(
            horizontalError: fix.fix.accuracy,
            verticalError: fix.fix.verticalAccuracy,
            status: LocationAndSpeed(fix).status
        )
    }
}

extension PositionQuality: GATTValue {
    public init(gattValue bytes: [UInt8]) throws(GATTValueError) {
        var reader = try GATTReader("position quality", bytes)
        let flags = try reader.integer("flags", UInt16.self)
        self.init(status: LocationAndSpeed.PositionStatus(rawValue: UInt8(flags >> 7 & 3)) ?? .none)
        if flags >> 0 & 1 != 0 { beaconsInSolution = try reader.integer("beacons in solution", UInt8.self) }
        if flags >> 1 & 1 != 0 { beaconsInView = try reader.integer("beacons in view", UInt8.self) }
        if flags >> 2 & 1 != 0 { timeToFirstFix = Double(try reader.integer("time to first fix", UInt16.self)) / 10 }
        if flags >> 3 & 1 != 0 { horizontalError = Double(try reader.integer("horizontal error", UInt32.self)) / 100 }
        if flags >> 4 & 1 != 0 { verticalError = Double(try reader.integer("vertical error", UInt32.self)) / 100 }
        if flags >> 5 & 1 != 0 { horizontalDilution = Double(try reader.integer("dilution", UInt8.self)) / 5 }
        if flags >> 6 & 1 != 0 { verticalDilution = Double(try reader.integer("vertical dilution", UInt8.self)) / 5 }
    }

    public var gattValue: [UInt8] {
        var writer = GATTWriter()
        writer.put(flags)
        if let beaconsInSolution { writer.put(beaconsInSolution) }
        if let beaconsInView { writer.put(beaconsInView) }
        if let timeToFirstFix { writer.put(UInt16(clamping: Int32(timeToFirstFix, parts: 10, in: 0...0xFFFF))) }
        for error in [horizontalError, verticalError] {
            if let error { writer.put(UInt32(clamping: error, times: 100) ?? 0) }
        }
        for dilution in [horizontalDilution, verticalDilution] {
            if let dilution { writer.put(UInt8(clamping: Int32(dilution, parts: 5, in: 0...255))) }
        }
        return writer.bytes
    }

    private var flags: UInt16 {
        let present = [
            beaconsInSolution != nil, beaconsInView != nil, timeToFirstFix != nil, horizontalError != nil,
            verticalError != nil, horizontalDilution != nil, verticalDilution != nil,
        ]
        var flags = UInt16(status.rawValue) << 7
        for (bit, isPresent) in present.enumerated() where isPresent { flags |= 1 << bit }
        return flags
    }
}

/// The characteristic LN Feature, 2A6A: what a receiver is able to tell.
public struct LocationFeature: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let speed = Self(rawValue: 1 << 0)
    public static let totalDistance = Self(rawValue: 1 << 1)
    public static let location = Self(rawValue: 1 << 2)
    public static let elevation = Self(rawValue: 1 << 3)
    public static let heading = Self(rawValue: 1 << 4)
    public static let rollingTime = Self(rawValue: 1 << 5)
    public static let time = Self(rawValue: 1 << 6)
    public static let horizontalError = Self(rawValue: 1 << 13)
    public static let verticalError = Self(rawValue: 1 << 14)
    public static let positionStatus = Self(rawValue: 1 << 20)
}

extension LocationFeature: GATTValue {
    public init(gattValue bytes: [UInt8]) throws(GATTValueError) {
        var reader = try GATTReader("location feature", bytes)
        self.init(rawValue: try reader.integer("features", UInt32.self))
    }

    public var gattValue: [UInt8] {
        var writer = GATTWriter()
        writer.put(rawValue)
        return writer.bytes
    }
}
