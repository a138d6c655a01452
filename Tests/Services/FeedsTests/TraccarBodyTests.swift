import Feeds
import Testing
import Tracking

struct TraccarBodyTests {
    private static func report(_ body: String, _ dialect: FieldDialect = .traccar) throws -> FeedReport {
        try TraccarBody.report(Array(body.utf8), under: FieldList(), dialect, isNamed: false, at: FieldReportTests.now)
    }

    @Test(arguments: [
        // Traccar Client 9, from the tests of Traccar's server.
        (
            #"{"location":{"timestamp":"2025-06-15T13:45:12.862Z","coords":{"latitude":37.4219983,"longitude":-122.084,"accuracy":5,"speed":0,"heading":-1,"altitude":5},"is_moving":false,"odometer":0,"event":"motionchange","battery":{"level":1,"is_charging":false},"activity":{"type":"still"},"extras":{},"_":"&id=48241179&lat=37.4219983&lon=-122.084&timestamp=2025-06-15T13:45:12.862Z&"},"device_id":"48241179"}"#,
            "48241179",
            #"{"_type":"location","lat":37.4219983,"lon":-122.084,"tst":1749995112,"acc":5,"alt":5,"vel":0,"batt":100,"bs":1,"tst_ms":1749995112862}"#
        ),
        (
            #"{"location":{"extras":{},"mock":true,"coords":{"speed_accuracy":-1,"speed":-1,"longitude":-122.406417,"ellipsoidal_altitude":0,"floor":null,"heading_accuracy":-1,"latitude":37.785834000000001,"accuracy":5,"altitude_accuracy":-1,"altitude":0,"heading":-1},"is_moving":false,"age":188,"odometer":0,"uuid":"2FB04C65-99CF-42AB-8DD3-EBCB4B108BF8","event":"motionchange","battery":{"level":-1,"is_charging":false},"activity":{"type":"unknown","confidence":100},"timestamp":"2025-05-09T04:11:30.579Z"},"device_id":"658765"}"#,
            "658765",
            #"{"_type":"location","lat":37.785834,"lon":-122.406417,"tst":1746763890,"acc":5,"alt":0,"tst_ms":1746763890579,"mock":true}"#
        ),
        (
            #"{"location":{"event":"heartbeat","is_moving":false,"uuid":"0e9a2473","timestamp":"2021-07-21T08:06:34.444Z","odometer":0,"coords":{"latitude":-6.1148096,"longitude":106.6837015,"accuracy":3.8,"speed":18.67,"speed_accuracy":0.26,"heading":63,"heading_accuracy":0.28,"altitude":35.7,"altitude_accuracy":3.8},"activity":{"type":"still"},"battery":{"is_charging":true,"level":0.79},"extras":{}},"device_id":8737767034}"#,
            "8737767034",
            #"{"_type":"location","lat":-6.1148096,"lon":106.6837015,"tst":1626854794,"acc":3.8,"alt":35.7,"vac":3.8,"vel":67.212,"cog":63,"batt":79,"bs":2,"t":"p","tst_ms":1626854794444}"#
        ),
        // An object of plain fields.
        (
            #"{"deviceid":"sam/phone","lat":46.05,"lon":14.5,"timestamp":1777626000,"speed":10}"#, "sam/phone",
            #"{"_type":"location","lat":46.05,"lon":14.5,"tst":1777626000,"vel":18.52}"#
        ),
        (
            #"[{"id":"a","lat":91,"lon":14.5,"timestamp":"never"}]"#, "a",
            #"{"_type":"location","lat":91,"lon":14.5,"tst":"never"}"#
        ),
    ])
    func `what Traccar Client 9 sends becomes a location`(body: String, device: String, location: String) throws {
        let report = try Self.report(body)
        #expect(report.device == device)
        #expect(report.locations.map { String(decoding: $0, as: UTF8.self) } == [location])
    }

    @Test(arguments: [
        #"{"location":{"event":"","battery":{"level":0.5}},"device_id":"1"}"#, #"{"device_id":"1","batt":3}"#,
        #"{"lat":null,"lon":null}"#,
    ])
    func `what has no place is no position`(body: String) throws { #expect(try Self.report(body).locations.isEmpty) }

    @Test(arguments: [
        ("hello", "the body: a JSON value at byte 0 is expected, found 'hello'"),
        ("", "the body: a JSON value at byte 0 is expected, found the end"),
        ("7", "the body: an object, or a list of them, is expected"),
        ("[]", "neither a device nor a place is told: the fields 'id', 'lat' and 'lon' are expected"),
        (
            #"{"position":{"lat":1}}"#,
            "neither a device nor a place is told: the fields 'id', 'lat' and 'lon' are expected"
        ),
        (
            #"[{"id":"a","lat":1,"lon":1},{"id":"b","lat":1,"lon":1}]"#,
            "the body: positions of one device are expected, found 'a' and 'b'; name it in the URL"
        ),
        (#"{"id":90071992547409930,"lat":1,"lon":1}"#, "'id': a text, or a whole number below 2^53, is expected"),
        (
            #"{"location":{"coords":{"latitude":1,"longitude":1}},"device_id":90071992547409930}"#,
            "'device_id': a text, or a whole number below 2^53, is expected"
        ),
    ])
    func `what is something else is refused in a sentence`(body: String, sentence: String) {
        #expect { try Self.report(body) } throws: { "\($0)" == sentence }
    }

    @Test func `a number beyond what a double holds is refused, and not as too long`() {
        #expect { try Self.report(#"{"id":"a","lat":1e400,"lon":1}"#) } throws: {
            ($0 as? FeedError)?.isOfSize == false && "\($0)".contains("a number up to 1.8e308 at byte 16 is expected")
        }
    }

    @Test(arguments: [#"{"location":{"coords":{"latitude":1,"longitude":1}}}"#, #"{"lat":1,"lon":1}"#])
    func `a body without a name has that of the address, and its own goes before`(body: String) throws {
        for (body, device) in [(body, "sam/phone"), (body.dropLast() + #","device_id":"7"}"#, "7")] {
            let report = try TraccarBody.report(
                Array(body.utf8), under: FieldList("device_id=sam/phone"), .traccar, isNamed: false,
                at: FieldReportTests.now
            )
            #expect(report.device == device && report.locations.count == 1)
        }
    }

    @Test(arguments: ["[]", "{}"])
    func `where the body tells nothing the address does`(body: String) throws {
        let fields = FieldList("id=sam/phone&lat=46.05&lon=14.5&timestamp=1777626000")
        let report = try TraccarBody.report(
            Array(body.utf8), under: fields, .traccar, isNamed: false, at: FieldReportTests.now
        )
        #expect(report.device == "sam/phone" && report.locations.count == 1)
    }

    @Test func `devices are not mixed, unless the address says whose all of it is`() throws {
        let body = Array(#"[{"id":"a","lat":1,"lon":1},{"id":"b","lat":1,"lon":2}]"#.utf8)
        let report = try TraccarBody.report(body, under: FieldList(), .traccar, isNamed: true, at: FieldReportTests.now)
        #expect(report.device == nil && report.locations.count == 2)
    }
}
