import Access
import Foundation
import TestSupport
import Testing
import Tracking

@testable import API

/// `/api/v1/accounts` and `/api/v1/tokens`, as an administrator's page uses them.
@Suite(.timeLimit(.minutes(30)))
struct AccountListRoutesTests {
    private static let accounts = "/api/v1/accounts"
    private static let tokens = "/api/v1/tokens"

    private static func audit(_ console: ConsoleBench) throws -> [String] {
        try console.access.audit(limit: 50).map { "\($0.event.rawValue) \($0.account ?? "") \($0.source ?? "")" }
    }

    private static let kim = #"{"name":"kim","grants":["sam/keys=last:area","sam=history"],"passcode":"mistletoe"}"#

    @Test func `an account is added, may log in, gets other rights, another passcode, and is removed`() async throws {
        try await withConsole { console in
            let headers = try console.boss()
            let check = SchemaCheck(document: try await console.get("/api/v1/openapi.json").object)
            let added = try await console.send("POST", Self.accounts, headers: headers, body: Self.kim)
            #expect(added.status == 201)
            #expect(try check.errors("POST", Self.accounts, added) == [])
            #expect(try added.object["grants"] as? [String] == ["sam=history", "sam/keys=last:area"])
            _ = try console.access.logIn("kim", passcode: "mistletoe", from: "127.0.0.1", at: WallClock().now)
            let list = try await console.get(Self.accounts, headers: headers)
            #expect(try check.errors("GET", Self.accounts, list) == [])
            #expect(try list.object.list("accounts").compactMap { $0["name"] as? String } == ["boss", "kim"])
            #expect(!list.text.contains("mistletoe") && !list.text.contains("scrypt"))
            let kim = "\(Self.accounts)/kim"
            let changed = try await console.send(
                "PUT", "\(kim)/grants", headers: headers, body: #"{"grants":["sam/bag=command"]}"#
            )
            #expect(changed.status == 200)
            #expect(try check.errors("PUT", "\(Self.accounts)/{account}/grants", changed) == [])
            #expect(try changed.object["grants"] as? [String] == ["sam/bag=command"])
            let reset = try await console.send(
                "PUT", "\(kim)/passcode", headers: headers, body: #"{"passcode":"evergreen"}"#
            )
            #expect(reset.status == 204)
            _ = try console.access.logIn("kim", passcode: "evergreen", from: "127.0.0.1", at: WallClock().now)
            #expect(try await console.send("DELETE", kim, headers: headers).status == 204)
            #expect(try await console.send("DELETE", kim, headers: headers).status == 404)
            let audit = try Self.audit(console)
            for event in ["account-added", "passcode-set", "grants-changed", "account-removed"] {
                #expect(audit.contains("\(event) kim 127.0.0.1"), "\(event) in \(audit)")
            }
        }
    }

    @Test(arguments: [
        ("/name", #"{"name":"no name","passcode":"mistletoe"}"#), ("/name", "{}"),
        ("/passcode", #"{"name":"kim","passcode":"short"}"#), ("/grants", #"{"name":"kim","grants":["sam/keys"]}"#),
        ("/grants", #"{"name":"kim","grants":["sam=command:area"]}"#), ("/grants", #"{"name":"kim","grants":[1]}"#),
        ("/grants", #"{"name":"kim","administrator":true,"grants":["sam=last"]}"#),
        ("/more", #"{"name":"kim","more":1}"#),
    ])
    func `what is no account is refused with its place, and none is added`(place: String, body: String) async throws {
        try await withConsole { console in
            let headers = try console.boss()
            let answer = try await console.send("POST", Self.accounts, headers: headers, body: body)
            #expect(answer.status == 422)
            #expect(try answer.object.list("errors").first?["pointer"] as? String == place)
            #expect(!answer.text.contains("short"))
            #expect(try console.access.accounts().map(\.name.text) == ["boss"])
        }
    }

    @Test func `the own account stays, the last administrator with it`() async throws {
        try await withConsole { console in
            let headers = try console.boss()
            let boss = "\(Self.accounts)/boss"
            let removed = try await console.send("DELETE", boss, headers: headers)
            #expect(removed.status == 409 && removed.text.contains("another administrator can remove it"))
            let reset = try await console.send(
                "PUT", "\(boss)/passcode", headers: headers, body: #"{"passcode":"evergreen"}"#
            )
            #expect(reset.status == 409)
            let grants = try await console.send("PUT", "\(boss)/grants", headers: headers, body: #"{"grants":[]}"#)
            #expect(grants.status == 409)
            // Another one may go while this one stays.
            let other = #"{"name":"other","administrator":true,"passcode":"mistletoe"}"#
            #expect(try await console.send("POST", Self.accounts, headers: headers, body: other).status == 201)
            #expect(try await console.send("POST", Self.accounts, headers: headers, body: other).status == 409)
            #expect(try await console.send("DELETE", "\(Self.accounts)/other", headers: headers).status == 204)
            _ = try console.access.logIn("boss", passcode: "tannenbaum", from: "127.0.0.1", at: WallClock().now)
        }
    }

    @Test func `a token is told once, lets in, and is revoked`() async throws {
        try await withConsole { console in
            let headers = try console.boss()
            let check = SchemaCheck(document: try await console.get("/api/v1/openapi.json").object)
            let body =
                #"{"account":"boss","label":"Home Assistant","scope":"read-last","expires":"2999-01-01T00:00:00Z"}"#
            let made = try await console.send("POST", Self.tokens, headers: headers, body: body)
            #expect(made.status == 201 && made.headers["cache-control"] == "no-store")
            #expect(try check.errors("POST", Self.tokens, made) == [])
            let secret = try #require(try made.object["token"] as? String)
            let id = try #require(try made.object["id"] as? String)
            let bearer = ["Authorization": "Bearer \(secret)"]
            #expect(try await console.get("/api/v1/items", headers: bearer).status == 200)
            let list = try await console.get(Self.tokens, headers: headers)
            #expect(try check.errors("GET", Self.tokens, list) == [])
            #expect(list.text.contains("Home Assistant") && !list.text.contains(secret))
            #expect(try await console.send("DELETE", "\(Self.tokens)/\(id)", headers: headers).status == 204)
            #expect(try await console.get("/api/v1/items", headers: bearer).status == 401)
            #expect(try await console.send("DELETE", "\(Self.tokens)/\(id)", headers: headers).status == 404)
            let audit = try Self.audit(console)
            #expect(audit.contains("token-made boss 127.0.0.1") && audit.contains("token-revoked boss 127.0.0.1"))
        }
    }

    @Test(arguments: [
        ("/account", "{}", 422), ("/scope", #"{"account":"boss","scope":"all"}"#, 422),
        ("/expires", #"{"account":"boss","expires":"2001-01-01T00:00:00Z"}"#, 422),
        ("", #"{"account":"lee"}"#, 404),
    ])
    func `what is no token is refused, and none is made`(place: String, body: String, status: Int) async throws {
        try await withConsole { console in
            let headers = try console.boss()
            let answer = try await console.send("POST", Self.tokens, headers: headers, body: body)
            #expect(answer.status == status)
            #expect(try answer.object.list("errors").first?["pointer"] as? String ?? "" == place)
            #expect(try console.access.tokens().isEmpty)
        }
    }

    @Test func `a token changes no account and makes no token, and nobody does without a passcode`() async throws {
        try await withConsole { console in
            let json = ["Content-Type": "application/json"]
            let early = try await console.send("POST", Self.accounts, headers: json, body: Self.kim)
            #expect(early.status == 409 && early.text.contains("set a passcode"))
            #expect(try await console.get(Self.accounts).text == #"{"accounts":[]}"#)
            _ = try console.boss()
            let (secret, token) = try console.access.makeToken(
                "t", of: Name("boss"), scope: .admin, at: WallClock().now
            )
            let bearer = ["Authorization": "Bearer \(secret.text)"].merging(json) { $1 }
            #expect(try await console.get(Self.accounts, headers: bearer).status == 200)
            let changes: [(method: String, path: String, body: String?)] = [
                ("POST", Self.accounts, Self.kim), ("POST", Self.tokens, #"{"account":"boss"}"#),
                ("PUT", "\(Self.accounts)/boss/passcode", #"{"passcode":"evergreen"}"#),
                ("PUT", "\(Self.accounts)/boss/grants", #"{"grants":[]}"#), ("DELETE", "\(Self.accounts)/boss", nil),
                ("DELETE", "\(Self.tokens)/\(token.id)", nil),
            ]
            for (method, path, body) in changes {
                let answer = try await console.send(method, path, headers: bearer, body: body)
                #expect(answer.status == 403, "\(method) \(path)")
            }
            #expect(try console.access.accounts().map(\.name.text) == ["boss"])
            #expect(try console.access.tokens().map(\.id) == [token.id])
        }
    }
}
