import Feeds
import Testing
import Tracking

struct OverlandBatchTests {
    private static func report(
        _ features: String, _ sender: OverlandBatch.Sender = .overland, isNamed: Bool = false, more: String = ""
    ) throws -> FeedReport {
        try OverlandBatch.report(Array(#"{"locations":[\#(features)]\#(more)}"#.utf8), from: sender, isNamed: isNamed)
    }

    private static func feature(_ properties: String, at place: String = "[14.5057515,46.0569465]") -> String {
        #"{"type":"Feature","geometry":{"type":"Point","coordinates":\#(place)},"properties":{\#(properties)}}"#
    }

    private static let iOS = feature(
        #""timestamp":"2026-05-01T09:00:00Z","altitude":298,"speed":5,"course":271,"horizontal_accuracy":5,"vertical_accuracy":3,"speed_accuracy":0.5,"course_accuracy":12.3,"motion":["walking"],"device_id":"sam-phone","wifi":"home","battery_state":"unplugged","battery_level":0.87"#
    )

    @Test(arguments: [
        (
            iOS, "sam-phone",
            #"{"_type":"location","lat":46.0569465,"lon":14.5057515,"tst":1777626000,"acc":5,"alt":298,"vac":3,"vel":18,"cog":271,"batt":87,"bs":1,"motion":["walking"]}"#
        ),
        // Nothing known, and the time as in the app's manual.
        (
            feature(
                #""timestamp":"2015-10-01T08:00:00-0700","altitude":-1,"speed":-1,"course":-1,"horizontal_accuracy":0,"vertical_accuracy":-1,"motion":[],"device_id":"","wifi":"","battery_state":"unknown","battery_level":-0.01"#
            ), nil, #"{"_type":"location","lat":46.0569465,"lon":14.5057515,"tst":1443711600}"#
        ),
        // Android: nothing is rounded, and the state of the battery is a flag.
        (
            feature(
                #""timestamp":"2026-05-01T09:00:00.250Z","battery_level":1,"speed":1.39,"altitude":344.2,"horizontal_accuracy":4.5,"vertical_accuracy":3.1,"significant_change":"disabled","locations_in_payload":1,"battery_state":true,"device_id":"undefined","wifi":"","deferred":"0","desired_accuracy":"0","activity":"other","pauses":true,"motion":["still"]"#
            ), nil,
            #"{"_type":"location","lat":46.0569465,"lon":14.5057515,"tst":1777626000,"acc":4.5,"alt":344.2,"vac":3.1,"vel":5.004,"batt":100,"bs":2,"tst_ms":1777626000250,"motion":["still"]}"#
        ),
        // What can never be stored is told as it came.
        (
            feature(#""timestamp":7e300,"battery_state":"full""#, at: #"["a",95]"#), nil,
            #"{"_type":"location","lat":95,"lon":"a","tst":7e+300,"bs":3}"#
        ),
        (feature("", at: "null"), nil, #"{"_type":"location"}"#),
    ])
    func `what Overland sends becomes a location`(feature: String, device: String?, location: String) throws {
        let report = try Self.report(feature)
        #expect(report.device == device)
        #expect(report.locations.map { String(decoding: $0, as: UTF8.self) } == [location])
    }

    @Test func `what GPSLogger sends to Dawarich has per cent, and 0 for what it does not know`() throws {
        let feature = Self.feature(
            #""timestamp":"2026-05-01T11:00:00.250+02:00","altitude":0.0,"speed":0.0,"horizontal_accuracy":0.0,"activity":"unknown","desired_accuracy":40,"deffered":0,"significant_change":"disabled","locations_in_payload":1,"device_id":"phone","wifi":"unknown","battery_state":"unplugged","battery_level":1"#
        )
        let report = try Self.report(feature, .dawarich)
        #expect(report.device == "phone")
        let location =
            #"{"_type":"location","lat":46.0569465,"lon":14.5057515,"tst":1777626000,"batt":1,"bs":1,"tst_ms":1777626000250}"#
        #expect(report.locations.map { String(decoding: $0, as: UTF8.self) } == [location])
    }

    @Test(arguments: [
        #"{"type":"Feature","properties":{"timestamp":"2026-05-01T09:00:00Z","action":"will_terminate","wifi":""}}"#,
        feature(#""timestamp":"2026-05-01T09:00:00Z","action":"visit","departure_date":null,"horizontal_accuracy":25"#),
        feature(#""timestamp":"2026-05-01T09:00:00Z","type":"trip","mode":"bicycle","distance":4211.5"#),
        feature(#""timestamp":"2026-05-01T09:00:00Z","horizontal_accuracy":-1"#),
        "null", "",
    ])
    func `what is no position is left out`(feature: String) throws {
        #expect(try Self.report(feature) == FeedReport(device: nil, locations: []))
    }

    @Test func `the newest of many is told beside the batch`() throws {
        let current = Self.feature(#""timestamp":"2026-05-01T09:30:00Z","device_id":"sam-phone""#)
        let report = try Self.report(Self.iOS, more: #","current":\#(current),"trip":{"distance":3}"#)
        #expect(report.locations.count == 2)
    }

    @Test func `devices are not mixed, unless the address says whose all of it is`() throws {
        let other = Self.feature(#""timestamp":"2026-05-01T09:00:01Z","device_id":"tablet""#)
        let sentence =
            "the body: positions of one device are expected, found 'sam-phone' and 'tablet'; name it in the URL"
        #expect { try Self.report("\(Self.iOS),\(other)") } throws: { "\($0)" == sentence }
        #expect(try Self.report("\(Self.iOS),\(other)", isNamed: true).locations.count == 2)
    }

    @Test func `a number that names a device has all its digits`() throws {
        func batch(_ number: String) throws -> String? {
            try Self.report(Self.feature(#""timestamp":"2026-05-01T09:00:00Z","device_id":\#(number)"#)).device
        }
        #expect(try batch("353861053849681") == "353861053849681")
        #expect(throws: FeedError.digits("device_id")) { try batch("90071992547409930") }
    }

    @Test func `one bad feature among others is told as it came`() throws {
        let report = try Self.report("\(Self.iOS),7,\(Self.iOS)")
        #expect(report.locations.count == 3)
        #expect(report.locations[1] == Array("7".utf8))
    }

    @Test(arguments: [
        ("[]", "the body: an object with 'locations', a list of GeoJSON features, is expected"),
        (#"{"locations":7}"#, "the body: an object with 'locations', a list of GeoJSON features, is expected"),
        (#"{"locations":["#, "the body: a JSON value at byte 14 is expected, found the end"),
        (
            #"{"locations":[\#(Array(repeating: "1", count: 2501).joined(separator: ","))]}"#,
            "the body: 2500 features at most"
        ),
    ])
    func `what is something else is refused in a sentence`(body: String, sentence: String) {
        #expect { try OverlandBatch.report(Array(body.utf8), from: .overland, isNamed: false) } throws: {
            "\($0)" == sentence
        }
    }

    @Test func `a full batch of all that the app tells is read`() throws {
        let full = Self.iOS.replacing(
            #""wifi":"home""#,
            with:
                #""wifi":"home","pauses":true,"activity":"other","desired_accuracy":10,"tracking_mode":1,"locations_in_payload":2000,"trip_id":"2026-05-01T09:00:00Z""#
        )
        let body = Array(repeating: full, count: OverlandBatch.mostFeatures).joined(separator: ",")
        #expect(try Self.report(body).locations.count == 2500)
    }
}
