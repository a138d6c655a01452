import JSON
public import Tracking

/// What Traccar Client 9 sends as JSON: a location of the plugin that it is made with, or a list of them.
///
/// Speed is in metres a second here, -1 stands for what is not known, and the battery is a fraction. An object of plain
/// fields, as other programs of the OsmAnd protocol send them, is read as such.
public enum TraccarBody {
    /// Reads a body, over the fields of the address; positions without a time are of this moment.
    ///
    /// Where somebody has said already whose positions these are, `isNamed`, its names of devices do not matter.
    ///
    /// - Throws: ``FeedError``.
    public static func report(
        _ body: [UInt8], under fields: FieldList, _ dialect: FieldDialect, isNamed: Bool, at now: Timestamp
    ) throws(FeedError) -> FeedReport {
        let document = try JSONValue.ofFeed(body)
        var report = FeedReport(device: nil, locations: [])
        for entry in entries(document) {
            guard case .object(let members) = entry else { throw .shape("an object, or a list of them,") }
            let told: FeedReport
            if let location = entry["location"], location.isContainer {
                let positions = location.list.isEmpty ? [location] : location.list
                let device = isNamed ? nil : try device(of: entry, under: fields)
                told = FeedReport(device: device, locations: positions.compactMap { position($0, at: now)?.location() })
            } else {
                let flat = FieldReport(fields.overridden(by: FieldList(members)), dialect)
                told = try flat.report(isNamed: isNamed, at: now)
            }
            if let one = report.device, let other = told.device, one != other { throw .devices(one, other) }
            report.device = told.device ?? report.device
            report.locations += told.locations
        }
        return report
    }

    /// What the app calls itself beside a location, or in the address.
    private static func device(of entry: JSONValue, under fields: FieldList) throws(FeedError) -> String? {
        for key in ["device_id", "deviceId", "id"] {
            if let name = try entry[key]?.deviceName(key) { return name }
        }
        return try FieldReport(fields, .traccar).device()
    }

    private static func entries(_ document: JSONValue) -> [JSONValue] {
        // With nothing in it the address may still tell something.
        if case .list(let entries) = document { entries.isEmpty ? [[:]] : entries } else { [document] }
    }

    private static func position(_ location: JSONValue, at now: Timestamp) -> ReportedPosition? {
        guard let place = location["coords"], place["latitude"] != nil || place["longitude"] != nil else { return nil }
        let told = location["timestamp"]
        let time = told.flatMap { $0.text.flatMap(ReportedTime.read) ?? $0.number.flatMap(ReportedTime.read) }
        var position = ReportedPosition(
            latitude: place["latitude"], longitude: place["longitude"], time: told == nil ? now : time
        )
        position.unreadableTime = time == nil ? told : nil
        position.accuracy = place["accuracy"]?.number
        position.altitude = place["altitude"]?.number
        position.verticalAccuracy = place["altitude_accuracy"]?.number
        position.speed = place["speed"]?.number.map { $0 * FieldDialect.metreASecond }
        position.course = place["heading"]?.number
        position.battery = location["battery"]?["level"]?.number.map { $0 * 100 }
        // Of a battery that it knows nothing of it says that it is not charging, too.
        let knowsBattery = position.battery.map { $0 >= 0 } ?? false
        position.isCharging = knowsBattery ? location["battery"]?["is_charging"]?.isTrue : nil
        let isHeartbeat = location["event"]?.text == "heartbeat" || location["extras"]?["heartbeat"]?.isTrue == true
        position.trigger = isHeartbeat ? FixTrigger.periodic.rawValue : nil
        position.extra["alarm"] = (location["alarm"] ?? location["extras"]?["alarm"])?.text.map { .text($0) }
        position.extra["mock"] = location["mock"]?.isTrue.map { .flag($0) }
        return position
    }
}

extension JSONValue {
    fileprivate var isContainer: Bool {
        switch self {
        case .object, .list: true
        case .null, .flag, .number, .whole, .text, .raw: false
        }
    }
}
