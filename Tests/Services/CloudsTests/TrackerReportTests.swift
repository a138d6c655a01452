import Bluetooth
import Messages
import TestSupport
import Testing
import Tracking

@testable import Clouds

/// What a tracker behind a cloud may send, as the message that it would have published.
struct TrackerReportTests {
    private static func message(_ payload: [UInt8]) throws -> Message {
        try TrackerReport.message(payload, from: CloudFixtures.device("sam/keys"), CloudFixtures.topics)
    }

    @Test(arguments: [
        (CloudFixtures.location, "owntracks/sam/keys", true),
        (#" {"lat":1,"_type":"location"}"#, "owntracks/sam/keys", true),
        (#"{"_type":"reported","version":7}"#, "tagalong/sam/keys/reported", true),
        (#"{"_type":"result","id":"c-1","ok":true}"#, "tagalong/sam/keys/result", false),
    ])
    func `an object is passed on as it is, where its type belongs`(text: String, topic: String, retained: Bool) throws {
        let message = try Self.message(Array(text.utf8))
        #expect(message == CloudFixtures.message(topic, text, retained: retained))
        #expect(message.quality == .atLeastOnce)
    }

    /// The fix of docs/protocol.md.
    private static let fix = """
        01 01 00 01 57                                       ; Bluetooth mode, GNSS, asked for, 87 %
        0300 0000 0201 0000                                  ; boot 3, sequence 258
        682E C4E2 9D01 0000                                  ; sent 2026-05-01T09:00:01.000Z
        7A2B C4E2 9D01 0000                                  ; measured 2026-05-01T09:00:00.250Z
        9927 BF1B AE11 62F7                                  ; 46.5512345, -14.4567890
        C201 0000 83FF FFFF 2003 0000                        ; 4.50 m, altitude -1.25 m, 8.00 m
        6801 0000 0E6A                                       ; 3.60 km/h, 271.50 degrees
        """

    @Test func `a compact fix becomes a location with its number`() throws {
        let message = try Self.message(hex(Self.fix))
        #expect(message.topic == "owntracks/sam/keys" && message.retained)
        let location = try LocationMessage(decoding: message.payload)
        #expect(location.mark == FixMark(boot: 3, sequence: 258))
        let coordinate = try Coordinate(latitude: 46.5512345, longitude: -14.456789)
        #expect(location.fix.coordinate == coordinate)
        #expect(location.fix.time.milliseconds == 1_777_626_000_250 && location.battery == 87)
        #expect(location.gateway == nil && location.trackerInitials == "ys")
    }

    @Test(arguments: [
        (
            #"{"_type":"desired","version":9}"#,
            "data: the '_type' location, reported or result is expected, found 'desired'"
        ),
        (#"{"lat":1,"lon":2}"#, "data: the '_type' location, reported or result is expected, found none"),
        ("OK", "data: one of a tracker's JSON objects or a fix of 55 bytes is expected"),
        ("[]", "data: one of a tracker's JSON objects or a fix of 55 bytes is expected"),
        ("{", "data: one of a tracker's JSON objects or a fix of 55 bytes is expected"),
    ])
    func `what no tracker says is refused`(text: String, sentence: String) {
        #expect(throws: CloudRefusal.payload(sentence)) { try Self.message(Array(text.utf8)) }
    }

    @Test func `a fix that is cut short is refused`() {
        #expect(throws: CloudRefusal.self) { try Self.message(Array(hex(Self.fix).dropLast())) }
        #expect(throws: CloudRefusal.self) { try Self.message([]) }
    }
}
