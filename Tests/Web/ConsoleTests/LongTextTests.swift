import API
import Access
import Console
import Foundation
import Messages
import Testing
import Tracking
import Web

/// Texts that are short to a reader and long to a machine, and documents that they made unreadable.
@Suite(.timeLimit(.minutes(30)))
struct LongTextTests {
    private static let item = "/api/v1/items/sam/keys"
    /// One character of 240,001 bytes.
    private static let towering = "a" + String(repeating: "\u{301}", count: 60_000)

    private static func keys() throws -> DeviceID { try DeviceID(owner: Name("sam"), device: Name("keys")) }

    @Test(arguments: [towering, "Keys\u{202E}", "a" + String(repeating: "\u{301}", count: 31)])
    func `a guest with command wedges no item by a name, nor a place`(name: String) async throws {
        try await withConsole { console in
            try await console.meetKeys()
            let now = WallClock().now
            try console.access.add(Name("owner"), isAdministrator: true, at: now)
            try console.access.setPasscode(Passcode("tannenbaum"), current: nil, of: Name("owner"), from: nil, at: now)
            let grants = try [Grant(written: "sam/keys=command")]
            try console.access.add(Name("kim"), isAdministrator: false, grants: grants, at: now)
            let (secret, _) = try console.access.makeToken("t", of: Name("kim"), scope: .command, at: now)
            let headers = ["Authorization": "Bearer \(secret.text)"]
            let renamed = try await console.send("PATCH", Self.item, json: #"{"item":"\#(name)"}"#, headers: headers)
            // What is far too long is no body that is read at all.
            #expect(renamed.status == (name == Self.towering ? 400 : 422))
            #expect(renamed.body.count < 4096)
            let place = #"{"name":"\#(name)","lat":60.4,"lon":5.3,"radius_m":60}"#
            let added = try await console.send("POST", "\(Self.item)/places", json: place, headers: headers)
            #expect(added.status == renamed.status)
            let fine = try await console.send("PATCH", Self.item, json: #"{"item":"Bag 👜"}"#, headers: headers)
            #expect(fine.status == 200)
        }
    }

    @Test(arguments: [
        #"{"_type":"desired","version":1,"item":"\#(towering)"}"#, "{", #"{"_type":"desired","version":"one"}"#,
    ])
    func `an item whose document cannot be read is changed all the same`(document: String) async throws {
        try await withConsole { console in
            try await console.meetKeys()
            let topic = console.topics.desired(try Self.keys())
            let message = Message(topic: topic, payload: Array(document.utf8), retained: true)
            try await console.publishRefused(message)
            let answer = try await console.send("PATCH", Self.item, json: #"{"item":"Mine again"}"#)
            #expect(answer.status == 200)
            #expect(try answer.object["item"] as? String == "Mine again")
            let kept = try #require(await console.feed.latest(topic))
            let desired = try DesiredState(decoding: kept.payload)
            #expect(desired.item?.text == "Mine again")
            // What the store had read before is the ground that it stands on.
            #expect(desired.reportEvery == 600 && desired.version > 1)
        }
    }

    @Test func `rules that cannot be read are replaced, also under If-Match`() async throws {
        try await withConsole { console in
            try await console.meetKeys()
            let first = try await console.send("PATCH", "\(Self.item)/rules", json: #"{"quiet":"22:00-07:00"}"#)
            #expect(first.status == 200)
            let topic = console.topics.rules(try Self.keys())
            try await console.publishRefused(Message(topic: topic, payload: Array("{".utf8), retained: true))
            let shown = try await console.get("\(Self.item)/rules")
            let tag = try #require(shown.headers["etag"])
            let change = #"{"thresholds":{"warning_m":6,"critical_m":12}}"#
            let answer = try await console.send("PATCH", "\(Self.item)/rules", json: change, headers: ["If-Match": tag])
            #expect(answer.status == 200)
            let rules = try ItemRules(decoding: try #require(await console.feed.latest(topic)).payload)
            #expect(rules.thresholds?.warning == 6)
            let again = try await console.send("PATCH", "\(Self.item)/rules", json: change, headers: ["If-Match": tag])
            #expect(again.status == 412)
        }
    }

    @Test func `no change makes a document that nobody reads`() async throws {
        try await withConsole { console in
            try await console.meetKeys()
            let corners = (0..<200).map { number -> String in
                let turn = Double(number) * .pi / 100
                return #"{"lat":\#(60.39312345 + 0.0123456 * cos(turn)),"lon":\#(5.32423456 + 0.0123456 * sin(turn))}"#
            }
            let points = corners.joined(separator: ",")
            var statuses: [Int] = []
            for number in 1...20 {
                let place = #"{"name":"Place \#(number)","points":[\#(points)]}"#
                let answer = try await console.send("POST", "\(Self.item)/places", json: place)
                statuses.append(answer.status)
                if answer.status != 201 { #expect(answer.text.contains("\(MessageError.largestPayload)")) }
            }
            #expect(statuses.first == 201 && statuses.last == 409)
            // It is still read and changed.
            let gone = try await console.send("DELETE", "\(Self.item)/places/Place%201")
            #expect(gone.status == 204)
        }
    }
}
