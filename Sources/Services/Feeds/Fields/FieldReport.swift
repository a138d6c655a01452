import JSON
public import Tracking

/// A position in fields, as Traccar Client and GPSLogger send it.
///
/// The names are those of Traccar's OsmAnd protocol, of GPSLogger's placeholders and of the templates that people write
/// with them; what is not known here is left alone.
public struct FieldReport: Hashable, Sendable {
    private let fields: FieldList
    private let dialect: FieldDialect

    public init(_ fields: FieldList, _ dialect: FieldDialect) { (self.fields, self.dialect) = (fields, dialect) }

    /// What is told; a position without a time is of this moment.
    ///
    /// Where somebody has said already whose position this is, `isNamed`, what the app calls itself does not matter.
    ///
    /// - Throws: ``FeedError`` where neither a device nor a place is told, not even one without a value: then the app
    ///   was set up to send something else; and as ``position(at:)`` and ``device()``.
    public func report(isNamed: Bool, at now: Timestamp) throws(FeedError) -> FeedReport {
        guard hasPlace || fields.has("id", "deviceid", "device_id", "device") else { throw .fields }
        let locations = try position(at: now).map { [$0.location()] } ?? []
        return FeedReport(device: isNamed ? nil : try device(), locations: locations)
    }

    /// What the app calls itself.
    ///
    /// - Throws: ``FeedError`` where that cannot be read.
    public func device() throws(FeedError) -> String? { try fields.name("id", "deviceid", "device_id", "device") }

    /// Whether there are fields for a place, were they without a value.
    public var hasPlace: Bool { fields.has("lat", "latitude", "lon", "longitude", "lng", "location") }

    /// The position, of this moment where no time is told.
    ///
    /// Nil where there is none, as in a heartbeat, or the app says that it is not valid.
    ///
    /// - Throws: ``FeedError`` for a unit of speed that nobody knows.
    public func position(at now: Timestamp) throws(FeedError) -> ReportedPosition? {
        let (latitude, longitude) = coordinates
        guard latitude != nil || longitude != nil, fields["valid"].map(Self.isTrue) ?? true else { return nil }
        var position = ReportedPosition(latitude: latitude, longitude: longitude, time: now)
        if let told = fields["timestamp", "time", "timeoffset"] {
            position.time = time(told)
            position.unreadableTime = position.time == nil ? Self.value(told) : nil
        } else if let unreadable = fields.unreadable("timestamp", "time", "timeoffset") {
            (position.time, position.unreadableTime) = (nil, .text(unreadable))
        }
        position.accuracy = number("accuracy", "acc", "hacc") ?? (dialect.hasMetresInHDOP ? number("hdop") : nil)
        position.speed = try speed()
        position.course = number("bearing", "heading", "dir", "direction", "cog")
        position.altitude = number("altitude", "alt")
        position.verticalAccuracy = number("vacc", "vac", "altitude_accuracy")
        // What an app does not know it often writes as 0.
        let knowsAccuracy = position.accuracy.map { $0 > 0 } ?? false
        if position.altitude == 0, !knowsAccuracy { position.altitude = nil }
        let isStill = position.speed ?? 0 == 0
        if isStill, position.course == 0 || dialect == .gpslogger { position.course = nil }
        position.battery = number("batt", "battery")
        position.isCharging = fields["charge", "ischarging", "is_charging"].map(Self.isTrue)
        position.source = Self.source(fields["prov", "provider"])
        position.trigger = fields["event"] == "heartbeat" ? FixTrigger.periodic.rawValue : nil
        for name in ["alarm", "desc"] { position.extra[name] = fields[name].map { .text($0) } }
        position.extra["mock"] = fields["mock"].map { .flag(Self.isTrue($0)) }
        return position
    }

    private var coordinates: (JSONValue?, JSONValue?) {
        if let pair = fields["location"]?.split(separator: ","), pair.count == 2 {
            return (Self.value(String(pair[0])), Self.value(String(pair[1])))
        }
        let latitude = fields["lat", "latitude"].map(Self.value)
        let longitude = fields["lon", "longitude", "lng"].map(Self.value)
        return (
            latitude ?? fields.unreadable("lat", "latitude", "location").map { .text($0) },
            longitude ?? fields.unreadable("lon", "longitude", "lng").map { .text($0) }
        )
    }

    /// The time, to the millisecond where another field has it that agrees with the seconds.
    private func time(_ told: String) -> Timestamp? {
        guard let time = ReportedTime.read(Timestamp.restoringPlus(in: told)) else { return nil }
        let finer = fields["time", "timeoffset"].flatMap { ReportedTime.read(Timestamp.restoringPlus(in: $0)) }
        return finer.flatMap { $0.wholeSeconds == time.wholeSeconds ? $0 : nil } ?? time
    }

    /// km/h.
    private func speed() throws(FeedError) -> Double? {
        let named = fields["speed_unit"]
        let unit: Double? = named.map { FieldDialect.speedUnit(named: $0) } ?? dialect.speedUnit
        guard let unit else { throw .unit(named ?? "") }
        if let speed = number("spd_kph", "speed_kph") { return speed }
        if let speed = number("spd") { return speed * FieldDialect.metreASecond }
        return number("speed").map { $0 * unit }
    }

    private func number(_ names: String...) -> Double? {
        for name in names { if let value = fields[name].flatMap({ ByteNumber.double($0) }) { return value } }
        return nil
    }

    /// A number, or what stands in its place.
    private static func value(_ text: String) -> JSONValue {
        let trimmed = text.filter { !$0.isWhitespace }
        return ByteNumber.double(trimmed).map { .number($0) } ?? .text(text)
    }

    private static func isTrue(_ text: String) -> Bool { !["false", "0", "no", "off"].contains(text.lowercased()) }

    private static func source(_ provider: String?) -> FixSource? {
        switch provider?.lowercased() {
        case "gps": .gnss
        case "network", "cell": .cell
        default: nil
        }
    }
}
