public import Tracking

/// A position on the bus: OwnTracks' `location`, with our keys beside it.
public struct LocationMessage: Hashable, Sendable {
    /// The keys `lat`, `lon`, `tst` and `tst_ms`, `acc`, `alt`, `vac`, `vel`, `cog`.
    public var fix: Fix
    /// When the message was made (`created_at`), in whole seconds.
    public var createdAt: Timestamp?
    /// Per cent, 0 to 100 (`batt`).
    public var battery: Int?
    /// 0 unknown, 1 unplugged, 2 charging, 3 full (`bs`).
    public var batteryStatus: Int?
    /// `m` cellular, `w` WLAN, `o` offline (`conn`).
    public var connection: String?
    /// What a map shows for the device (`tid`).
    public var trackerInitials: String?
    /// Why it was sent (`t`): one of ``FixTrigger``, or another device's own letter.
    public var trigger: String?
    /// The name of the fix within its tracker (`boot` and `seq`).
    public var mark: FixMark?
    public var mode: Mode?
    /// Where the position came from (`src`).
    public var source: FixSource?
    /// The gateway that relayed it (`gw`).
    public var gateway: Name?
    /// How many seconds of a rehearsed life pass in a second of the phone's clock (`time_scale`); nil for life itself.
    public var timeScale: Double?
    /// The keys not named here, in their order; then those named here whose value is of somebody else's making.
    public var extra: [ExtraKey]

    /// A position farther in the future than this, in milliseconds, is not believed.
    public static let futureLimit: Int64 = 60_000

    public init(
        fix: Fix,
        createdAt: Timestamp? = nil,
        battery: Int? = nil,
        batteryStatus: Int? = nil,
        connection: String? = nil,
        trackerInitials: String? = nil,
        trigger: String? = nil,
        mark: FixMark? = nil,
        mode: Mode? = nil,
        source: FixSource? = nil,
        gateway: Name? = nil,
        timeScale: Double? = nil,
        extra: [ExtraKey] = []
    ) {
        self.fix = fix
        self.createdAt = createdAt
        self.battery = battery
        self.batteryStatus = batteryStatus
        self.connection = connection
        self.trackerInitials = trackerInitials
        self.trigger = trigger
        self.mark = mark
        self.mode = mode
        self.source = source
        self.gateway = gateway
        self.timeScale = timeScale
        self.extra = extra
    }
}

extension LocationMessage {
    /// A fix of one of our trackers, ready to be sent by its own modem, or by a gateway on its behalf.
    public init(_ trackerFix: TrackerFix, createdAt: Timestamp, gateway: Name?, initials: String) {
        self.init(
            fix: trackerFix.fix,
            createdAt: Timestamp(milliseconds: createdAt.wholeSeconds * 1000),
            battery: trackerFix.battery,
            connection: gateway == nil ? "m" : nil,
            trackerInitials: initials,
            trigger: trackerFix.trigger.rawValue,
            mark: trackerFix.mark,
            mode: trackerFix.mode,
            source: trackerFix.source,
            gateway: gateway
        )
    }

    /// The fix as our tracker reported it; nil unless mark, mode, source and battery are there.
    ///
    /// A trigger that is none of ours counts as ``FixTrigger/periodic``.
    public var trackerFix: TrackerFix? {
        guard let mark, let mode, let source, let battery else { return nil }
        let trigger = trigger.flatMap(FixTrigger.init(rawValue:)) ?? .periodic
        return TrackerFix(fix: fix, mark: mark, mode: mode, source: source, trigger: trigger, battery: battery)
    }
}

extension LocationMessage {
    /// The bytes of the message: the keys in the order of ``LocationKey``, then the others.
    ///
    /// Positions are written as the shortest decimals that read back to the same numbers.
    public func encoded() -> [UInt8] {
        var writer = JSONWriter<LocationKey>(capacity: 384)
        writer.put(.type, "location")
        write(fix, into: &writer)
        writer.put(.battery, battery)
        writer.put(.batteryStatus, batteryStatus)
        writer.put(.connection, connection)
        writer.put(.trackerInitials, trackerInitials)
        writer.put(.trigger, trigger)
        writer.put(.createdAt, createdAt?.wholeSeconds)
        writer.put(.sequence, mark?.sequence)
        writer.put(.boot, mark?.boot)
        writer.put(.mode, mode?.rawValue)
        writer.put(.source, source?.rawValue)
        writer.put(.gateway, gateway?.text)
        if !extra.contains(where: { $0.name == LocationKey.timeMilliseconds.name }) {
            writer.put(.timeMilliseconds, fix.time.milliseconds)
        }
        writer.put(.timeScale, timeScale)
        writer.put(extra)
        return writer.finished()
    }

    private func write(_ fix: Fix, into writer: inout JSONWriter<LocationKey>) {
        writer.put(.latitude, fix.coordinate.latitude)
        writer.put(.longitude, fix.coordinate.longitude)
        writer.put(.time, fix.time.wholeSeconds)
        writer.put(.accuracy, fix.accuracy)
        writer.put(.altitude, fix.altitude)
        writer.put(.verticalAccuracy, fix.verticalAccuracy)
        writer.put(.speed, fix.speed)
        writer.put(.course, fix.course)
    }
}
