import Messages
import TestSupport
import Testing
import Tracking

struct ItemRulesTests {
    private var rules: ItemRules {
        get throws {
            let corners = [(60.1, 5.1), (60.11, 5.1), (60.1, 5.11)]
            return ItemRules(
                thresholds: try Thresholds(warning: 8, critical: 20),
                places: [
                    TrustedPlace(name: try ItemName("Home"), area: try .circle(around: Sample.place, radius: 60)),
                    TrustedPlace(
                        name: try ItemName("Quay"),
                        area: try .polygon(through: corners.map { try Coordinate(latitude: $0.0, longitude: $0.1) })
                    ),
                ],
                snoozedUntil: Sample.time,
                acknowledged: "01JT5K",
                quiet: try QuietHours("22:00-07:00"),
                presses: [.double: .acknowledge, .long: .locatePhone],
                lost: LostMark(since: Sample.time, note: "Left on bus 12")
            )
        }
    }

    @Test
    func `rules have these bytes, and read back as they were`() throws {
        let literal = """
            {"_type":"rules","warning_m":8,"critical_m":20,"places":[{"name":"Home","lat":52.5200066,"lon":13.4049541,\
            "radius_m":60},{"name":"Quay","points":[{"lat":60.1,"lon":5.1},{"lat":60.11,"lon":5.1},\
            {"lat":60.1,"lon":5.11}]}],"snooze_until":"2026-05-01T09:00:00.250Z","acknowledged":"01JT5K",\
            "quiet":"22:00-07:00","on_double":"acknowledge","on_long":"locate-phone",\
            "marked_lost":{"since":"2026-05-01T09:00:00.250Z","note":"Left on bus 12"}}
            """
        #expect(text(try rules.encoded()) == literal)
        let read = try ItemRules(decoding: bytes(literal))
        #expect(try rules == read)
    }

    @Test
    func `no rule is needed`() throws {
        #expect(try ItemRules(decoding: bytes("{}")) == ItemRules())
        #expect(text(ItemRules().encoded()) == #"{"_type":"rules"}"#)
    }

    @Test(arguments: [
        (#"{"warning_m":5}"#, "critical_m"), (#"{"warning_m":9,"critical_m":9}"#, "critical_m"),
        (#"{"warning_m":-1,"critical_m":9}"#, "warning_m"), (#"{"quiet":"all day"}"#, "quiet"),
        (#"{"snooze_until":"later"}"#, "snooze_until"), (#"{"places":{}}"#, "places"),
        (#"{"places":[{"name":"Home"}]}"#, "places[0].radius_m"),
        (#"{"places":[{"name":"Home","lat":1,"lon":2,"radius_m":0.5}]}"#, "places[0].radius_m"),
        (#"{"places":[{"name":"Home","lat":91,"lon":2,"radius_m":5}]}"#, "places[0].lat"),
        (#"{"places":[{"lat":1,"lon":2,"radius_m":5}]}"#, "places[0].name"),
        (#"{"places":[{"name":"Home","points":[{"lat":1,"lon":2}]}]}"#, "places[0].points"),
        (#"{"places":[{"name":"Home","points":[{"lat":1}]}]}"#, "places[0].points[0].lon"),
        (#"{"marked_lost":true}"#, "marked_lost"), (#"{"marked_lost":{"note":"bus"}}"#, "marked_lost.since"),
        (#"{"marked_lost":{"since":"yesterday"}}"#, "marked_lost.since"),
        (#"{"marked_lost":{"since":"2199-01-01T00:00:00Z"}}"#, "marked_lost.since"),
        (#"{"marked_lost":{"since":"2026-05-01T09:00:00Z","note":7}}"#, "marked_lost.note"),
        (#"{"marked_lost":{"since":"2026-05-01T09:00:00Z","note":"\#(longNote)"}}"#, "marked_lost.note"),
    ])
    func `rules that cannot be are refused with the field`(payload: String, field: String) throws {
        let error = #expect(throws: MessageError.self) { try ItemRules(decoding: bytes(payload)) }
        #expect(error?.field == field)
    }

    /// One character more than a note may have.
    private static let longNote = String(repeating: "n", count: 201)

    @Test(arguments: [
        (nil, nil), ("", nil), ("  ", nil), ("Left on bus 12", "Left on bus 12"), ("bus\u{202E}12", "bus12"),
        (String(repeating: "n", count: 201), String(repeating: "n", count: 200)),
    ])
    func `a note of a mark has nothing that cannot be seen, and a blank one is none`(note: String?, kept: String?) {
        #expect(LostMark(since: Sample.time, note: note).note == kept)
    }

    @Test func `an item that is marked again stays so since the first time`() {
        let later = Timestamp(milliseconds: Sample.time.milliseconds + 1000)
        let first = LostMark.made(at: Sample.time, note: "bus", after: nil)
        #expect(LostMark.made(at: later, note: nil, after: first) == LostMark(since: Sample.time))
    }
}
