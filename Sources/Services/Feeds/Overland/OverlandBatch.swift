import JSON
import Tracking

/// A batch of Overland: GeoJSON features in `locations`, and the newest of them in `current` when there are many.
public enum OverlandBatch {
    /// The most features in one request; the app sends 1,000 at most on iOS, and 2,000 on Android.
    public static let mostFeatures = 2500

    /// Who sends a batch, as the address that it is sent to tells.
    public enum Sender: Sendable {
        /// Overland itself; the battery is a fraction.
        case overland
        /// GPSLogger for a server of Dawarich; the battery is per cent, and 0 stands for what is not known.
        case dawarich
    }

    /// Reads a batch.
    ///
    /// What the app tells of itself or of a trip is no position and left out, as is a position that it calls invalid.
    /// Where somebody has said already whose positions these are, `isNamed`, its names of devices do not matter.
    ///
    /// - Throws: ``FeedError``.
    public static func report(_ body: [UInt8], from sender: Sender, isNamed: Bool) throws(FeedError) -> FeedReport {
        let document = try JSONValue.ofFeed(body)
        guard case .object = document, case .list(let features)? = document["locations"] else {
            throw .shape("an object with 'locations', a list of GeoJSON features,")
        }
        guard features.count <= mostFeatures else { throw .size("\(mostFeatures) features") }
        var report = FeedReport(device: nil, locations: [])
        for feature in features + (document["current"].map { [$0] } ?? []) {
            guard case .object = feature else {
                if feature != .null { report.locations.append(feature.encoded()) }
                continue
            }
            let properties = feature["properties"] ?? [:]
            guard let position = position(feature, properties, sender) else { continue }
            report.locations.append(position.location())
            guard !isNamed, let name = try properties["device_id"]?.deviceName("device_id") else { continue }
            if let device = report.device, device != name { throw .devices(device, name) }
            report.device = name
        }
        return report
    }

    private static func position(
        _ feature: JSONValue, _ properties: JSONValue, _ sender: Sender
    ) -> ReportedPosition? {
        // What is told of the app, of a visit or of a trip is no position, though it has a place.
        guard properties["action"] == nil, properties["type"] == nil else { return nil }
        guard case .object? = feature["geometry"], properties["horizontal_accuracy"]?.number ?? 0 >= 0 else {
            return nil
        }
        let place = feature["geometry"]?["coordinates"]?.list ?? []
        let time = properties["timestamp"].flatMap { time in
            time.text.flatMap(ReportedTime.read) ?? time.number.flatMap(ReportedTime.read)
        }
        var position = ReportedPosition(
            latitude: place.count > 1 ? place[1] : nil, longitude: place.first, time: time
        )
        position.unreadableTime = time == nil ? properties["timestamp"] : nil
        position.accuracy = properties["horizontal_accuracy"]?.number
        position.verticalAccuracy = properties["vertical_accuracy"]?.number
        if position.verticalAccuracy ?? 1 > 0 {
            position.altitude = properties["altitude"]?.number ?? (place.count > 2 ? place[2].number : nil)
        }
        position.speed = properties["speed"]?.number.map { $0 * FieldDialect.metreASecond }
        position.course = properties["course"]?.number
        if sender == .dawarich {
            if position.altitude == 0 { position.altitude = nil }
            if position.speed == 0 { position.speed = nil }
        }
        position.battery = properties["battery_level"]?.number.map { level in
            sender == .overland && level <= 1 ? level * 100 : level
        }
        (position.isCharging, position.isFull) = charging(properties["battery_state"])
        position.extra["motion"] = motion(properties["motion"])
        return position
    }

    /// On Android a flag.
    private static func charging(_ state: JSONValue?) -> (Bool?, isFull: Bool) {
        switch state {
        case .flag(let flag): (flag, false)
        case .text("charging"): (true, false)
        case .text("full"): (true, true)
        case .text("unplugged"): (false, false)
        default: (nil, false)
        }
    }

    /// How somebody moves, as the phone guesses: a few short words.
    private static func motion(_ value: JSONValue?) -> JSONValue? {
        let words = (value?.list ?? []).compactMap(\.text).filter { $0.utf8.count <= 32 }.prefix(4)
        return words.isEmpty ? nil : .list(words.map { .text($0) })
    }
}
