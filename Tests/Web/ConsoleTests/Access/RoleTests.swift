import Access
import Foundation
import Messages
import Testing
import Tracking

@testable import API
@testable import Console
@testable import Pages
@testable import Recorder
@testable import Web

/// Every operation for every role, by every way of showing who one is, over HTTP.
@Suite(.timeLimit(.minutes(30)))
struct RoleTests {
    /// A way in, and the place of its role in the table.
    private struct Visitor: Sendable {
        let name: String
        let role: Int
        let headers: [String: String]
    }

    private static func role(_ name: String) -> Int { RoleTable.roles.firstIndex(of: name) ?? 0 }

    private static func token(
        _ console: ConsoleBench,
        _ account: Name,
        _ scope: Scope,
        as role: String
    ) throws -> Visitor {
        let (secret, _) = try console.access.makeToken("t", of: account, scope: scope, at: WallClock().now)
        let headers = ["Authorization": "Bearer \(secret.text)"]
        return Visitor(name: "\(account)'s token \(scope.rawValue)", role: Self.role(role), headers: headers)
    }

    private static func session(_ console: ConsoleBench, _ account: Name, as role: String) throws -> Visitor {
        let now = WallClock().now
        try console.access.setPasscode(Passcode("tannenbaum"), current: nil, of: account, from: nil, at: now)
        let opened = try console.access.logIn(account.text, passcode: "tannenbaum", from: "192.0.2.1", at: now)
        let headers = ["Cookie": "tagalong=\(opened.secret.text)", "X-Tagalong-CSRF": opened.session.csrf]
        return Visitor(name: "\(account)'s session", role: Self.role(role), headers: headers)
    }

    /// An account for each right, an administrator with a token of each scope for items, and who shows nothing, or what was
    /// never given out.
    private static func visitors(_ console: ConsoleBench) throws -> [Visitor] {
        let (owner, now) = (try Name(Account.first), WallClock().now)
        var visitors = [try session(console, owner, as: "admin")]
        // Those of the numbers and of people are no roles: they are asked for everything in tests of their own.
        let roles: [(Scope, String)] = [
            (.readLast, "last"), (.readHistory, "history"), (.command, "command"), (.admin, "admin"),
        ]
        #expect(Set(roles.map(\.0)).union([.metrics, .people]) == Set(Scope.allCases))
        for (scope, role) in roles { visitors.append(try token(console, owner, scope, as: role)) }
        for right in Right.allCases {
            let name = try Name("may-\(right.word)")
            // A right on everything of the owner is outdone by that on the item; on lee's things, it is that on all.
            let grants = ["sam=none", "sam/keys=\(right.word)", "lee=\(right.word)"].map { try? Grant(written: $0) }
                .compactMap { $0 }
            try console.access.add(name, isAdministrator: false, grants: grants, at: now)
            visitors.append(try session(console, name, as: right.word))
            visitors.append(try token(console, name, .admin, as: right.word))
            // A scope takes away, and never gives.
            if right == .lastPosition { visitors.append(try token(console, name, .command, as: "last")) }
            if right == .command { visitors.append(try token(console, name, .readLast, as: "last")) }
        }
        let forged = ["Authorization": "Bearer tgl_\(AccessSecret().text)"]
        let strange = ["Cookie": "tagalong=\(AccessSecret().text)", "X-Tagalong-CSRF": "x"]
        return visitors + [
            Visitor(name: "nobody", role: 0, headers: [:]), Visitor(name: "a forged token", role: 0, headers: forged),
            Visitor(name: "a forged session", role: 0, headers: strange),
        ]
    }

    @Test func `every operation answers each role as the table says`() async throws {
        // So many visitors come from one address otherwise only to break in.
        let rate = RequestRate(burst: 10_000, perSecond: 10_000)
        try await withConsole(configure: { ($0.rates.tokens, $0.rates.logins) = (rate, rate) }) { console in
            try await console.meetKeys()
            try await console.meetAttic()
            try await console.waitUntilReady()
            for visitor in try Self.visitors(console) {
                for row in RoleTable.rows + RoleTable.others {
                    var headers = visitor.headers
                    if row.method != "GET" { headers["Content-Type"] = "application/json" }
                    let answer = try await console.send(row.method, row.path, headers: headers)
                    let expected = row.statuses[visitor.role]
                    #expect(answer.status == expected, "\(row.method) \(row.path) for \(visitor.name): \(answer.text)")
                    guard [401, 403, 404].contains(answer.status), row.method != "HEAD" else { continue }
                    #expect(answer.headers["content-type"] == "application/problem+json")
                    if visitor.role == 0 { #expect(!answer.text.contains("sam") && !answer.text.contains("keys")) }
                }
            }
        }
    }

    @Test func `the tables have every operation that is described, and every one once`() async throws {
        try await withConsole { console in
            let document = try await console.get("/api/v1/openapi.json").object
            let paths = try #require(document["paths"] as? [String: [String: Any]])
            let rows = RoleTable.rows + PeopleRoleTable.rows
            var count = 0
            for (path, operations) in paths {
                for method in operations.keys where ["get", "put", "post", "patch", "delete"].contains(method) {
                    count += 1
                    // Of a path that is an operation's as it stands, the row is that one's alone.
                    let own = rows.filter { $0.isOf(method, path) && ($0.address == path || paths[$0.address] == nil) }
                    #expect(own.count == 1, "\(method) \(path)")
                }
            }
            #expect(count == rows.count)
        }
    }

    @Test func `lists have only what is one's own`() async throws {
        try await withConsole { console in
            try await console.meetKeys()
            let visitors = try Self.visitors(console)
            let lists = ["/api/v1/items", "/api/v1/trackers", "/api/0/list?user=sam", "/api/0/last"]
            for visitor in visitors where visitor.role > 0 {
                for path in lists {
                    let text = try await console.get(path, headers: visitor.headers).text
                    #expect(text.contains("keys") == (visitor.role > 1), "\(path) for \(visitor.name): \(text)")
                }
                // The time and place of an alert are history.
                let alerts = try await console.get("/api/v1/alerts", headers: visitor.headers).text
                #expect(visitor.role > 2 || !alerts.contains("keys"))
            }
        }
    }

    @Test func `an item that one may not see answers as one that is not there`() async throws {
        try await withConsole { console in
            try await console.meetKeys()
            let visitor = try #require(try Self.visitors(console).first { $0.role == 1 })
            for path in ["/api/v1/items/sam/keys", "/api/v1/items/sam/keys/fixes", "/api/v1/trackers/sam/keys"] {
                let hidden = try await console.get(path, headers: visitor.headers)
                let missing = try await console.get(path.replacing("keys", with: "none"), headers: visitor.headers)
                let detail = try #require(try hidden.object["detail"] as? String)
                #expect(try missing.object["detail"] as? String == detail.replacing("keys", with: "none"))
                #expect(hidden.status == 404 && missing.status == 404)
                #expect(hidden.headers.keys.sorted() == missing.headers.keys.sorted())
            }
        }
    }
}
