public import JSON
public import Tracking

/// A position that an app or a receiver has told in its own words, as the `location` that an OwnTracks phone would say.
///
/// So there is one way in for all: what the values may be is decided where OwnTracks' messages are read, and what is
/// refused there is in the quarantine as it stands here.
public struct ReportedPosition: Hashable, Sendable {
    /// Degrees north, or what stood in its place.
    public var latitude: JSONValue?
    /// Degrees east, or what stood in its place.
    public var longitude: JSONValue?
    /// When it was there; nil where what was told is no time.
    public var time: Timestamp?
    /// What stood in the place of a time.
    public var unreadableTime: JSONValue?
    /// Metres, 68 % of positions are nearer.
    public var accuracy: Double?
    /// Metres.
    public var altitude: Double?
    /// Metres.
    public var verticalAccuracy: Double?
    /// km/h.
    public var speed: Double?
    /// Degrees east of north.
    public var course: Double?
    /// Per cent.
    public var battery: Double?
    public var isCharging: Bool?
    /// Whether it is full, which is more than charging.
    public var isFull = false
    /// Why it was sent (`t`).
    public var trigger: String?
    public var source: FixSource?
    /// What else was told, under the names that the app uses.
    public var extra: JSONMembers = [:]

    public init(latitude: JSONValue?, longitude: JSONValue?, time: Timestamp?) {
        (self.latitude, self.longitude, self.time) = (latitude, longitude, time)
    }

    /// The message; what is not known has no key.
    public func location() -> [UInt8] {
        var members = JSONMembers([
            ("_type", "location"),
            ("lat", latitude),
            ("lon", longitude),
            ("tst", time.map { .whole($0.wholeSeconds) } ?? unreadableTime),
            ("acc", accuracy.flatMap { $0 > 0 ? Self.number($0) : nil }),
            ("alt", altitude.flatMap(Self.number)),
            ("vac", verticalAccuracy.flatMap { $0 > 0 ? Self.number($0) : nil }),
            ("vel", speed.flatMap { $0 >= 0 ? Self.number(Self.rounded($0)) : nil }),
            ("cog", course.flatMap { $0 >= 0 ? Self.number($0.truncatingRemainder(dividingBy: 360)) : nil }),
            ("batt", battery.flatMap { (0...100).contains($0) ? Self.number($0.rounded()) : nil }),
            ("bs", batteryStatus.map { .whole($0) }),
            ("t", trigger.map { .text($0) }),
            ("src", source.map { .text($0.rawValue) }),
        ])
        if let time, time.milliseconds % 1000 != 0 { members["tst_ms"] = .whole(time.milliseconds) }
        return JSONValue.object(members + extra).encoded()
    }

    private var batteryStatus: Int64? {
        if isFull { return 3 }
        return isCharging.map { $0 ? 2 : 1 }
    }

    /// To millimetres an hour: what a conversion of units leaves behind that says nothing.
    private static func rounded(_ speed: Double) -> Double { (speed * 1000).rounded() / 1000 }

    private static func number(_ value: Double) -> JSONValue? { value.isFinite ? .number(value) : nil }
}
