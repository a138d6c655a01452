import Access
import Foundation
import Testing
import Tracking

@Suite(.timeLimit(.minutes(30)))
struct AccessRoutesTests {
    /// What a browser keeps of a login.
    private struct Browser {
        let console: ConsoleBench
        let cookie: String
        let csrf: String

        init(_ console: ConsoleBench, _ answer: ConsoleBench.Answer) async throws {
            self.console = console
            let header = try #require(answer.headers["set-cookie"])
            #expect(header.contains("HttpOnly") && header.contains("SameSite=Strict") && header.contains("Path=/"))
            cookie = String(header.prefix { $0 != ";" })
            let standing =
                try await console.get("/api/v1/session", headers: ["Cookie": cookie]).json() as? [String: Any]
            csrf = try #require(standing?["csrf"] as? String)
        }

        func send(_ method: String, _ path: String, _ body: String? = nil) async throws -> ConsoleBench.Answer {
            let headers = ["Cookie": cookie, "X-Tagalong-CSRF": csrf, "Content-Type": "application/json"]
            return try await console.send(method, path, headers: headers, body: body)
        }
    }

    private static let json = ["Content-Type": "application/json"]

    private static func logIn(_ console: ConsoleBench, _ passcode: String) async throws -> ConsoleBench.Answer {
        try await console.send("POST", "/api/v1/session", headers: json, body: #"{"passcode":"\#(passcode)"}"#)
    }

    private static func setPasscode(_ console: ConsoleBench) async throws -> ConsoleBench.Answer {
        let body = #"{"new":"tannenbaum","again":"tannenbaum"}"#
        return try await console.send("PUT", "/api/v1/passcode", headers: json, body: body)
    }

    @Test func `5-1-1 a passcode is stored only when both agree, and from then on one has to log in`() async throws {
        try await withConsole { console in
            #expect(try await console.get("/api/v1/quarantine").status != 401)
            let differ = #"{"new":"tannenbaum","again":"tannenbaun"}"#
            let refused = try await console.send("PUT", "/api/v1/passcode", headers: Self.json, body: differ)
            #expect(refused.status == 422 && refused.text.contains("again"))
            #expect(try !console.access.isProtected())
            let set = try await Self.setPasscode(console)
            #expect(set.status == 204)
            #expect(try console.access.isProtected())
            #expect(try await console.get("/api/v1/quarantine").status == 401)
            // Who has set it is in.
            let browser = try await Browser(console, set)
            #expect(try await browser.send("GET", "/api/v1/session").text.contains(#""authenticated":true"#))
        }
    }

    @Test func `5-2-1 and 5-3-1 a passcode is changed and turned off by who knows it`() async throws {
        try await withConsole { console in
            let browser = try await Browser(console, Self.setPasscode(console))
            let wrong = #"{"current":"weihnachten","new":"new passcode","again":"new passcode"}"#
            #expect(try await browser.send("PUT", "/api/v1/passcode", wrong).status == 403)
            let right = #"{"current":"tannenbaum","new":"new passcode","again":"new passcode"}"#
            let changed = try await browser.send("PUT", "/api/v1/passcode", right)
            #expect(changed.status == 204)
            #expect(try await Self.logIn(console, "tannenbaum").status == 401)
            let second = try await Browser(console, changed)
            #expect(try await second.send("DELETE", "/api/v1/passcode", #"{"current":"new passcode"}"#).status == 204)
            #expect(try !console.access.isProtected())
        }
    }

    @Test func `5-5-2 five wrong tries lock, and the time left is told`() async throws {
        try await withConsole { console in
            _ = try await Self.setPasscode(console)
            for _ in 1...4 { #expect(try await Self.logIn(console, "weihnachten").status == 401) }
            // The one that locks says so itself.
            let fifth = try await Self.logIn(console, "weihnachten")
            #expect(fifth.status == 429)
            #expect(try (1...600).contains(#require(fifth.headers["retry-after"].flatMap { Int($0) })))
            let locked = try await Self.logIn(console, "tannenbaum")
            #expect(locked.status == 429)
            let seconds = try #require(locked.headers["retry-after"].flatMap { Int($0) })
            #expect((1...600).contains(seconds))
            #expect(locked.text.contains("too many wrong tries: wait"))
        }
    }

    @Test func `a change needs the session's token, and a session that is over lets nobody in`() async throws {
        try await withConsole { console in
            let browser = try await Browser(console, Self.setPasscode(console))
            let path = "/api/v1/passkeys/options"
            #expect(try await console.send("POST", path, headers: ["Cookie": browser.cookie]).status == 403)
            #expect(try await browser.send("GET", "/api/v1/passkeys").status == 200)
            let out = try await browser.send("DELETE", "/api/v1/session")
            #expect(out.status == 204 && out.headers["set-cookie"]?.contains("Max-Age=0") == true)
            #expect(try await browser.send("GET", "/api/v1/passkeys").status == 401)
        }
    }

    @Test(arguments: [
        ("read-last", 403), ("read-history", 403), ("command", 403), ("admin", 200),
    ])
    func `a token reaches as far as its scope`(scope: String, status: Int) async throws {
        try await withConsole { console in
            _ = try await Self.setPasscode(console)
            let owner = try Name(Account.first)
            let (secret, _) = try console.access.makeToken(
                "t",
                of: owner,
                scope: #require(Scope(rawValue: scope)),
                at: WallClock().now
            )
            let headers = ["Authorization": "Bearer \(secret.text)"]
            let answer = try await console.get("/api/v1/items/sam/keys/retention", headers: headers)
            // There is no such item; who may see histories is told so.
            #expect(answer.status == (scope == "read-last" ? 403 : 404))
            // A token is no session.
            let change = try await console.send("DELETE", "/api/v1/passcode", headers: headers, body: "{}")
            #expect(change.status == 403 || change.status == 415)
            let closed = try await console.get("/api/v1/something-new", headers: headers)
            #expect(closed.status == (status == 200 ? 404 : 403))
        }
    }

    @Test func `an item that one may not see is not there`() async throws {
        try await withConsole { console in
            _ = try await Self.setPasscode(console)
            let (kim, now) = (try Name("kim"), WallClock().now)
            try console.access.add(kim, isAdministrator: false, grants: [Grant(written: "sam/bag=last")], at: now)
            let (secret, _) = try console.access.makeToken("t", of: kim, scope: .admin, at: now)
            let headers = ["Authorization": "Bearer \(secret.text)"]
            #expect(try await console.get("/api/v1/items/sam/keys/fixes", headers: headers).status == 404)
            #expect(try await console.get("/api/v1/items/sam/bag/fixes", headers: headers).status == 403)
            #expect(try await console.get("/api/v1/quarantine", headers: headers).status == 403)
        }
    }

    @Test func `a command of the same machine gets in by the key of this run`() async throws {
        try await withConsole { console in
            _ = try await Self.setPasscode(console)
            let headers = ["Authorization": "Bearer \(console.localKey.text)"]
            #expect(try await console.get("/api/v1/something-new", headers: headers).status == 404)
            let wrong = ["Authorization": "Bearer \(AccessSecret().text)"]
            #expect(try await console.get("/api/v1/something-new", headers: wrong).status == 401)
        }
    }

    @Test(arguments: ["http://evil.example", "null", "http://127.0.0.1:1"])
    func `a page of another site changes nothing`(origin: String) async throws {
        try await withConsole { console in
            let headers = Self.json.merging(["Origin": origin]) { $1 }
            let body = #"{"new":"tannenbaum","again":"tannenbaum"}"#
            let answer = try await console.send("PUT", "/api/v1/passcode", headers: headers, body: body)
            #expect(answer.status == 403)
            let isProtected = try console.access.isProtected()
            #expect(!isProtected)
        }
    }

    @Test func `a name that somebody has pointed here reads nothing`() async throws {
        try await withConsole { console in
            let answer = try await console.get("/api/v1/session", headers: ["Host": "evil.example:8467"])
            #expect(answer.status == 421)
            #expect(try await console.get("/api/v1/session", headers: ["Host": "localhost:8467"]).status == 200)
        }
    }

    @Test(arguments: ["/health", "/nothing", "/api/v1/session"])
    func `every answer keeps browsers from doing more with it`(path: String) async throws {
        try await withConsole { console in
            let headers = try await console.get(path).headers
            #expect(headers["x-content-type-options"] == "nosniff")
            #expect(headers["content-security-policy"]?.contains("frame-ancestors 'none'") == true)
            #expect(headers["referrer-policy"] != nil)
        }
    }

    @Test func `passkeys are for sites with a name, and only for who is logged in`() async throws {
        try await withConsole { console in
            #expect(try await console.send("POST", "/api/v1/passkeys/options").status == 409)
            let browser = try await Browser(console, Self.setPasscode(console))
            #expect(try await browser.send("POST", "/api/v1/passkeys/options").status == 409)
            let headers = [
                "Cookie": browser.cookie, "X-Tagalong-CSRF": browser.csrf, "Host": "localhost:\(console.port)",
            ]
            let answer = try await console.send("POST", "/api/v1/passkeys/options", headers: headers)
            #expect(answer.status == 200 && answer.text.contains(#""id":"localhost""#))
            // Browsers make none without encryption for another name, nor is one taken.
            let plain = headers.merging(["Host": "box.example:\(console.port)"]) { $1 }
            let refused = try await console.send("POST", "/api/v1/passkeys/options", headers: plain)
            #expect(refused.status == 409 && refused.text.contains("https"))
        }
    }
}
