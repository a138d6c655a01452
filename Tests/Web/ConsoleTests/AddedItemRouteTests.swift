import API
import Access
import Console
import Foundation
import Messages
import Store
import Testing
import Tracking
import Web

/// Over HTTP: what was heard and is no item is made one, and taken off again.
@Suite(.timeLimit(.minutes(30)))
struct AddedItemRouteTests {
    private let topics = Topics()
    private let path = "/api/v1/items/sam/bike"

    private func heard(_ device: String, at time: Timestamp = WallClock().now) throws -> Message {
        let id = DeviceID(owner: try Name("sam"), device: try Name(device))
        let fix = Fix(coordinate: try Coordinate(latitude: 46, longitude: 14), time: time, accuracy: 5)
        return Message(topic: topics.location(id), payload: LocationMessage(fix: fix, battery: 61).encoded())
    }

    /// `sam/aphone` is heard first, and so is the phone.
    private func meet(_ console: ConsoleBench) async throws {
        try await console.ingest([heard("aphone")])
        try await console.ingest([heard("bike")])
    }

    @Test func `what was heard is listed, with the phone marked, and what becomes an item is listed no more`()
        async throws
    {
        try await withConsole { console in
            try await meet(console)
            let devices = try await console.get("/api/v1/heard").object.list("devices")
            #expect(Set(devices.compactMap { $0["device"] as? String }) == ["aphone", "bike"])
            #expect(devices.first { $0["device"] as? String == "aphone" }?["phone"] as? Bool == true)
            let bike = try #require(devices.first { $0["device"] as? String == "bike" })
            #expect(bike["phone"] as? Bool == false && bike["battery"] as? Int == 61)
            let answer = try await console.send("PUT", path, json: #"{"item":"Bicycle"}"#)
            #expect(answer.status == 201 && answer.headers["location"] == path)
            let item = try answer.object
            #expect(item["item"] as? String == "Bicycle" && item["controllable"] as? Bool == false)
            #expect(item["fixes"] as? Int == 1)
            let left = try await console.get("/api/v1/heard").object.list("devices")
            #expect(left.compactMap { $0["device"] as? String } == ["aphone"])
        }
    }

    @Test func `it is renamed by PUT and PATCH, and what only a tracker can do is refused as a whole`() async throws {
        try await withConsole { console in
            try await meet(console)
            _ = try await console.send("PUT", path, json: #"{"item":"Bicycle"}"#)
            #expect(try await console.send("PUT", path, json: #"{"item":"Bike"}"#).status == 200)
            // Who wants a new one does not name another's.
            let other = try await console.send("PUT", path, json: #"{"item":"Other"}"#, headers: ["If-None-Match": "*"])
            #expect(other.status == 412)
            #expect(try await console.get(path).object["item"] as? String == "Bike")
            let tag = try #require(try await console.get(path).headers["etag"])
            let renamed = try await console.send("PATCH", path, json: #"{"item":"Tandem"}"#, headers: ["If-Match": tag])
            #expect(renamed.status == 200)
            #expect(try renamed.object["item"] as? String == "Tandem" && renamed.object["pending"] as? Bool == false)
            let late = try await console.send("PATCH", path, json: #"{"item":"Late"}"#, headers: ["If-Match": tag])
            #expect(late.status == 412)
            let bodies = [#"{"power":"off"}"#, #"{"item":"Other","power":"off"}"#, #"{"report_every_s":60}"#]
            for body in bodies {
                let refused = try await console.send("PATCH", path, json: body)
                #expect(refused.status == 409 && refused.text.contains("only reports where it is"))
            }
            #expect(try await console.get(path).object["item"] as? String == "Tandem")
            let ring = try await console.send("POST", path + "/commands", json: #"{"do":"ring"}"#)
            #expect(ring.status == 409)
        }
    }

    @Test func `a share link ends when it is taken off, also if it is added again at once`() async throws {
        try await withConsole { console in
            try await meet(console)
            _ = try await console.send("PUT", path, json: #"{"item":"Bicycle"}"#)
            let now = WallClock().now
            let id = DeviceID(owner: try Name("sam"), device: try Name("bike"))
            try console.access.setPasscode(Passcode("tannenbaum"), current: nil, of: Name("boss"), from: nil, at: now)
            let opened = try console.access.logIn("boss", passcode: "tannenbaum", from: "127.0.0.1", at: now)
            let boss = ["Cookie": "tagalong=\(opened.secret.text)", "X-Tagalong-CSRF": opened.session.csrf]
            let body = #"{"hours":4,"precision":"exact"}"#
            let made = try await console.send("POST", path + "/links", json: body, headers: boss)
            let secret = ["X-Tagalong-Link": String(try #require(made.object["path"] as? String).dropFirst(3))]
            #expect(try await console.get("/api/v1/shared", headers: secret).status == 200)
            #expect(try await console.send("PUT", path, json: #"{"item":"Bike"}"#, headers: boss).status == 200)
            #expect(try await console.get("/api/v1/shared", headers: secret).status == 200)
            #expect(try await console.send("DELETE", path + "?keep=positions", headers: boss).status == 204)
            #expect(try await console.send("PUT", path, json: #"{"item":"Bicycle"}"#, headers: boss).status == 201)
            #expect(try await console.get("/api/v1/shared", headers: secret).status == 404)
            #expect(try console.store.fixCount(of: id) == 1)
        }
    }

    @Test func `taken off it is a device again, with its positions`() async throws {
        try await withConsole { console in
            try await meet(console)
            _ = try await console.send("PUT", path, json: #"{"item":"Bicycle"}"#)
            #expect(try await console.send("DELETE", path + "?keep=positions").status == 204)
            #expect(try await console.get(path).status == 404)
            #expect(try await console.send("DELETE", path + "?keep=positions").status == 404)
            #expect(try await console.send("DELETE", path + "?keep=name").status == 400)
            let id = DeviceID(owner: try Name("sam"), device: try Name("bike"))
            #expect(try console.store.fixCount(of: id) == 1)
            #expect(try await console.send("PUT", path, json: #"{"item":"Bicycle"}"#).status == 201)
        }
    }

    @Test(arguments: [
        ("sam/aphone", #"{"item":"Phone"}"#, 409, "--phone sam=DEVICE"),
        ("sam/nothing", #"{"item":"Nothing"}"#, 404, "no position of sam/nothing has been heard"),
        ("sam/keys", #"{"item":"Keys"}"#, 409, "is a tracker that is told what it is"),
        ("sam/bike", #"{"item":""}"#, 422, "/item"),
        ("sam/bike", #"{}"#, 422, "/item"),
    ])
    func `what cannot be an item is refused with the reason`(
        _ device: String, _ body: String, _ status: Int, _ words: String
    ) async throws {
        try await withConsole { console in
            try await meet(console)
            try await console.meetKeys()
            let answer = try await console.send("PUT", "/api/v1/items/\(device)", json: body)
            #expect(answer.status == status)
            #expect((try answer.object["detail"] as? String)?.contains(words) == true)
            #expect(try console.store.items().map(\.device.id.device.text) == ["keys"])
        }
    }

    @Test func `a tracker is not taken off, but released`() async throws {
        try await withConsole { console in
            try await console.meetKeys()
            let answer = try await console.send("DELETE", "/api/v1/items/sam/keys?keep=positions")
            #expect(answer.status == 409)
            #expect((try answer.object["detail"] as? String)?.contains("tagalong delete sam/keys") == true)
            #expect(try console.store.items().count == 1)
        }
    }
}
