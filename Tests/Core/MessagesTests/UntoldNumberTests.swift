import Messages
import Testing
import Tracking

/// Phones write a negative number for what they do not know.
@Suite struct UntoldNumberTests {
    @Test func `what OwnTracks on iOS does not know is absent, and the position counts`() throws {
        let text = """
            {"_type":"location","lat":46.05,"lon":14.5,"tst":1777626000,"acc":8,"vac":-1,"vel":-1,"cog":-1,"batt":80,\
            "bs":1,"conn":"w","tid":"SA","t":"u","created_at":1777626001,"p":98.2,"topic":"owntracks/sam/phone"}
            """
        let location = try LocationMessage(decoding: Array(text.utf8))
        #expect(location.fix.verticalAccuracy == nil && location.fix.speed == nil && location.fix.course == nil)
        #expect(location.fix.altitude == nil)
        #expect(location.fix.accuracy == 8 && location.battery == 80)
        let written = String(decoding: location.encoded(), as: UTF8.self)
        #expect(!written.contains("vac") && !written.contains("vel") && !written.contains("cog"))
    }

    @Test(arguments: [(-1.0, nil), (-0.001, nil), (0, 0), (359.5, 359.5)] as [(Double, Double?)])
    func `a course counts from 0 on`(number: Double, course: Double?) throws {
        let text = #"{"_type":"location","lat":46,"lon":14,"tst":1777626000,"cog":\#(number)}"#
        #expect(try LocationMessage(decoding: Array(text.utf8)).fix.course == course)
    }

    @Test(
        arguments: [
            ("-1", nil), ("-0.4", nil), ("0", 0), ("79.6", 80), ("100", 100), ("null", nil),
        ] as [(String, Int?)]
    )
    func `a battery counts from 0 on`(number: String, battery: Int?) throws {
        let text = #"{"_type":"location","lat":46,"lon":14,"tst":1777626000,"batt":\#(number)}"#
        #expect(try LocationMessage(decoding: Array(text.utf8)).battery == battery)
    }

    @Test(arguments: [
        #""acc":20037508"#, #""alt":-12000"#, #""alt":1000000"#, #""vac":1000000"#, #""vel":40320"#, #""cog":360"#,
    ])
    func `what can just be measured counts`(member: String) throws {
        let text = #"{"_type":"location","lat":46,"lon":14,"tst":1777626000,\#(member)}"#
        let location = try LocationMessage(decoding: Array(text.utf8))
        #expect(String(decoding: location.encoded(), as: UTF8.self).contains(member))
    }

    @Test func `an altitude may be negative`() throws {
        let text = #"{"_type":"location","lat":31.5,"lon":35.5,"tst":1777626000,"alt":-430}"#
        #expect(try LocationMessage(decoding: Array(text.utf8)).fix.altitude == -430)
    }
}
