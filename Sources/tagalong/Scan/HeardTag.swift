import Bluetooth
import Gateway
import JSON
import Messages
import Tracking

/// A tag as a scan has heard it so far.
struct HeardTag: Hashable, Sendable {
    /// The address it uses now.
    private(set) var address: BluetoothAddress
    private(set) var adapter: BluetoothAddress
    private(set) var name: String?
    private(set) var identity: TagIdentity?
    /// What kind of tag it is; nil when no profile fits.
    private(set) var model: String?
    private(set) var profile: Name?
    private(set) var battery: Int?
    private(set) var isSeparated: Bool?
    /// What sends a frame of Apple's network.
    private(set) var kind: FindMyFrame.Kind?
    private(set) var telemetry = TagTelemetry()
    private(set) var isBonded = false
    private(set) var seen: Timestamp
    private var pathLoss = PathLoss()
    private var strengths: [Strength] = []

    private struct Strength: Hashable, Sendable {
        let time: Timestamp
        let rssi: Int
    }

    init(_ sighting: Sighting, at time: Timestamp) {
        address = sighting.tag
        adapter = sighting.adapter
        seen = time
    }

    /// Over which time strengths are taken together, so that a single fade moves nothing.
    private static let window = Duration.seconds(10)

    /// Takes in what was heard and what it was recognised as.
    mutating func record(_ sighting: Sighting, _ recognition: Recognition?, at time: Timestamp) {
        address = sighting.tag
        adapter = sighting.adapter
        isBonded = sighting.isBonded
        seen = time
        name = sighting.advertisement.name ?? name
        if let recognition { record(recognition) }
        // 127 and 0 are the controller's words for "not available".
        guard let rssi = sighting.rssi, rssi != 127, rssi != 0 else { return }
        strengths.append(Strength(time: time, rssi: rssi))
        strengths.removeAll { $0.time.duration(to: time) > Self.window }
    }

    private mutating func record(_ recognition: Recognition) {
        model = recognition.profile.model
        profile = recognition.profile.name
        pathLoss = recognition.pathLoss
        identity = recognition.identity ?? identity
        battery = recognition.battery ?? battery
        isSeparated = recognition.isSeparated ?? isSeparated
        kind = recognition.findMy ?? kind
        if let later = recognition.telemetry { telemetry.merge(later) }
    }

    /// The median of the last seconds' strengths, in dBm; nil when none was told.
    var rssi: Int? {
        let ordered = strengths.map(\.rssi).sorted()
        return ordered.isEmpty ? nil : ordered[ordered.count / 2]
    }

    /// Metres, with the ends of their 90 % interval.
    struct Range: Hashable, Sendable {
        let distance: Double
        let low: Double
        let high: Double
    }

    /// How far it is by its strength; nil when that is not known.
    var range: Range? {
        guard let rssi else { return nil }
        let distance = pathLoss.distance(atRSSI: Double(rssi))
        // 1.645 standard deviations to either side, in dB: the factor is the same upwards and downwards.
        var wide = pathLoss
        wide.sigma *= 1.645
        let factor = 1 + wide.sigma(atDistance: 1)
        return Range(distance: distance, low: distance / factor, high: distance * factor)
    }

    /// What stays while the address changes, where there is such a thing.
    var lasting: TagIdentity { identity ?? .address(address) }
}

/// A heard tag as it is listed at a moment.
struct HeardTagLine: ListRow {
    let tag: HeardTag
    let now: Timestamp

    static let columns = ["NAME", "IDENTITY", "PROFILE", "RSSI", "DISTANCE", "LAST SEEN"]

    var cells: [String] {
        [
            tag.name ?? Phrases.unknown,
            tag.lasting.text,
            kind.joined(separator: ", "),
            tag.rssi.map { "\($0) dBm" } ?? Phrases.unknown,
            Phrases.distance(tag.range?.distance, low: tag.range?.low, high: tag.range?.high),
            Phrases.age(of: tag.seen, at: now),
        ]
    }

    /// The model, and what is known beside it.
    private var kind: [String] {
        [tag.model ?? Phrases.unknown] + (tag.isBonded ? ["bonded"] : []) + SensorReadings(tag.telemetry).words
    }

    var json: JSONValue {
        .object([
            "time": .time(tag.seen),
            "name": tag.name.map(JSONValue.text),
            "identity": .text(tag.lasting.text),
            "address": .text("\(tag.address)"),
            "adapter": .text("\(tag.adapter)"),
            "profile": (tag.profile?.text).map(JSONValue.text),
            "model": tag.model.map(JSONValue.text),
            "bonded": .flag(tag.isBonded),
            "separated": tag.isSeparated.map(JSONValue.flag),
            "battery": tag.battery.map { .integer($0) },
            "kind": tag.kind.map { .text($0.rawValue) },
            "battery_mv": tag.telemetry.batteryMillivolts.map { .integer($0) },
            "temperature_c": number(tag.telemetry.temperature, 2),
            "humidity": number(tag.telemetry.humidity, 2),
            "pressure_hpa": number(tag.telemetry.pressure, 2),
            "accel_x_g": number(tag.telemetry.acceleration?.x, 3),
            "accel_y_g": number(tag.telemetry.acceleration?.y, 3),
            "accel_z_g": number(tag.telemetry.acceleration?.z, 3),
            "rssi": tag.rssi.map { .integer($0) },
            "distance_m": (tag.range?.distance).map(JSONValue.number),
            "distance_low_m": (tag.range?.low).map(JSONValue.number),
            "distance_high_m": (tag.range?.high).map(JSONValue.number),
        ])
    }

    /// Without what the arithmetic of sensors adds behind so many decimals.
    private func number(_ value: Double?, _ decimals: Int) -> JSONValue? {
        let scale = decimals == 2 ? 100.0 : 1000
        return value.map { .number(($0 * scale).rounded() / scale) }
    }
}
