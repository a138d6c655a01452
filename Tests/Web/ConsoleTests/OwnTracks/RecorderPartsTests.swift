import Testing
import Tracking

@testable import API
@testable import Console
@testable import Pages
@testable import Recorder
@testable import Web

struct RecorderPartsTests {
    private static let now = Timestamp(milliseconds: 1_780_000_000_500)

    @Test(arguments: [
        ("2026-05-01", "2026-05-01T00:00:00.000Z", "2026-05-01T23:59:59.999Z"),
        ("2026-12", "2026-12-01T00:00:00.000Z", "2026-12-31T23:59:59.999Z"),
        ("2026-05-01T10", "2026-05-01T10:00:00.000Z", "2026-05-01T10:00:00.999Z"),
        ("2026-05-01T10:30", "2026-05-01T10:30:00.000Z", "2026-05-01T10:30:00.999Z"),
        ("2026-05-01 10:30:15", "2026-05-01T10:30:15.000Z", "2026-05-01T10:30:15.999Z"),
        ("2026-05-01T10:30:15.250", "2026-05-01T10:30:15.250Z", "2026-05-01T10:30:15.250Z"),
        ("2026-05-01T10:30:15Z", "2026-05-01T10:30:15.000Z", "2026-05-01T10:30:15.999Z"),
        ("2026-05-01T10:30:15+02:00", "2026-05-01T08:30:15.000Z", "2026-05-01T08:30:15.999Z"),
        ("2026-05-01T10:30:15 02:00", "2026-05-01T08:30:15.000Z", "2026-05-01T08:30:15.999Z"),
        ("2026-05-01 10:30:15.250 02:00", "2026-05-01T08:30:15.250Z", "2026-05-01T08:30:15.250Z"),
        ("2026-05-01T10:30+02:00", "2026-05-01T08:30:00.000Z", "2026-05-01T08:30:00.999Z"),
        ("2026-05-01T10:30 02:00", "2026-05-01T08:30:00.000Z", "2026-05-01T08:30:00.999Z"),
        ("2026-05-01T10:30Z", "2026-05-01T10:30:00.000Z", "2026-05-01T10:30:00.999Z"),
        ("1780000000", "2026-05-28T20:26:40.000Z", "2026-05-28T20:26:40.999Z"),
        ("now", "2026-05-28T20:26:40.500Z", "2026-05-28T20:26:40.500Z"),
        ("today", "2026-05-28T00:00:00.000Z", "2026-05-28T20:26:40.500Z"),
        ("yesterday", "2026-05-27T00:00:00.000Z", "2026-05-27T23:59:59.999Z"),
        ("6h", "2026-05-28T14:26:40.500Z", "2026-05-28T14:26:40.500Z"),
        ("-1d", "2026-05-27T20:26:40.500Z", "2026-05-27T20:26:40.500Z"),
    ])
    func `a time is read as clients write it, from its beginning or to its end`(
        text: String,
        start: String,
        end: String
    ) {
        #expect(RecorderTime.read(text, now: Self.now, isEnd: false)?.description == start)
        #expect(RecorderTime.read(text, now: Self.now, isEnd: true)?.description == end)
    }

    @Test(arguments: [
        "", "2026", "2026-13", "2026-02-30", "2026-05-01T25", "h", "12345678901h", "soon", "2026-05-01T",
        "2026-05-01T10:30:15x02:00", "2026-05-01T10:30.5Z",
    ])
    func `what is no time is not read`(text: String) {
        #expect(RecorderTime.read(text, now: Self.now, isEnd: false) == nil)
    }

    @Test(arguments: [
        (57.64911, 10.40744, "u4pruyd"), (46.0569, 14.5058, "u24q406"), (-90, -180, "0000000"), (90, 180, "zzzzzzz"),
    ])
    func `a position has its geohash`(latitude: Double, longitude: Double, hash: String) throws {
        var bytes: [UInt8] = []
        Geohash.append(try Coordinate(latitude: latitude, longitude: longitude), to: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == hash)
    }

    @Test(arguments: [
        ("[]", []), ("[1]", ["1"]), (#" [ {"a":[1,2]} , "x,]" ]"#, [#" {"a":[1,2]} "#, #" "x,]" "#]),
        (#"["\"]",2]"#, [#""\"]""#, "2"]),
    ])
    func `an array is split at its commas`(text: String, elements: [String]) {
        #expect(JSONArray.elements(of: Array(text.utf8)) == elements.map { Array($0.utf8) })
    }

    @Test(arguments: ["", "{}", "[1", "[1] 2", "[\"a]"])
    func `what is no array is not split`(text: String) {
        #expect(JSONArray.isArray(Array(text.utf8)) ? JSONArray.elements(of: Array(text.utf8)) == nil : true)
    }

    @Test func `a form is read once for each name`() throws {
        let fields = try FormFields("a=1&b=x+y%26&a=2&c&d=")
        #expect([fields["a"], fields["b"], fields["c"], fields["d"]] == ["1", "x y&", nil, nil])
    }
}
