import Access
import Foundation
import Messages
import Reminders
import ServerSupport
import Store
import TestSupport
import Testing
import Tracking

@testable import API
@testable import Console
@testable import Web

/// Who sees which reminders, in lists, pages and the stream of events.
@Suite(.timeLimit(.minutes(30)))
struct ReminderSightTests {
    private static let always = ConsoleBench.alwaysHeld

    /// The headers of a token of an account, which is made if there is none; everybody has to log in then.
    private static func visitor(
        _ console: ConsoleBench, _ account: String, _ grants: [String] = [], scope: Scope = .admin
    ) throws -> [String: String] {
        try console.protect()
        let (name, now) = (try Name(account), WallClock().now)
        if try !console.access.accounts().contains(where: { $0.name == name }) {
            let grants = try grants.map { try Grant(written: $0) }
            try console.access.add(name, isAdministrator: false, grants: grants, at: now)
        }
        let (secret, _) = try console.access.makeToken("t", of: name, scope: scope, at: now)
        return ["Authorization": "Bearer \(secret.text)"]
    }

    /// One each of sam, eve and lee, which are told at once.
    private static func fill(_ console: ConsoleBench) async throws {
        for owner in ["sam", "eve", "lee"] {
            #expect(try await console.send("PUT", "/api/v1/reminders/\(owner)/now", json: always).status == 201)
        }
        try await eventually {
            try await console.get("/api/v1/reminder-events").object.list("events").count == 3
        }
    }

    private static func owners(_ answer: ConsoleBench.Answer, _ list: String) throws -> [String] {
        try answer.object.list(list).compactMap { $0["owner"] as? String }.sorted()
    }

    @Test func `lists and the history have one's own, and those of owners all of whose things one sees`() async throws {
        try await withConsole { console in
            try await Self.fill(console)
            let grants = ["eve=last", "lee/keys=command"]
            let cases: [(headers: [String: String], seen: [String], told: [String])] = [
                (try Self.visitor(console, "sam", grants), ["eve", "sam"], ["sam"]),
                (try Self.visitor(console, "sam", scope: .readLast), ["eve", "sam"], []),
                (try Self.visitor(console, "kim", ["eve=history", "lee=history:area"]), ["eve"], ["eve"]),
                (try Self.visitor(console, "pat"), [], []),
            ]
            for (headers, seen, told) in cases {
                let reminders = try await console.get("/api/v1/reminders", headers: headers)
                #expect(try Self.owners(reminders, "reminders") == seen)
                let events = try await console.get("/api/v1/reminder-events", headers: headers)
                #expect(try Self.owners(events, "events") == told)
                for owner in ["sam", "eve", "lee"] {
                    let of = try await console.get("/api/v1/reminders?owner=\(owner)", headers: headers)
                    #expect(try Self.owners(of, "reminders") == (seen.contains(owner) ? [owner] : []))
                }
            }
            let nobody = try Self.visitor(console, "quinn", scope: .people)
            for path in ["reminders", "reminder-events", "facts", "places/search?q=x"] {
                #expect(try await console.get("/api/v1/\(path)", headers: nobody).status == 403)
            }
        }
    }

    @Test func `one that may not be seen answers as one that is not there, whatever is asked`() async throws {
        try await withConsole { console in
            try await Self.fill(console)
            let pat = try Self.visitor(console, "pat", ["sam/keys=command"])
            let requests = [
                ("GET", ""), ("PUT", ""), ("PATCH", ""), ("DELETE", ""), ("GET", "/why"), ("POST", "/dismiss"),
                ("POST", "/snooze"),
            ]
            for (method, end) in requests {
                let (there, gone) = ("/api/v1/reminders/sam/now\(end)", "/api/v1/reminders/sam/gone\(end)")
                let hidden = try await console.send(method, there, json: "{}", headers: pat)
                let missing = try await console.send(method, gone, json: "{}", headers: pat)
                #expect(hidden.status == 404 && missing.status == 404)
                // Members come in any order.
                let (one, other) = (try hidden.object, try missing.object)
                #expect(Set(one.keys) == Set(other.keys) && hidden.text.utf8.count + 1 == missing.text.utf8.count)
                let detail = try #require(other["detail"] as? String)
                #expect(one["detail"] as? String == detail.replacing("gone", with: "now"))
            }
            let made = try await console.send("POST", "/api/v1/reminders/sam", json: Self.always, headers: pat)
            #expect(made.status == 404)
            let admin = try console.protect()
            #expect(try await console.get("/api/v1/reminders/sam/now", headers: admin).status == 200)
        }
    }

    @Test func `who may only look changes nothing, and is told so`() async throws {
        try await withConsole { console in
            try await Self.fill(console)
            let kim = try Self.visitor(console, "kim", ["sam=history"])
            let path = "/api/v1/reminders/sam/now"
            let shown = try await console.get(path, headers: kim)
            #expect(try shown.object["may"] as? [String] == ["history"])
            let changes = [("PUT", ""), ("PATCH", ""), ("DELETE", ""), ("POST", "/dismiss"), ("POST", "/snooze")]
            for (method, end) in changes {
                #expect(try await console.send(method, path + end, json: Self.always, headers: kim).status == 403)
            }
            #expect(try await console.send("POST", "/api/v1/reminders/sam", json: "{}", headers: kim).status == 403)
        }
    }

    @Test func `pages go on behind the last one, and belong to their reader`() async throws {
        try await withConsole { console in
            try await console.waitUntilTelling()
            let owners = try ["eve", "lee", "sam"].map { try Name($0) }
            let payload = Array(Self.always.utf8)
            try await console.ingest(
                try owners.flatMap { owner in
                    try (1...4).map { number in
                        let id = ReminderID(owner: owner, id: try Name("r\(number)"))
                        return Message(topic: console.topics.reminder(id), payload: payload, retained: true)
                    }
                }
            )
            let kim = try Self.visitor(console, "kim", ["eve=history", "sam=history"])
            let admin = try console.protect()
            for (headers, count) in [(admin, 12), (kim, 8)] {
                for (list, key) in [("reminders", "reminders"), ("reminder-events", "events")] {
                    var (seen, cursor): ([String], String?) = ([], nil)
                    repeat {
                        let more = cursor.map { "&cursor=\($0)" } ?? ""
                        let page = try await console.get("/api/v1/\(list)?limit=3\(more)", headers: headers)
                        let entries = try page.object.list(key)
                        #expect(entries.count <= 3 && !entries.isEmpty)
                        seen += entries.map { "\($0["owner"] ?? "")/\($0["reminder"] ?? $0["id"] ?? "")" }
                        cursor = try page.object["next"] as? String
                    } while cursor != nil && seen.count < 20
                    #expect(seen.count == count && Set(seen).count == count, "\(list)")
                    if list == "reminders" { #expect(seen == seen.sorted()) }
                }
            }
            let first = try await console.get("/api/v1/reminders?limit=3", headers: admin)
            let next = try #require(try first.object["next"] as? String)
            for path in ["/api/v1/reminder-events?cursor=\(next)", "/api/v1/reminders?cursor=x"] {
                #expect(try await console.get(path, headers: admin).status == 400)
            }
            #expect(try await console.get("/api/v1/reminders?cursor=\(next)", headers: kim).status == 400)
            #expect(try await console.get("/api/v1/reminder-events?reminder=r1", headers: admin).status == 400)
        }
    }

    @Test func `the stream has what they are, how they stand and what was told, for who may see it`() async throws {
        try await withConsole { console in
            try await console.waitUntilSwept()
            try await console.waitUntilTelling()
            let types = "?types=reminder,reminder-state,reminder-event"
            let admin = try console.protect()
            let sam = try Self.visitor(console, "sam")
            var mine = try await EventStream(console, types, headers: sam)
            var last = try await EventStream(
                console, types, headers: try Self.visitor(console, "kim", ["sam=last", "eve/keys=command"]))
            _ = try await mine.snapshot()
            _ = try await last.snapshot()
            for owner in ["eve", "sam"] {
                let path = "/api/v1/reminders/\(owner)/now"
                #expect(try await console.send("PUT", path, json: Self.always, headers: admin).status == 201)
            }
            let told = try await mine.upTo { $0.type == "reminder-event" }
            #expect(told.allSatisfy { $0.json["owner"] as? String == "sam" && $0.json["reminder"] as? String == "now" })
            #expect(told.contains { $0.type == "reminder" && $0.document?["name"] as? String == "Now" })
            #expect(told.last?.document?["event"] as? String == "fired")
            #expect(try await console.send("DELETE", "/api/v1/reminders/sam/now", headers: admin).status == 204)
            let gone = try await mine.upTo { $0.type == "reminder" && $0.document == nil }
            #expect(gone.last?.json["reminder"] as? String == "now")
            // The last position says how it stands now, and not what was.
            let seen = try await last.upTo { $0.type == "reminder" && $0.document == nil }
            #expect(seen.contains { $0.type == "reminder" } && seen.contains { $0.type == "reminder-state" })
            #expect(seen.allSatisfy { $0.type != "reminder-event" && $0.json["owner"] as? String == "sam" })
        }
    }

    @Test func `what was told while the broker was away comes from the store, and is told once`() async throws {
        try await withConsole { console in
            try await console.waitUntilSwept()
            try await console.waitUntilTelling()
            var stream = try await EventStream(console, "?types=reminder-event")
            _ = try await stream.snapshot()
            await console.broker.stop()
            while await console.feed.isConnected { try await Task.sleep(for: .milliseconds(5)) }
            #expect(try await console.send("PUT", "/api/v1/reminders/sam/now", json: Self.always).status == 201)
            try await eventually { try !console.store.reminderEvents(of: nil, limit: 1).isEmpty }
            try await console.broker.start()
            let first = try #require(try await stream.next())
            #expect(first.document?["event"] as? String == "fired")
            // It goes out to the broker as well, and comes back from there.
            #expect(try await console.send("POST", "/api/v1/reminders/sam/now/dismiss").status == 200)
            #expect(try await stream.next()?.document?["event"] as? String == "dismissed")
        }
    }

    @Test func `of an owner who is erased nothing is left in the stream`() async throws {
        try await withConsole { console in
            try await console.waitUntilSwept()
            var told = try await EventStream(console, "?types=reminder-event")
            _ = try await told.snapshot()
            try await Self.fill(console)
            // They come behind the definitions and the states: nothing of Sam's comes later.
            for _ in 1...3 { #expect(try await told.next()?.type == "reminder-event") }
            let id = ReminderID(owner: try Name("sam"), id: try Name("now"))
            try await eventually { await console.feed.latest(console.topics.reminderState(id)) != nil }
            try console.store.write { try $0.removeReminders(of: id.owner) }
            await console.parts.forget(id.owner, id.owner)
            #expect(await console.feed.latest(console.topics.reminder(id)) == nil)
            #expect(await console.feed.latest(console.topics.reminderState(id)) == nil)
            var stream = try await EventStream(console, "?types=reminder,reminder-state,reminder-event")
            let left = try await stream.snapshot()
            #expect(!left.isEmpty && left.allSatisfy { $0.json["owner"] as? String != "sam" })
        }
    }
}
