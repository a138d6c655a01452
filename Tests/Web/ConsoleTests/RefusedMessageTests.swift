import Foundation
import Messages
import TestSupport
import Testing
import Tracking

@testable import API

/// A message that the history service refuses is told by the console to nobody either.
@Suite(.timeLimit(.minutes(30)))
struct RefusedMessageTests {
    private static let valid = """
        {"_type":"reported","version":1,"power":"on","report_every_s":600,"mode":"auto","firmware":"1.2.0","model":"T1",\
        "boot":17,"battery":87,"active_mode":"cellular"}
        """

    @Test(arguments: [
        ("reported", valid.replacing("87", with: "900")), ("reported", valid.replacing("\"on\"", with: "\"maybe\"")),
        ("reported", #"{"_type":"reported","battery":50}"#), ("reported", "{}"), ("reported", "garbage"),
        ("availability", "perhaps"), ("desired", #"{"_type":"desired","version":9,"power":"off","report_every_s":0}"#),
        ("rules", #"{"_type":"rules","warning_m":3,"critical_m":2}"#),
        (
            "state",
            #"{"_type":"state","level":"critical","distance_m":-1,"since":"2026-05-01T09:00:00Z","item":"Keys"}"#
        ),
        ("result", #"{"id":"c-1"}"#),
    ])
    func `neither the stream nor the item tells of it`(what: String, payload: String) async throws {
        try await withConsole { console in
            try await console.meetKeys()
            try await console.publishAndWait(
                Message(topic: "tagalong/sam/keys/reported", payload: Array(Self.valid.utf8), retained: true)
            )
            let before = try await console.get("/api/v1/items/sam/keys").text
            var stream = try await EventStream(console)
            _ = try await stream.snapshot()
            let refused = Message(topic: "tagalong/sam/keys/\(what)", payload: Array(payload.utf8), retained: true)
            try await console.feed.publish(refused)
            // Behind it, so that it was passed over once this is told.
            let next = Self.valid.replacing("87", with: "86")
            try await console.feed.publish(
                Message(topic: "tagalong/sam/other/reported", payload: Array(next.utf8), retained: true)
            )
            let events = try await stream.upTo { $0.item == "sam/other" }
            #expect(events.filter { $0.item == "sam/keys" && $0.type == what }.isEmpty)
            #expect(try await console.get("/api/v1/items/sam/keys").text == before)
            var fresh = try await EventStream(console)
            #expect(!(try await fresh.snapshot()).contains { $0.data.contains(payload) })
        }
    }
}
