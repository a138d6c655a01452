import Gateway
import JSON
import Tracking

/// A heard tag as it is listed at a moment.
struct HeardTagLine: ListRow {
    let tag: HeardTag
    let now: Timestamp

    static let columns = ["NAME", "IDENTITY", "PROFILE", "RSSI", "DISTANCE", "LAST SEEN"]

    var cells: [String] {
        [
            tag.name ?? Phrases.unknown,
            tag.lasting.text,
            (tag.model ?? Phrases.unknown) + (tag.isBonded ? ", bonded" : ""),
            tag.rssi.map { "\($0) dBm" } ?? Phrases.unknown,
            Phrases.distance(tag.range?.distance, low: tag.range?.low, high: tag.range?.high),
            Phrases.age(of: tag.seen, at: now),
        ]
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
            "rssi": tag.rssi.map { .integer($0) },
            "distance_m": (tag.range?.distance).map(JSONValue.number),
            "distance_low_m": (tag.range?.low).map(JSONValue.number),
            "distance_high_m": (tag.range?.high).map(JSONValue.number),
        ])
    }
}
