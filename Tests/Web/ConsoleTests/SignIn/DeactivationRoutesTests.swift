import Access
import Foundation
import ServerSupport
import Testing
import Tracking

@testable import API
@testable import Web

/// One's own mail address, accounts that rest, and links that are handed over.
@Suite(.timeLimit(.minutes(30)))
struct DeactivationRoutesTests {
    private func withKim(_ body: @Sendable (SignInBench, [String: String]) async throws -> Void) async throws {
        try await SignInBench.with { bench in
            let (kim, now) = (try Name("kim"), WallClock().now)
            try bench.console.access.add(kim, isAdministrator: false, passcode: Passcode("mistletoe"), at: now)
            _ = try bench.console.access.setMail(MailAddress("kim@example.org"), of: kim, from: nil, at: now)
            try await body(bench, try await bench.logIn("kim", "mistletoe"))
        }
    }

    @Test func `P-19 one deactivates one's account, and the link of a mail brings it back`() async throws {
        try await withKim { bench, headers in
            let wrong = try await bench.post("deactivation", ["passcode": "wrong one"], headers: headers)
            #expect(wrong.status == 403)
            let done = try await bench.post("deactivation", ["passcode": "mistletoe"], headers: headers)
            #expect(done.status == 204 && done.headers["set-cookie"]?.contains("Max-Age=0") == true)
            #expect(try await bench.console.get("/api/v1/items", headers: headers).status == 401)
            let refused = try await bench.post("session", ["account": "kim", "passcode": "wrong one"])
            #expect(refused.status == 401)
            let told = try await bench.post("session", ["account": "kim", "passcode": "mistletoe"])
            #expect(told.status == 403)
            #expect(try told.object["type"] as? String == "urn:tagalong:deactivated")
            #expect(try told.object["detail"] as? String == "this account is deactivated")
            let secret = try SignInBench.secret(try await bench.mails(1)[0], "reactivate")
            #expect(try await bench.post("reactivation/confirmation", ["secret": secret]).status == 204)
            #expect(try await !bench.logIn("kim", "mistletoe").isEmpty)
        }
    }

    @Test func `an administrator lets others rest, hands over links, and sets addresses`() async throws {
        try await withKim { bench, headers in
            let boss = try await bench.logIn("boss", "tannenbaum")
            func put(_ path: String, _ body: String) async throws -> Int {
                try await bench.console.send("PUT", "/api/v1/accounts/\(path)", json: body, headers: boss).status
            }
            #expect(try await put("kim/active", #"{"active":false}"#) == 204)
            #expect(try await bench.console.get("/api/v1/items", headers: headers).status == 401)
            let list = try await bench.console.get("/api/v1/accounts", headers: boss).object.list("accounts")
            #expect(list.map { $0["deactivated"] != nil } == [false, true])
            #expect(list.compactMap { $0["mail"] as? String } == ["kim@example.org"])
            #expect(try await put("kim/active", #"{"active":true}"#) == 204)
            #expect(try await put("boss/active", #"{"active":false}"#) == 409)
            #expect(try await put("kim/mail", #"{"mail":"kim@new.example"}"#) == 204)
            #expect(try await put("boss/mail", #"{"mail":"KIM@new.example"}"#) == 409)
            #expect(try await put("nobody/mail", #"{"mail":null}"#) == 404)
            // One's own passcode is changed with the present one.
            let own = try await bench.post("accounts/boss/links", ["kind": "recover"], headers: boss)
            #expect(own.status == 409)
            let made = try await bench.post("accounts/kim/links", ["kind": "recover"], headers: boss)
            #expect(made.status == 201)
            let url = try #require(try made.object["url"] as? String)
            let secret = String(url.drop { $0 != "#" }.dropFirst())
            let body = ["secret": secret, "new": "evergreen", "again": "evergreen"]
            #expect(try await bench.post("recovery/confirmation", body).status == 204)
            #expect(try await !bench.logIn("kim@new.example", "evergreen").isEmpty)
            // No link is sent; at the former address it is told that it was changed.
            let mails = try await bench.mails(1)
            #expect(mails.count == 1 && mails[0].contains("To: kim@example.org"))
            #expect(!mails[0].contains(SignInBench.pages))
        }
    }

    @Test func `one's address changes once the new one is shown to be one's own`() async throws {
        try await withKim { bench, headers in
            func change(_ passcode: String) async throws -> Int {
                let body = #"{"mail":"kim@new.example","passcode":"\#(passcode)"}"#
                return try await bench.console.send("PUT", "/api/v1/mail", json: body, headers: headers).status
            }
            #expect(try await change("wrong one") == 403)
            #expect(try await change("mistletoe") == 202)
            func mail() async throws -> String? {
                try await bench.console.get("/api/v1/mail", headers: headers).object["mail"] as? String
            }
            #expect(try await mail() == "kim@example.org")
            let secret = try SignInBench.secret(try await bench.mails(1)[0], "verify")
            #expect(try await bench.verify(secret).status == 204)
            #expect(try await mail() == "kim@new.example")
            let removed = try await bench.console.send(
                "DELETE", "/api/v1/mail", json: #"{"passcode":"mistletoe"}"#, headers: headers
            )
            #expect(removed.status == 204)
            #expect(try await mail() == nil)
        }
    }

    @Test func `P-18 a passcode changes with the old one only`() async throws {
        try await withKim { bench, headers in
            func change(_ current: String?) async throws -> Int {
                let said = current.map { #""current":"\#($0)","# } ?? ""
                let body = #"{\#(said)"new":"evergreen","again":"evergreen"}"#
                return try await bench.console.send("PUT", "/api/v1/passcode", json: body, headers: headers).status
            }
            let statuses = try await [change("wrong one"), change(nil)]
            #expect(statuses == [403, 403])
            #expect(try await !bench.logIn("kim", "mistletoe").isEmpty)
            #expect(try await change("mistletoe") == 204)
            #expect(try await bench.logIn("kim", "mistletoe").isEmpty)
            #expect(try await !bench.logIn("kim", "evergreen").isEmpty)
        }
    }

    @Test func `P-19 a stream of events ends with the account that is deactivated`() async throws {
        try await SignInBench.with(heartbeat: .milliseconds(50)) { bench in
            let (kim, now) = (try Name("kim"), WallClock().now)
            try bench.console.access.add(kim, isAdministrator: false, passcode: Passcode("mistletoe"), at: now)
            let headers = try await bench.logIn("kim", "mistletoe")
            var stream = try await EventStream(bench.console, headers: ["Cookie": headers["Cookie"] ?? ""])
            _ = try await stream.snapshot()
            try bench.console.access.deactivate(kim, from: nil, at: now)
            // To the end of the stream.
            while try await stream.next() != nil {}
        }
    }

    @Test func `a token changes no address and deactivates nobody`() async throws {
        try await withKim { bench, _ in
            let token = try bench.console.access.makeToken(
                "t", of: Name("kim"), scope: .admin, at: WallClock().now
            ).secret
            let headers = ["Authorization": "Bearer \(token.text)"]
            #expect(try await bench.post("deactivation", ["passcode": "mistletoe"], headers: headers).status == 403)
            #expect(try await bench.console.get("/api/v1/mail", headers: headers).status == 403)
        }
    }
}
