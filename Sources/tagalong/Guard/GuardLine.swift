import Foundation
import JSON
import Messages
import Tracking

/// An unknown tag as it is listed.
struct GuardLine: ListRow {
    let tag: GuardMessage.Tag

    init(_ tag: GuardMessage.Tag) { self.tag = tag }

    static let columns = ["NUMBER", "STAGE", "TAG", "ADDRESS", "GATEWAY", "LEGS", "LAST", "SCORE"]

    var cells: [String] {
        [
            "\(tag.number)", tag.stage.rawValue, Self.what(tag), tag.address.printable, tag.gateway.text, "\(tag.legs)",
            "\(tag.last)", String(format: "%.1f", tag.score),
        ]
    }

    /// As it is published.
    var json: JSONValue {
        .object([
            "number": .integer(tag.number),
            "stage": .text(tag.stage.rawValue),
            "since": tag.since.map { .text("\($0)") },
            "network": .text(tag.network),
            "model": tag.model.map { .text($0) },
            "identity": .text(tag.identity),
            "address": .text(tag.address),
            "gateway": .text(tag.gateway.text),
            "first": .text("\(tag.first)"),
            "last": .text("\(tag.last)"),
            "legs": .integer(tag.legs),
            "rotations": .integer(tag.rotations),
            "score": .number(tag.score),
            "rssi": tag.rssi.map { .integer($0) },
            "places": .list(tag.places.map(Self.node)),
            "advice": tag.advice.map { .text($0) },
        ])
    }

    private static func node(_ place: Position) -> JSONValue {
        .object([
            "lat": .number(place.coordinate.latitude),
            "lon": .number(place.coordinate.longitude),
            "acc": place.accuracy.map { .number($0) },
            "time": .text("\(place.time)"),
        ])
    }

    /// What it is: the model, else the network.
    private static func what(_ tag: GuardMessage.Tag) -> String { (tag.model ?? tag.network).printable }

    /// A line such as `2026-05-01T18:05:00Z  notice  AirTag C0:FF:EE:00:12:34 (7) has moved along on 2 legs.`, and what
    /// to do.
    static func sentence(_ tag: GuardMessage.Tag, at time: Timestamp) -> String {
        "\(time)  \(tag.stage.rawValue)  \(told(tag))"
    }

    /// The same without time and stage, for a log that has both.
    static func told(_ tag: GuardMessage.Tag) -> String {
        let stay = tag.stage == .urgent ? " and stayed overnight" : ""
        let legs = tag.legs == 1 ? "1 leg" : "\(tag.legs) legs"
        return
            "\(what(tag)) \(tag.address.printable) (\(tag.number)) has moved along on "
            + "\(legs)\(stay). \(tag.advice ?? "")"
    }
}
