import Cryptography
import JSON
import Store
import Tracking

/// A fix as a line of an object: JSON whose members are those of `tagalong fixes --json`.
///
/// Only what the device has told is there; `received` always is. Numbers are as the store has them, so that a fix that is
/// read back is the same.
enum FixText {
    static func line(_ stored: StoredFix) -> [UInt8] {
        let (text, hex) = words(stored.extra)
        let value = JSONValue.object([
            "time": .text("\(stored.fix.time)"),
            "lat": .number(stored.fix.coordinate.latitude),
            "lon": .number(stored.fix.coordinate.longitude),
            "acc": stored.fix.accuracy.map(JSONValue.number),
            "alt": stored.fix.altitude.map(JSONValue.number),
            "vac": stored.fix.verticalAccuracy.map(JSONValue.number),
            "vel": stored.fix.speed.map(JSONValue.number),
            "cog": stored.fix.course.map(JSONValue.number),
            "boot": stored.mark.map { .whole(Int64($0.boot)) },
            "seq": stored.mark.map { .whole(Int64($0.sequence)) },
            "mode": (stored.mode?.rawValue).map(JSONValue.text),
            "src": (stored.source?.rawValue).map(JSONValue.text),
            "t": stored.trigger.map(JSONValue.text),
            "conn": stored.connection.map(JSONValue.text),
            "batt": stored.battery.map { .whole(Int64($0)) },
            "gw": (stored.gateway?.text).map(JSONValue.text),
            "sent": stored.sent.map { .text("\($0)") },
            "received": .text("\(stored.received)"),
            "implausible": stored.isImplausible ? .flag(true) : nil,
            "extra": text.map(JSONValue.text),
            "extra_hex": hex.map(JSONValue.text),
        ])
        return value.encoded() + [UInt8(ascii: "\n")]
    }

    /// The keys that have no place, byte by byte as they came: as a text, or in digits where they are none.
    private static func words(_ extra: [UInt8]?) -> (text: String?, hex: String?) {
        guard let extra else { return (nil, nil) }
        if let text = String(validating: extra, as: UTF8.self) { return (text, nil) }
        return (nil, Hex.text(extra))
    }

    /// What is wrong with a line: what is expected in it.
    struct Unfit: Error { let expected: String }

    static func fix(_ line: [UInt8], of device: DeviceID) throws(Unfit) -> StoredFix {
        let value: JSONValue
        do { value = try JSONValue(line, limits: JSONValue.Limits(values: 64)) } catch {
            throw Unfit(expected: error.expected)
        }
        guard let latitude = value["lat"]?.number, let longitude = value["lon"]?.number,
            let coordinate = try? Coordinate(latitude: latitude, longitude: longitude)
        else { throw Unfit(expected: "a position in lat and lon") }
        let fix = Fix(
            coordinate: coordinate,
            time: try time(value, "time"),
            accuracy: value["acc"]?.number,
            altitude: value["alt"]?.number,
            verticalAccuracy: value["vac"]?.number,
            speed: value["vel"]?.number,
            course: value["cog"]?.number
        )
        var stored = StoredFix(device: device, fix: fix, received: try time(value, "received"))
        if let boot = value["boot"]?.number {
            guard let boot = UInt32(exactly: boot), let number = value["seq"]?.number,
                let sequence = UInt32(exactly: number)
            else { throw Unfit(expected: "whole numbers in boot and seq") }
            stored.mark = FixMark(boot: boot, sequence: sequence)
        }
        stored.mode = try word(value, "mode")
        stored.source = try word(value, "src")
        stored.trigger = value["t"]?.text
        stored.connection = value["conn"]?.text
        stored.battery = value["batt"]?.number.flatMap { Int(exactly: $0) }
        if let gateway = value["gw"]?.text {
            guard let name = try? Name(gateway) else { throw Unfit(expected: "a name in gw") }
            stored.gateway = name
        }
        if value["sent"] != nil { stored.sent = try time(value, "sent") }
        stored.isImplausible = value["implausible"] == .flag(true)
        stored.extra =
            (value["extra"]?.text).map { Array($0.utf8) } ?? value["extra_hex"]?.text.flatMap { Hex.bytes($0) }
        return stored
    }

    private static func time(_ value: JSONValue, _ key: String) throws(Unfit) -> Timestamp {
        guard let time = value[key]?.text.flatMap({ Timestamp($0) }) else {
            throw Unfit(expected: "an RFC 3339 time in \(key)")
        }
        return time
    }

    private static func word<Word: RawRepresentable<String>>(
        _ value: JSONValue, _ key: String
    ) throws(Unfit) -> Word? {
        guard let text = value[key]?.text else { return nil }
        guard let word = Word(rawValue: text) else { throw Unfit(expected: "a word that is known in \(key)") }
        return word
    }
}
