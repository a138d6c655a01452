import Access
import Foundation
import HTTPTypes
import History
import Messages
import Store
import Synchronization
import TestSupport
import Testing
import Tracking

@testable import API

/// `/api/v1/simulated-items`: a shelf stands for the service that runs their trackers; the browser's tests have a real one.
@Suite(.timeLimit(.minutes(30)))
struct SimulatedItemRoutesTests {
    private static let path = "/api/v1/simulated-items"
    private static let wish =
        #"{"owner":"sam","item":"Sam's kite","lat":46.05,"lon":14.5,"movement":"walks","radius_m":200}"#

    /// What is simulated, and which were begun.
    private final class Shelf: Sendable {
        let entries = Mutex<[SimulatedItemDesk.Entry]>([])
        let begun = Mutex<[DeviceID]>([])
        /// Which were counted as deleted, in order; with a minus where that was taken back.
        let left = Mutex<[String]>([])
        let refusal: SimulatedItemDesk.Refusal?
        /// Why none is deleted.
        let leaving: SimulatedItemDesk.Refusal?

        init(_ refusal: SimulatedItemDesk.Refusal? = nil, leaving: SimulatedItemDesk.Refusal? = nil) {
            (self.refusal, self.leaving) = (refusal, leaving)
        }

        var desk: SimulatedItemDesk {
            SimulatedItemDesk(
                list: { self.entries.withLock { $0 } },
                devices: { Set(self.entries.withLock { $0.map(\.device) }) },
                add: { (entry) async throws(SimulatedItemDesk.Refusal) in
                    if let refusal = self.refusal { throw refusal }
                    self.entries.withLock { $0.append(entry) }
                },
                begin: { device in self.begun.withLock { $0.append(device) } },
                leave: { (device) async throws(SimulatedItemDesk.Refusal) in
                    if let refusal = self.leaving { throw refusal }
                    self.left.withLock { $0.append("\(device)") }
                },
                stay: { device in self.left.withLock { $0.append("-\(device)") } },
                end: { device in
                    self.entries.withLock { $0.removeAll { $0.device == device } }
                }
            )
        }
    }

    @Test func `one is added, listed, shown as simulated and deleted as any item`() async throws {
        let shelf = Shelf()
        try await withConsole(simulated: shelf.desk) { console in
            try await console.waitUntilSwept()
            let check = SchemaCheck(document: try await console.get("/api/v1/openapi.json").object)
            let none = try await console.get(Self.path)
            #expect(try check.errors("GET", Self.path, none) == [])
            #expect(try none.object["offered"] as? Bool == true && none.object["most"] as? Int == 20)
            let added = try await console.send("POST", Self.path, json: Self.wish)
            #expect(added.status == 201, "\(added.text)")
            #expect(added.headers["location"] == "/api/v1/items/sam/sams-kite")
            #expect(try check.errors("POST", Self.path, added) == [])
            let item = try added.object
            #expect(item["item"] as? String == "Sam's kite" && item["simulated"] as? Bool == true)
            #expect(item["controllable"] as? Bool == true)
            let first = shelf.entries.withLock { $0.first }
            let entry = try #require(first)
            #expect(entry.radius == 200 && entry.movement == .walks && entry.desired.reportEvery == 10)
            #expect(shelf.begun.withLock { $0 } == [entry.device])
            // What its tracker is to be waits on the broker.
            try await eventually { await console.feed.latest(console.topics.desired(entry.device)) != nil }
            let list = try await console.get(Self.path)
            #expect(try check.errors("GET", Self.path, list) == [])
            #expect(try list.object.list("items").first?["tracker"] as? String == "sams-kite")
            let shown = try await console.get("/api/v1/items").object.list("items")
            #expect(shown.first?["simulated"] as? Bool == true)
            // The same name again is another tracker's.
            let other = try await console.send("POST", Self.path, json: Self.wish)
            #expect(other.status == 201 && other.headers["location"] == "/api/v1/items/sam/sams-kite-2")
            let deleted = try await console.send("DELETE", "\(Self.path)/sam/sams-kite")
            #expect(deleted.status == 204)
            #expect(try await console.get("/api/v1/items/sam/sams-kite").status == 404)
            let wish = try await console.history.perform { core, _ in (core.deletions, []) }
            #expect(wish == [entry.device])
        }
    }

    @Test func `a deletion that cannot be kept deletes nothing, by either path`() async throws {
        let reason = "nothing was changed: simulated-items.jsonl: cannot be written: No space left on device"
        let shelf = Shelf(leaving: .failed(reason))
        try await withConsole(simulated: shelf.desk) { console in
            try await console.waitUntilSwept()
            let wish = #"{"owner":"sam","tracker":"kite","item":"Kite","lat":46,"lon":14,"movement":"stays"}"#
            #expect(try await console.send("POST", Self.path, json: wish).status == 201)
            for path in ["\(Self.path)/sam/kite", "/api/v1/items/sam/kite"] {
                let refused = try await console.send("DELETE", path)
                let detail = try refused.object["detail"] as? String
                #expect(refused.status == 503 && detail == reason)
                #expect(try await console.get("/api/v1/items/sam/kite").status == 200)
                let deletions = try await console.history.perform { core, _ in (core.deletions, []) }
                #expect(deletions.isEmpty)
            }
        }
    }

    @Test func `the end of one is kept before its data goes, by either path`() async throws {
        let shelf = Shelf()
        try await withConsole(simulated: shelf.desk) { console in
            try await console.waitUntilSwept()
            for (name, path) in [("kite", "\(Self.path)/sam/kite"), ("van", "/api/v1/items/sam/van")] {
                let wish = #"{"owner":"sam","tracker":"\#(name)","item":"X","lat":46,"lon":14,"movement":"stays"}"#
                #expect(try await console.send("POST", Self.path, json: wish).status == 201)
                #expect(try await console.send("DELETE", path).status == 204)
            }
            #expect(shelf.left.withLock { $0 } == ["sam/kite", "sam/van"])
        }
    }

    @Test func `what the database does not take is told as such, and is taken back`() async throws {
        let shelf = Shelf()
        try await withConsole(simulated: shelf.desk) { console in
            try await console.waitUntilSwept()
            let wish = #"{"owner":"sam","tracker":"kite","item":"Kite","lat":46,"lon":14,"movement":"stays"}"#
            #expect(try await console.send("POST", Self.path, json: wish).status == 201)
            // The database has another name now: nothing is written to it.
            let file = console.directory.path + "/history.sqlite"
            try FileManager.default.moveItem(atPath: file, toPath: file + ".away")
            let other = wish.replacing("kite", with: "van")
            for refused in [
                try await console.send("DELETE", "\(Self.path)/sam/kite"),
                try await console.send("POST", Self.path, json: other),
            ] {
                #expect(refused.status == 503 && refused.headers["retry-after"] == "30", "\(refused.text)")
                #expect(refused.text.contains("nothing was changed: the database cannot be written"))
            }
            #expect(shelf.left.withLock { $0 } == ["sam/kite", "-sam/kite"])
            let devices = shelf.entries.withLock { $0.map(\.device) }
            #expect(devices.map { "\($0)" } == ["sam/kite"])
            try FileManager.default.moveItem(atPath: file + ".away", toPath: file)
        }
    }

    @Test func `a tracker that is known, whose deletion goes on, or that is a phone's is refused`() async throws {
        let shelf = Shelf()
        try await withConsole(simulated: shelf.desk) { console in
            try await console.waitUntilSwept()
            func wish(_ tracker: String) -> String {
                #"{"owner":"sam","tracker":"\#(tracker)","item":"Kite","lat":46,"lon":14,"movement":"stays"}"#
            }
            let bike = DeviceID(owner: try Name("sam"), device: try Name("bike"))
            let fix = Fix(
                coordinate: try Coordinate(latitude: 46, longitude: 14), time: WallClock().now, accuracy: 5
            )
            let heard = Message(topic: console.topics.location(bike), payload: LocationMessage(fix: fix).encoded())
            try await console.ingest([heard])
            let known = try await console.send("POST", Self.path, json: wish("bike"))
            #expect(known.status == 409 && known.text.contains("is known already"))
            #expect(shelf.entries.withLock { $0 }.isEmpty)
            #expect(try await console.send("POST", Self.path, json: wish("phone")).status == 422)
            #expect(try await console.send("POST", Self.path, json: wish("kite")).status == 201)
            let again = try await console.send("POST", Self.path, json: wish("kite"))
            #expect(again.status == 409)
            #expect(try await console.send("DELETE", "/api/v1/items/sam/kite").status == 204)
            // Its tracker has not said goodbye yet: what was kept of the new one is taken back.
            let early = try await console.send("POST", Self.path, json: wish("kite"))
            #expect(early.status == 409 && early.text.contains("was deleted"))
        }
    }

    @Test(arguments: [
        ("{}", 422), ("[]", 422), (#"{"owner":"sam"}"#, 422),
        (#"{"owner":"sam","item":"K","lat":91,"lon":14,"movement":"walks"}"#, 422),
        (#"{"owner":"sam","item":"K","lat":46,"lon":14,"movement":"flies"}"#, 422),
        (#"{"owner":"sam","item":"K","lat":46,"lon":14,"movement":"walks","radius_m":49}"#, 422),
        (#"{"owner":"sam","item":"K","lat":46,"lon":14,"movement":"walks","radius_m":5001}"#, 422),
        (#"{"owner":"sam","item":"K","lat":46,"lon":14,"movement":"walks","report_every_s":0}"#, 422),
        (#"{"owner":"alerts","item":"K","lat":46,"lon":14,"movement":"walks"}"#, 422),
        (#"{"owner":"sam","item":"K","lat":46,"lon":14,"movement":"walks","more":1}"#, 422),
        ("{", 400),
    ])
    func `a body that is wrong adds nothing`(body: String, status: Int) async throws {
        let shelf = Shelf()
        try await withConsole(simulated: shelf.desk) { console in
            try await console.waitUntilSwept()
            #expect(try await console.send("POST", Self.path, json: body).status == status)
            #expect(shelf.entries.withLock { $0 }.isEmpty)
            #expect(try await console.get("/api/v1/items").object.list("items").isEmpty)
        }
    }

    @Test func `where there is no broker for them none is offered, and a refusal is told`() async throws {
        try await withConsole { console in
            let none = try await console.get(Self.path)
            #expect(try none.object["offered"] as? Bool == false)
            #expect(try await console.send("POST", Self.path, json: Self.wish).status == 404)
            #expect(try await console.send("DELETE", "\(Self.path)/sam/kite").status == 404)
        }
        let broken = Shelf(.failed("data/simulated-items.jsonl:2: owner is missing"))
        for (shelf, status, word) in [(Shelf(.full), 409, "20"), (broken, 503, "jsonl:2")] {
            try await withConsole(simulated: shelf.desk) { console in
                try await console.waitUntilSwept()
                let refused = try await console.send("POST", Self.path, json: Self.wish)
                #expect(refused.status == status && refused.text.contains(word))
                #expect(try await console.get("/api/v1/items").object.list("items").isEmpty)
                #expect(try await console.send("DELETE", "\(Self.path)/sam/kite").status == 404)
            }
        }
    }
}
