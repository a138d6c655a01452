import API
import Console
import Foundation
import Messages
import TestSupport
import Testing
import Tracking
import Web

/// `/api/v1/items/…/place-suggestions`.
@Suite(.timeLimit(.minutes(30)))
struct PlaceSuggestionTests {
    private static let path = "/api/v1/items/sam/keys/place-suggestions"

    /// Three nights, at one o'clock UTC, 500 m away from where the keys are now.
    private func spendNights(_ console: ConsoleBench) async throws {
        let keys = try DeviceID(owner: Name("sam"), device: Name("keys"))
        let today = WallClock().now.milliseconds / 86_400_000
        for night: Int64 in [3, 2, 1] {
            let time = Timestamp(milliseconds: (today - night) * 86_400_000 + 3_600_000)
            try await console.ingest([try console.fix(of: keys, at: time, sequence: UInt32(10 - night), north: 500)])
        }
    }

    @Test func `where an item spends its nights is suggested by the zone's clock, until it is a place`() async throws {
        try await withConsole { console in
            try await console.meetKeys()
            try await spendNights(console)
            let check = SchemaCheck(document: try await console.get("/api/v1/openapi.json").object)
            let answer = try await console.get("\(Self.path)?zone=UTC")
            #expect(try check.errors("GET", "/api/v1/items/{owner}/{tracker}/place-suggestions", answer) == [])
            let found = try #require(try answer.object.list("suggestions").first)
            #expect(try answer.object.list("suggestions").count == 1)
            #expect(found["nights"] as? Int == 3 && found["radius_m"] as? Double == 30)
            let latitude = try #require(found["lat"] as? Double)
            #expect(abs(latitude - 52.5245) < 0.0002)
            // It was ten o'clock there.
            #expect(try await console.get("\(Self.path)?zone=Asia/Tokyo").object.list("suggestions").isEmpty)
            let place = #"{"name":"Home","lat":52.5245,"lon":13.405,"radius_m":60}"#
            #expect(try await console.send("POST", "/api/v1/items/sam/keys/places", json: place).status == 201)
            #expect(try await console.get("\(Self.path)?zone=UTC").object.list("suggestions").isEmpty)
        }
    }

    @Test(
        arguments: [
            ("", "zone"), ("?zone=Mars/Olympus", "zone"), ("?zone=../../../etc/passwd", "zone"), ("?zone=/UTC", "zone"),
            ("?zone=UTC&days=2", "days"), ("?zone=UTC&days=367", "days"),
        ]
    )
    func `what cannot be asked is told by its parameter`(query: String, parameter: String) async throws {
        try await withConsole { console in
            try await console.meetKeys()
            let answer = try await console.get(Self.path + query)
            #expect(answer.status == 400)
            #expect(try answer.object.list("errors").first?["parameter"] as? String == parameter)
        }
    }
}
