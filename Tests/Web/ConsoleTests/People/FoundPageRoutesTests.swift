import Foundation
import HTTPTypes
import History
import Hummingbird
import NIOCore
import Store
import TestSupport
import Testing
import Tracking

@testable import API
@testable import Access
@testable import Web

/// Found pages: made with a session, opened by anybody who has the code.
@Suite(.timeLimit(.minutes(30)))
struct FoundPageRoutesTests {
    private static let page = "/api/v1/items/sam/keys/found-page"
    private static let template = "/api/v1/items/{owner}/{tracker}/found-page"

    /// The headers of sam, who may command the keys.
    private static func sam(_ console: ConsoleBench) throws -> [String: String] {
        try console.access.add(
            Name("sam"), isAdministrator: false, grants: [Grant(written: "sam=command")], at: WallClock().now
        )
        return try console.headers(of: "sam")
    }

    /// Makes the page of the keys; its path on the interface, for whoever has the code.
    private static func make(
        _ console: ConsoleBench, _ headers: [String: String], _ body: String = #"{"message":"Please call"}"#
    ) async throws -> String {
        let made = try await console.send("PUT", page, json: body, headers: headers)
        try #require((200...201).contains(made.status), "\(made.text)")
        let address = try #require(made.object["address"] as? String)
        return "/api/v1" + address.dropFirst(console.base.count)
    }

    private static func leave(
        _ console: ConsoleBench, _ found: String, _ body: String = #"{"text":"Found it"}"#
    ) async throws -> ConsoleBench.Answer {
        try await console.send("POST", "\(found)/messages", json: body)
    }

    @Test func `a page is made, opened without an account, written to, and removed`() async throws {
        let clock = AdjustableClock.atFullHour()
        try await withConsole(clock: clock) { console in
            try await console.meetKeys()
            let sam = try Self.sam(console)
            let check = SchemaCheck(document: try await console.get("/api/v1/openapi.json").object)
            let made = try await console.send("PUT", Self.page, json: #"{"message":"Please\ncall"}"#, headers: sam)
            #expect(made.status == 201)
            #expect(try check.errors("PUT", Self.template, made) == [])
            let shown = try await console.get(Self.page, headers: sam)
            #expect(try shown.status == 200 && check.errors("GET", Self.template, shown) == [])
            let found = try await Self.make(console, sam)

            let open = try await console.get(found)
            #expect(open.status == 200 && open.headers["cache-control"] == "no-store")
            #expect(open.headers["x-robots-tag"] == "noindex, nofollow")
            #expect(open.headers["referrer-policy"] == "no-referrer")
            #expect(try check.errors("GET", "/api/v1/found/{code}", open) == [])
            #expect(try open.object as NSDictionary == ["item": "Keys", "message": "Please call"])
            // As it is typed from a label.
            let code = try #require(shown.object["code"] as? String)
            #expect(try await console.get("/api/v1/found/\(code.lowercased())").status == 200)

            let body = #"{"text":"At the bar","contact":"+41 1","position":{"lat":52.5,"lon":13.4,"accuracy_m":7.2}}"#
            let left = try await Self.leave(console, found, body)
            #expect(left.status == 201)
            #expect(try check.errors("POST", "/api/v1/found/{code}/messages", left) == [])
            let list = try await console.get("\(Self.page)/messages", headers: sam)
            #expect(try check.errors("GET", "\(Self.template)/messages", list) == [])
            let message = try #require(try list.object.list("messages").first)
            #expect(message["text"] as? String == "At the bar" && message["contact"] as? String == "+41 1")
            #expect((message["position"] as? [String: Any])?["accuracy_m"] as? Double == 8)
            let inbox = try await console.get("/api/v1/inbox", headers: sam)
            #expect(try check.errors("GET", "/api/v1/inbox", inbox) == [])
            let notice = try #require(try inbox.object.list("notices").first)
            #expect(notice["kind"] as? String == "finder" && notice["tracker"] as? String == "keys")
            #expect(notice["finder"] as? NSDictionary == message as NSDictionary)
            // It is no fix, and no look at the item.
            let keys = try DeviceID(owner: Name("sam"), device: Name("keys"))
            #expect(try console.store.latest(of: keys, limit: 9).count == 1)
            #expect(try console.access.looks(of: nil, limit: 9).isEmpty)

            let pages = try await console.get("/api/v1/found-pages", headers: sam)
            #expect(try check.errors("GET", "/api/v1/found-pages", pages) == [])
            #expect(try pages.object.list("found_pages").first?["messages"] as? Int == 1)
            let id = try #require(message["id"] as? Int)
            for status in [204, 404] {
                #expect(try await console.send("DELETE", "\(Self.page)/messages/\(id)", headers: sam).status == status)
            }
            #expect(try await console.get("/api/v1/inbox", headers: sam).object.list("notices").isEmpty)
            for status in [204, 404] {
                #expect(try await console.send("DELETE", Self.page, headers: sam).status == status)
            }
            #expect(try await console.get(found).status == 404)
        }
    }

    @Test func `a change of what has changed since is refused, and one without a tag is not`() async throws {
        try await withConsole { console in
            try await console.meetKeys()
            let sam = try Self.sam(console)
            let check = SchemaCheck(document: try await console.get("/api/v1/openapi.json").object)
            func put(_ body: String, _ tag: String?) async throws -> ConsoleBench.Answer {
                let headers = sam.merging(tag.map { ["If-Match": $0] } ?? [:]) { $1 }
                return try await console.send("PUT", Self.page, json: body, headers: headers)
            }
            #expect(try await put("{}", "*").status == 412)
            let made = try await put(#"{"section":"personal"}"#, nil)
            let tag = try #require(made.headers["etag"])
            // Neither a message nor another code is a change of what it shows.
            let address = try #require(made.object["address"] as? String)
            let found = "/api/v1" + address.dropFirst(console.base.count)
            #expect(try await Self.leave(console, found).status == 201)
            #expect(try await console.send("POST", "\(Self.page)/code", json: "{}", headers: sam).status == 200)
            let closed = try await put("{}", tag)
            #expect(closed.status == 200 && closed.headers["etag"] != tag)
            let refused = try await put(#"{"section":"personal","message":"Hello"}"#, tag)
            #expect(refused.status == 412)
            #expect(try check.errors("PUT", Self.template, refused) == [])
            #expect(try console.access.foundPages.all().map(\.look.section) == [nil])
            let shown = try await console.get(Self.page, headers: sam)
            #expect(try await put(#"{"message":"Hello"}"#, shown.headers["etag"]).status == 200)
            #expect(try await put("{}", nil).status == 200)
            #expect(try await console.send("DELETE", Self.page, headers: sam).status == 204)
            #expect(try await put("{}", tag).status == 412)
        }
    }

    @Test func `a code that is unknown, mistyped, replaced, removed or without a right is answered alike`() async throws
    {
        try await withConsole { console in
            try await console.meetKeys()
            let sam = try Self.sam(console)
            let replaced = try await Self.make(console, sam)
            let renewed = try await console.send("POST", "\(Self.page)/code", json: "{}", headers: sam)
            #expect(renewed.status == 200)
            let removed = try await Self.make(console, sam)
            #expect(try await console.get(removed).status == 200)
            #expect(try await console.send("DELETE", Self.page, headers: sam).status == 204)
            let refused = try await Self.make(console, sam)
            try console.access.setGrants([Grant(written: "sam=history")], of: Name("sam"), at: WallClock().now)
            let paths =
                [replaced, removed, refused]
                + ["00000000000000000000000000", "x", "%FF", "%00", "x%2Fy"].map { "/api/v1/found/\($0)" }
            for end in ["", "/picture"] {
                var answers: Set<NSDictionary> = []
                for path in paths {
                    let answer = try await console.get(path + end)
                    #expect(answer.status == 404, "\(path)\(end)")
                    let headers = answer.headers.filter { $0.key != "date" }
                    answers.insert(["headers": headers, "document": try answer.object])
                    #expect(!answer.text.contains("eys") && !answer.text.contains("sam"))
                }
                #expect(answers.count == 1)
            }
            #expect(try await Self.leave(console, replaced).status == 404)
        }
    }

    @Test func `who guesses 30 codes within an hour is told nothing of any, at the page either`() async throws {
        let clock = AdjustableClock.atFullHour()
        try await withConsole(clock: clock) { console in
            try await console.meetKeys()
            let sam = try Self.sam(console)
            let found = try await Self.make(console, sam)
            let page = String(found.dropFirst("/api/v1".count))
            for number in 0..<30 {
                // What is there is not counted.
                #expect(try await console.get(found).status == 200)
                #expect(try await console.get("/api/v1/found/\(number)").status == 404)
            }
            for path in [found, "\(found)/picture", page, "/found/x", "/api/v1/found/x"] {
                let answer = try await console.get(path)
                #expect(answer.status == 429, "\(path)")
                #expect(answer.headers["retry-after"].flatMap { Int($0) } != nil, "\(path)")
            }
            let wait = try #require(try await console.get(found).headers["retry-after"].flatMap { Int($0) })
            #expect((1...120).contains(wait))
            #expect(try await Self.leave(console, found).status == 429)
            // The owner looks at the page as anybody does, and at what is their own as ever.
            #expect(try await console.get(Self.page, headers: sam).status == 200)
            clock.advance(by: .seconds(120))
            #expect(try await console.get(page).status == 200)
        }
    }

    @Test func `one source leaves five messages in an hour, and is told when to write again`() async throws {
        let clock = AdjustableClock.atFullHour()
        try await withConsole(clock: clock) { console in
            try await console.meetKeys()
            let sam = try Self.sam(console)
            let found = try await Self.make(console, sam)
            // What is refused is no message.
            for _ in 0..<7 { #expect(try await Self.leave(console, found, "{}").status == 422) }
            for _ in 0..<5 { #expect(try await Self.leave(console, found).status == 201) }
            let refused = try await Self.leave(console, found)
            let wait = try #require(refused.headers["retry-after"].flatMap { Int($0) })
            #expect(refused.status == 429 && (1...720).contains(wait))
            clock.advance(by: .seconds(720))
            #expect(try await Self.leave(console, found).status == 201)
        }
    }

    @Test func `one page takes thirty messages in an hour, from wherever they come`() async throws {
        let rate = RequestRate(burst: 1000, perSecond: 1)
        let clock = AdjustableClock.atFullHour()
        try await withConsole(clock: clock, configure: { $0.rates.finderMessages = rate }) { console in
            try await console.meetKeys()
            let found = try await Self.make(console, Self.sam(console))
            for _ in 0..<30 { #expect(try await Self.leave(console, found).status == 201) }
            let refused = try await Self.leave(console, found)
            let wait = try #require(refused.headers["retry-after"].flatMap { Int($0) })
            #expect(refused.status == 429 && (3000...3600).contains(wait))
        }
    }

    @Test(arguments: [
        ("/text", "{}"), ("/text", #"{"text":""}"#), ("/text", #"{"text":"  \n"}"#), ("/text", #"{"text":"\u200b"}"#),
        ("/contact", #"{"text":"x","contact":1}"#), ("/position", #"{"text":"x","position":null}"#),
        ("/position/lat", #"{"text":"x","position":{"lat":91,"lon":0,"accuracy_m":1}}"#),
        ("/position/accuracy_m", #"{"text":"x","position":{"lat":9,"lon":0}}"#),
        ("/position/time", #"{"text":"x","position":{"lat":9,"lon":0,"accuracy_m":1,"time":"now"}}"#),
        ("/name", #"{"text":"x","name":"y"}"#),
    ])
    func `what is wrong in a message is told with its place, and nothing is left`(
        pointer: String, body: String
    ) async throws {
        try await withConsole { console in
            try await console.meetKeys()
            let found = try await Self.make(console, Self.sam(console))
            let answer = try await Self.leave(console, found, body)
            #expect(answer.status == 422)
            let places = try answer.object.list("errors").map { $0["pointer"] as? String }
            #expect(places.contains(pointer), "\(answer.text)")
            #expect(try console.access.inbox.unread(of: Name("sam")) == 0)
        }
    }

    @Test func `marks of direction that a number was pasted with are left out`() async throws {
        try await withConsole { console in
            try await console.meetKeys()
            let sam = try Self.sam(console)
            let body = #"{"text":"a\u200eb","contact":"\u202a+41 44 668 18 00\u202c"}"#
            #expect(try await Self.leave(console, Self.make(console, sam), body).status == 201)
            let list = try await console.get("\(Self.page)/messages", headers: sam)
            let message = try #require(try list.object.list("messages").first)
            #expect(message["text"] as? String == "ab" && message["contact"] as? String == "+41 44 668 18 00")
        }
    }

    @Test(arguments: [
        ("/message", #"{"message":"a\u202eb"}"#), ("/photo", #"{"photo":1}"#), ("/section", #"{"section":"all"}"#),
        ("/until", #"{"until":"2027"}"#),
    ])
    func `what is wrong in a page is told with its place, and none is made`(
        pointer: String, body: String
    ) async throws {
        try await withConsole { console in
            try await console.meetKeys()
            let answer = try await console.send("PUT", Self.page, json: body, headers: Self.sam(console))
            #expect(answer.status == 422)
            #expect(try answer.object.list("errors").first?["pointer"] as? String == pointer)
            #expect(try console.access.foundPages.all() == [])
        }
    }

    @Test func `a token makes none, nor does who commands it by a share, nor anybody before there is a passcode`()
        async throws
    {
        try await withConsole { console in
            try await console.meetKeys()
            #expect(try await console.send("PUT", Self.page, json: "{}").status == 409)
            let sam = try Self.sam(console)
            let (secret, _) = try console.access.makeToken("t", of: Name("sam"), scope: .admin, at: WallClock().now)
            let token = ["Authorization": "Bearer \(secret.text)"]
            #expect(try await console.send("PUT", Self.page, json: "{}", headers: token).status == 403)
            try console.access.add(Name("kim"), isAdministrator: false, at: WallClock().now)
            try console.access.database.write {
                try $0.connect(
                    Name("sam"), granting: TrustLevel(), with: Name("kim"), granting: TrustLevel(), at: WallClock().now)
            }
            try console.access.shares.share(
                [Grant(written: "sam/keys=command")], of: Name("sam"), with: Name("kim"), at: WallClock().now
            )
            let kim = try console.headers(of: "kim")
            #expect(try await console.send("PUT", Self.page, json: "{}", headers: kim).status == 403)
            // Nor sees that of somebody else.
            _ = try await Self.make(console, sam)
            #expect(try await console.get(Self.page, headers: kim).status == 404)
            #expect(try await console.get("/api/v1/found-pages", headers: kim).object.list("found_pages").isEmpty)
            // A program of the same account reads it.
            #expect(try await console.get(Self.page, headers: token).status == 200)
        }
    }

    @Test func `the photo is shown only where the page says so`() async throws {
        try await withConsole { console in
            try await console.meetKeys()
            let sam = try Self.sam(console)
            let keys = try DeviceID(owner: Name("sam"), device: Name("keys"))
            let photo = PhotoRow(kind: .png, data: [1, 2, 3], updated: WallClock().now)
            _ = try await console.parts.history.carryOut(.setPhoto(photo, of: keys))
            let found = try await Self.make(console, sam)
            #expect(try await console.get(found).object["picture"] == nil)
            #expect(try await console.get("\(found)/picture").status == 404)
            _ = try await Self.make(console, sam, #"{"photo":true}"#)
            #expect(try await console.get(found).object["picture"] as? String == "\(found)/picture")
            let picture = try await console.get("\(found)/picture")
            #expect(picture.body == [1, 2, 3] && picture.headers["content-type"] == "image/png")
            #expect(picture.headers["cache-control"] == "no-store")
        }
    }

    @Test func `the page has its texts in it, as texts, and asks a browser for its position`() async throws {
        try await withConsole { console in
            try await console.meetKeys()
            let body = #"{"message":"<b>&</b></script><script>alert(1)\nSecond"}"#
            let found = try await Self.make(console, Self.sam(console), body)
            let answer = try await console.get(String(found.dropFirst("/api/v1".count)))
            #expect(answer.status == 200 && answer.headers["content-type"] == "text/html; charset=utf-8")
            #expect(answer.text.contains(#"<h1 dir="auto">Keys</h1>"#))
            let escaped = "&lt;b&gt;&amp;&lt;/b&gt;&lt;/script&gt;&lt;script&gt;alert(1)"
            #expect(answer.text.contains(#"<p dir="auto">\#(escaped)</p><p dir="auto">Second</p>"#))
            #expect(!answer.text.contains("<script>alert"))
            #expect(answer.headers["permissions-policy"]?.contains("geolocation=(self)") == true)
            #expect(answer.headers["cache-control"] == "no-store" && answer.headers["referrer-policy"] == "no-referrer")
            #expect(answer.headers["content-security-policy"]?.contains("default-src 'self'") == true)
            let unknown = try await console.get("/found/x")
            #expect(unknown.status == 404 && unknown.headers["content-type"] == "text/html; charset=utf-8")
            #expect(!unknown.text.contains("Keys"))
        }
    }

    @Test func `no text gets out of the page behind a letter that joins with a mark`() async throws {
        try await withConsole { console in
            try await console.meetKeys()
            let letter = "\u{0D4E}"
            let body = #"{"message":"\#(letter)<img src=x>\#(letter)</script>"}"#
            let found = try await Self.make(console, Self.sam(console), body)
            let answer = try await console.get(String(found.dropFirst("/api/v1".count)))
            // By bytes, as a browser reads it.
            let bytes = Array(answer.text.utf8)
            #expect(bytes.firstRange(of: Array("<img src=x".utf8)) == nil)
            #expect(bytes.firstRange(of: Array("\(letter)</script>".utf8)) == nil)
            #expect(bytes.firstRange(of: Array("\(letter)&lt;img src=x&gt;".utf8)) != nil)
            #expect(bytes.firstRange(of: Array((letter + #"\u003cimg src=x>"#).utf8)) != nil)
        }
    }

    @Test(arguments: ["/found/", "/api/v1/found/", "/s/", "/api/v1/ingress/"])
    func `no log has the code in a path, nor another secret there`(path: String) {
        let head = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "\(path)7ZZZZ/messages")
        #expect(Request(head: head, body: .init(buffer: ByteBuffer())).pathToLog == "\(path)…")
    }

    @Test(arguments: [
        ("//found/7ZZZZ", "/found/…"), ("/found//7ZZZZ/", "/found/…"), ("/api//v1/found/7ZZZZ", "/api/v1/found/…"),
        ("//s//secret", "/s/…"), ("///api/v1/ingress/7ZZZZ", "/api/v1/ingress/…"), ("/foundry/x", "/foundry/x"),
    ])
    func `no log has it behind doubled slashes either`(path: String, logged: String) {
        let head = HTTPRequest(method: .get, scheme: nil, authority: nil, path: path)
        #expect(Request(head: head, body: .init(buffer: ByteBuffer())).pathToLog == logged)
    }

    @Test func `it ends with the item, and is not of another one of that name`() async throws {
        try await withConsole { console in
            try await console.meetKeys()
            let boss = try console.boss()
            let found = try await Self.make(console, boss)
            let deleted = try await console.send("DELETE", "/api/v1/items/sam/keys", headers: boss)
            #expect((200...204).contains(deleted.status), "\(deleted.text)")
            let keys = try DeviceID(owner: Name("sam"), device: Name("keys"))
            try await eventually { try console.store.item(keys) == nil }
            // At once, and not only when it has been swept.
            #expect(try await console.get(found).status == 404)
            #expect(try console.access.foundPages.all() == [])
        }
    }

    @Test func `with another history, or an empty one, no page ends`() async throws {
        try await withConsole { console in
            try await console.meetKeys()
            try console.access.add(
                Name("kim"), isAdministrator: false, grants: [Grant(written: "kim=command")], at: WallClock().now
            )
            let bag = try DeviceID(owner: Name("kim"), device: Name("bag"))
            var generator = SystemRandomNumberGenerator()
            let now = WallClock().now
            _ = try console.access.foundPages.put(
                FoundPageLook(), of: bag, added: now, by: Name("kim"), using: &generator, at: now
            )
            console.parts.sweepFoundPages()
            #expect(try console.access.foundPages.all().map(\.item) == [bag])
        }
    }

    @Test func `its QR code holds the address that is configured, or else the one that was asked`() async throws {
        var desk = SignInDesk()
        for outside in [nil, "https://tagalong.example"] {
            desk.outside = outside
            try await withConsole(signIn: desk) { console in
                try await console.meetKeys()
                let sam = try Self.sam(console)
                let made = try await console.send("PUT", Self.page, json: "{}", headers: sam)
                let address = try #require(made.object["address"] as? String)
                #expect(address.hasPrefix("\(outside ?? console.base)/found/"))
                let svg = try await console.get("\(Self.page)/qr.svg", headers: sam)
                #expect(svg.headers["content-type"] == "image/svg+xml" && svg.text.hasPrefix("<svg"))
                let png = try await console.get("\(Self.page)/qr.png", headers: sam)
                #expect(png.headers["content-type"] == "image/png")
                guard let read = try QRReader.read(png.body) else { return }
                #expect(read == address)
            }
        }
    }
}
