import Foundation
import Store
import TestSupport
import Testing
import Tracking

@testable import API
@testable import Access

/// Share links: made with a session, opened with nothing but their secret.
@Suite(.timeLimit(.minutes(30)))
struct LinkRoutesTests {
    private static let links = "/api/v1/items/sam/keys/links"
    private static let template = "/api/v1/items/{owner}/{tracker}/links"
    private static let shared = "/api/v1/shared"

    /// The headers of somebody who has logged in.
    private static func logIn(
        _ name: String, _ grants: [String], on console: ConsoleBench, at now: Timestamp
    ) throws -> [String: String] {
        let written = try grants.map { try Grant(written: $0) }
        try console.access.add(
            Name(name), isAdministrator: grants.isEmpty, grants: written, passcode: Passcode("tannenbaum"), at: now
        )
        let opened = try console.access.logIn(name, passcode: "tannenbaum", from: "127.0.0.1", at: now)
        return ["Cookie": "tagalong=\(opened.secret.text)", "X-Tagalong-CSRF": opened.session.csrf]
    }

    private static func make(
        _ console: ConsoleBench, _ headers: [String: String], _ json: String = #"{"hours":4,"precision":"exact"}"#
    ) async throws -> (id: String, path: String, secret: [String: String]) {
        let made = try await console.send("POST", links, json: json, headers: headers)
        try #require(made.status == 201, "\(made.text)")
        let id = try #require(made.object["id"] as? String)
        let path = try #require(made.object["path"] as? String)
        return (id, path, ["X-Tagalong-Link": String(path.dropFirst(3))])
    }

    @Test func `a link is made, opened without an account, listed and revoked`() async throws {
        let clock = AdjustableClock.atFullHour()
        try await withConsole(clock: clock) { console in
            try await console.meetKeys()
            let sam = try Self.logIn("boss", [], on: console, at: clock.now)
            let check = SchemaCheck(document: try await console.get("/api/v1/openapi.json").object)
            let body = #"{"hours":4,"precision":"exact","note":"For Kim"}"#
            let made = try await console.send("POST", Self.links, json: body, headers: sam)
            #expect(made.status == 201)
            #expect(try check.errors("POST", Self.template, made) == [])
            let path = try #require(made.object["path"] as? String)
            let page = try await console.get(path)
            #expect(page.status == 200 && page.headers["content-type"] == "text/html; charset=utf-8")
            #expect(page.headers["referrer-policy"] == "no-referrer" && page.headers["cache-control"] == "no-store")
            #expect(page.headers["x-robots-tag"]?.contains("noindex") == true)
            let secret = ["X-Tagalong-Link": String(path.dropFirst(3))]
            let shown = try await console.get(Self.shared, headers: secret)
            #expect(shown.status == 200 && shown.headers["cache-control"] == "no-store")
            #expect(try check.errors("GET", Self.shared, shown) == [])
            let told: Set = ["item", "precision", "position", "last_seen", "expires", "time"]
            #expect(try Set(shown.object.keys).isSubset(of: told))
            #expect(try shown.object["item"] as? String == "Keys")
            #expect(try (shown.object["position"] as? [String: Any])?["lat"] as? Double == 52.52)
            _ = try await console.get(Self.shared, headers: secret)
            clock.advance(by: LinkVisits.pause)
            _ = try await console.get(Self.shared, headers: secret)
            let list = try await console.get(Self.links, headers: sam)
            #expect(try check.errors("GET", Self.template, list) == [])
            let line = try #require(list.object.list("links").first)
            #expect(line["openings"] as? Int == 2 && line["note"] as? String == "For Kim" && line["path"] == nil)
            let looks = try await console.get("/api/v1/looks?owner=sam", headers: sam).object.list("looks")
            #expect(looks.contains { $0["link"] as? String == line["id"] as? String && $0["count"] as? Int == 3 })
            let id = try #require(line["id"] as? String)
            #expect(try await console.send("DELETE", "\(Self.links)/\(id)", headers: sam).status == 204)
            #expect(try await console.send("DELETE", "\(Self.links)/\(id)", headers: sam).status == 404)
            #expect(try await console.get(path).status == 404)
            #expect(try await console.get(Self.shared, headers: secret).status == 404)
        }
    }

    @Test func `one that has ended, was revoked or never was is answered alike`() async throws {
        let clock = AdjustableClock()
        try await withConsole(clock: clock) { console in
            try await console.meetKeys()
            let sam = try Self.logIn("boss", [], on: console, at: clock.now)
            let ended = try await Self.make(console, sam, #"{"hours":1,"precision":"exact"}"#)
            let revoked = try await Self.make(console, sam)
            _ = try await console.send("DELETE", "\(Self.links)/\(revoked.id)", headers: sam)
            #expect(try await console.get(Self.shared, headers: ended.secret).status == 200)
            clock.advance(by: .seconds(3600))
            let never = ["X-Tagalong-Link": "tgs_\(AccessSecret().text)"]
            let answers = [
                try await console.get(Self.shared, headers: ended.secret),
                try await console.get(Self.shared, headers: revoked.secret),
                try await console.get(Self.shared, headers: never), try await console.get(Self.shared),
            ]
            #expect(Set(try answers.map { try $0.object as NSDictionary }).count == 1)
            #expect(answers.allSatisfy { $0.status == 404 })
            #expect(!answers[0].text.contains("keys") && !answers[0].text.contains("Keys"))
            #expect(try await console.get(ended.path).status == 404)
            #expect(try await console.get(Self.links, headers: sam).object.list("links").isEmpty)
        }
    }

    @Test func `by area it tells the middle of the area`() async throws {
        try await withConsole { console in
            try await console.meetKeys()
            let sam = try Self.logIn("boss", [], on: console, at: WallClock().now)
            let link = try await Self.make(console, sam, #"{"hours":4,"precision":"area"}"#)
            let shown = try await console.get(Self.shared, headers: link.secret)
            let position = try #require(shown.object["position"] as? [String: Any])
            let middle = AreaGrid.middle(of: try Coordinate(latitude: 52.52, longitude: 13.405))
            #expect(position["lat"] as? Double == middle.latitude && position["lon"] as? Double == middle.longitude)
            #expect(try shown.object["precision"] as? String == "area" && !shown.text.contains("13.405"))
        }
    }

    @Test func `its secret opens nothing else, whichever way it is shown`() async throws {
        try await withConsole { console in
            try await console.meetKeys()
            let sam = try Self.logIn("boss", [], on: console, at: WallClock().now)
            let link = try await Self.make(console, sam)
            let text = String(link.path.dropFirst(3))
            for headers in [
                link.secret, ["Authorization": "Bearer \(text)"], ["Cookie": "tagalong=\(text)"],
            ] {
                for path in [
                    "/api/v1/items", "/api/v1/items/sam/keys", "/api/v1/items/sam/keys/photo", "/api/v1/alerts",
                    "/api/v1/events", "/api/v1/map", "/api/v1/services", "/api/0/last", Self.links,
                ] {
                    #expect(try await console.get(path, headers: headers).status == 401, "\(path) \(headers.keys)")
                }
                let command = try await console.send(
                    "POST", "/api/v1/items/sam/keys/commands", json: #"{"do":"ring"}"#, headers: headers
                )
                #expect(command.status == 401)
            }
            #expect(try await console.get(Self.shared, headers: ["Authorization": "Bearer \(text)"]).status == 404)
        }
    }

    @Test func `it ends with the item, and is not of another one of that name`() async throws {
        try await withConsole { console in
            try await console.meetKeys()
            let sam = try Self.logIn("boss", [], on: console, at: WallClock().now)
            let link = try await Self.make(console, sam)
            let deleted = try await console.send("DELETE", "/api/v1/items/sam/keys", headers: sam)
            #expect((200...204).contains(deleted.status), "\(deleted.text)")
            let keys = try DeviceID(owner: Name("sam"), device: Name("keys"))
            try await eventually { try console.store.item(keys) == nil }
            let answer = try await console.get(Self.shared, headers: link.secret)
            #expect(answer.status == 404 && !answer.text.contains("sam"))
            // At once, and not only when it has been swept.
            #expect(try await console.get(link.path).status == 404)
            #expect(try console.access.links() == [])
        }
    }

    @Test func `a history that knows nothing of an item's owner ends no links to it`() async throws {
        try await withConsole { console in
            try await console.meetKeys()
            let sam = try Self.logIn("boss", [], on: console, at: WallClock().now)
            _ = try await Self.make(console, sam)
            // As if it had been made with another history.
            try console.access.database.write { try $0.execute("UPDATE item_links SET owner = 'kim'") }
            console.parts.sweepLinks()
            #expect(try console.access.links().count == 1)
        }
    }

    @Test func `it ends when who made it may not command the item any more`() async throws {
        try await withConsole { console in
            try await console.meetKeys()
            let boss = try Self.logIn("boss", [], on: console, at: WallClock().now)
            let kim = try Self.logIn("kim", ["sam/keys=command"], on: console, at: WallClock().now)
            let link = try await Self.make(console, kim)
            #expect(try await console.get(Self.shared, headers: link.secret).status == 200)
            let body = #"{"grants":["sam/keys=history"]}"#
            let changed = try await console.send("PUT", "/api/v1/accounts/kim/grants", json: body, headers: boss)
            #expect(changed.status == 200)
            #expect(try await console.get(Self.shared, headers: link.secret).status == 404)
        }
    }

    @Test(arguments: [
        ("/hours", #"{"hours":0,"precision":"exact"}"#), ("/hours", #"{"hours":721,"precision":"exact"}"#),
        ("/hours", #"{"hours":1.5,"precision":"exact"}"#), ("/hours", #"{"precision":"exact"}"#),
        ("/precision", #"{"hours":1,"precision":"city"}"#), ("/precision", #"{"hours":1}"#),
        ("/note", #"{"hours":1,"precision":"area","note":"a\u0000"}"#),
        ("/until", #"{"hours":1,"precision":"area","until":"2027"}"#),
    ])
    func `what is wrong is told with its place, and nothing is made`(pointer: String, body: String) async throws {
        try await withConsole { console in
            try await console.meetKeys()
            let sam = try Self.logIn("boss", [], on: console, at: WallClock().now)
            let answer = try await console.send("POST", Self.links, json: body, headers: sam)
            #expect(answer.status == 422)
            #expect(try answer.object.list("errors").first?["pointer"] as? String == pointer)
            #expect(try console.access.links() == [])
        }
    }

    @Test func `a token makes none, nor anybody before there is a passcode, and the 21st is refused`() async throws {
        try await withConsole { console in
            try await console.meetKeys()
            let body = #"{"hours":1,"precision":"area"}"#
            #expect(try await console.send("POST", Self.links, json: body).status == 409)
            let sam = try Self.logIn("boss", [], on: console, at: WallClock().now)
            let (secret, _) = try console.access.makeToken(
                "t", of: Name("boss"), scope: .admin, at: WallClock().now
            )
            let token = ["Authorization": "Bearer \(secret.text)"]
            #expect(try await console.send("POST", Self.links, json: body, headers: token).status == 403)
            for _ in 0..<ItemLink.most { _ = try await Self.make(console, sam, body) }
            #expect(try await console.send("POST", Self.links, json: body, headers: sam).status == 409)
        }
    }

    @Test func `who guesses is told to wait, and who has a link is not kept out by that`() async throws {
        try await withConsole { console in
            try await console.meetKeys()
            let sam = try Self.logIn("boss", [], on: console, at: WallClock().now)
            let link = try await Self.make(console, sam)
            var statuses: [Int] = []
            for _ in 0..<200 where statuses.last != 429 {
                let guess = ["X-Tagalong-Link": "tgs_\(AccessSecret().text)"]
                statuses.append(try await console.get(Self.shared, headers: guess).status)
            }
            #expect(statuses.first == 404 && statuses.last == 429)
            #expect(try await console.get(Self.shared, headers: link.secret).status == 200)
        }
    }
}
