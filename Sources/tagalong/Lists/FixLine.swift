import JSON
import Store
import Tracking

/// A fix as it is listed.
struct FixLine: ListRow {
    let stored: StoredFix

    init(_ stored: StoredFix) { self.stored = stored }

    static let columns = ["TIME", "POSITION", "ACCURACY", "MODE", "SOURCE", "BATTERY", "BOOT/SEQ", "GATEWAY"]

    var cells: [String] {
        [
            Phrases.time(stored.fix.time),
            Phrases.position(stored.fix.coordinate),
            stored.fix.accuracy.map(Phrases.length) ?? Phrases.unknown,
            stored.mode?.rawValue ?? Phrases.unknown,
            stored.source?.rawValue ?? Phrases.unknown,
            Phrases.percent(stored.battery),
            stored.mark?.description ?? Phrases.unknown,
            stored.gateway?.text ?? Phrases.unknown,
        ]
    }

    var json: JSONValue {
        .object([
            "time": .time(stored.fix.time),
            "lat": .number(stored.fix.coordinate.latitude),
            "lon": .number(stored.fix.coordinate.longitude),
            "acc": stored.fix.accuracy.map(JSONValue.number),
            "alt": stored.fix.altitude.map(JSONValue.number),
            "vac": stored.fix.verticalAccuracy.map(JSONValue.number),
            "vel": stored.fix.speed.map(JSONValue.number),
            "cog": stored.fix.course.map(JSONValue.number),
            "boot": stored.mark.map { .integer($0.boot) },
            "seq": stored.mark.map { .integer($0.sequence) },
            "mode": (stored.mode?.rawValue).map(JSONValue.text),
            "src": (stored.source?.rawValue).map(JSONValue.text),
            "t": stored.trigger.map(JSONValue.text),
            "conn": stored.connection.map(JSONValue.text),
            "batt": stored.battery.map { .integer($0) },
            "gw": (stored.gateway?.text).map(JSONValue.text),
            "sent": stored.sent.map(JSONValue.time),
            "received": .time(stored.received),
            "implausible": stored.isImplausible ? .flag(true) : nil,
            "extra": stored.extra.map(JSONValue.raw),
        ])
    }
}
