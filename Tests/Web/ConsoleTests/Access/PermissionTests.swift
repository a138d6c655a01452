import Access
import Testing
import Tracking

@testable import API
@testable import Console
@testable import Pages
@testable import Recorder
@testable import Web

/// What an answer says that one may do, held against what the routes say when one does it.
@Suite(.timeLimit(.minutes(30)))
struct PermissionTests {
    /// Somebody with grants, or an administrator; and what is said of them.
    struct Person: Sendable, CustomTestStringConvertible {
        let name: String
        let grants: [String]
        var isAdministrator = false
        let role: String
        let may: [String]
        var precision = "exact"

        var testDescription: String { "\(name) \(grants)" }
    }

    private static let people = [
        Person(name: "kim", grants: ["sam/keys=last:area"], role: "guest", may: [], precision: "area"),
        Person(name: "kim", grants: ["sam/keys=last"], role: "guest", may: ["evidence"]),
        Person(
            name: "kim", grants: ["sam/keys=history:area"], role: "guest", may: ["history", "export"], precision: "area"
        ),
        Person(name: "kim", grants: ["sam=history"], role: "guest", may: ["history", "routes", "export", "evidence"]),
        Person(
            name: "kim",
            grants: ["sam/keys=command"],
            role: "guest",
            may: ["history", "routes", "export", "evidence", "command", "change", "acknowledge", "share"]
        ),
        Person(
            name: "sam",
            grants: ["sam=command"],
            role: "owner",
            may: ["history", "routes", "export", "evidence", "looks", "command", "change", "acknowledge", "share"]
        ),
        Person(
            name: "kim",
            grants: [],
            isAdministrator: true,
            role: "administrator",
            may: [
                "history", "routes", "export", "evidence", "looks", "command", "change", "acknowledge", "delete",
                "share",
            ]
        ),
    ]

    /// For each word, what is possible with it and otherwise answered with 403.
    private static let deeds = [
        ("history", "GET", "/api/v1/items/sam/keys/fixes"), ("routes", "GET", "/api/v1/items/sam/keys/journeys"),
        ("export", "GET", "/api/v1/items/sam/keys/export?format=gpx"),
        ("evidence", "GET", "/api/v1/items/sam/keys/evidence"),
        ("looks", "GET", "/api/v1/looks?owner=sam&tracker=keys"),
        ("command", "POST", "/api/v1/items/sam/keys/commands?no"), ("change", "PATCH", "/api/v1/items/sam/keys?no"),
        ("change", "PUT", "/api/v1/items/sam/keys/photo?no"), ("change", "PATCH", "/api/v1/items/sam/keys/rules?no"),
        ("change", "POST", "/api/v1/items/sam/keys/places?no"), ("change", "PUT", "/api/v1/items/sam/keys/lost?no"),
        ("change", "DELETE", "/api/v1/items/sam/keys/lost?no"),
        ("acknowledge", "PUT", "/api/v1/items/sam/keys/acknowledgement?no"),
        ("delete", "DELETE", "/api/v1/items/sam/keys?no"), ("share", "GET", "/api/v1/items/sam/keys/links"),
        ("share", "POST", "/api/v1/items/sam/keys/links?no"), ("share", "DELETE", "/api/v1/items/sam/keys/links/x?no"),
    ]

    private static let ofSession = [
        ("add", "GET", "/api/v1/gateways"), ("add", "POST", "/api/v1/gateways/attic/request/pair?no"),
        ("import", "POST", "/api/v1/import?no"), ("simulate", "GET", "/api/v1/scenarios"),
        ("notifications", "GET", "/api/v1/notifications"), ("accounts", "GET", "/api/v1/accounts"),
        ("accounts", "GET", "/api/v1/tokens"), ("accounts", "POST", "/api/v1/accounts?no"),
        ("backup", "GET", "/api/v1/backup?no"), ("people", "GET", "/api/v1/profile"),
    ]

    @Test(arguments: people)
    func `what is said to be possible is possible, and nothing else`(person: Person) async throws {
        try await withConsole { console in
            try await console.meetKeys()
            let (name, now, access) = (try Name(person.name), WallClock().now, console.access)
            try access.setPasscode(
                Passcode("tannenbaum"), current: nil, of: Name(Account.first), from: nil, at: now
            )
            let grants = try person.grants.map { try Grant(written: $0) }
            try access.add(name, isAdministrator: person.isAdministrator, grants: grants, at: now)
            try access.setPasscode(Passcode("tannenbaum"), current: nil, of: name, from: nil, at: now)
            let opened = try access.logIn(person.name, passcode: "tannenbaum", from: "192.0.2.1", at: now)
            let headers = ["Cookie": "tagalong=\(opened.secret.text)", "X-Tagalong-CSRF": opened.session.csrf]
            func isPossible(_ method: String, _ path: String) async throws -> Bool {
                var headers = headers
                if method != "GET" { headers["Content-Type"] = "application/json" }
                return try await console.send(method, path, headers: headers).status != 403
            }
            let details = try await console.get("/api/v1/items/sam/keys", headers: headers).object
            let listed = try #require(
                try await console.get("/api/v1/items", headers: headers).object.list("items").first
            )
            for item in [details, listed] {
                #expect(item["may"] as? [String] == person.may)
                #expect(item["precision"] as? String == person.precision)
            }
            #expect(Set(Self.deeds.map(\.0)) == Set(ItemPermission.allCases.map(\.rawValue)))
            for (word, method, path) in Self.deeds {
                #expect(try await isPossible(method, path) == person.may.contains(word), "\(method) \(path)")
            }
            let session = try await console.get("/api/v1/session", headers: headers).object
            #expect(session["account"] as? String == person.name)
            #expect(session["role"] as? String == person.role)
            let may = try #require(session["may"] as? [String])
            for (word, method, path) in Self.ofSession {
                #expect(try await isPossible(method, path) == may.contains(word), "\(method) \(path)")
            }
            #expect(may.contains("passcode"))
        }
    }

    @Test func `nobody may nothing, and without a passcode anybody may everything`() async throws {
        try await withConsole { console in
            try await console.meetKeys()
            let anybody = try await console.get("/api/v1/session").object
            #expect(anybody["role"] as? String == "administrator" && anybody["account"] == nil)
            // Nobody has a profile of their own there.
            let all = SessionPermission.allCases.filter { $0 != .people }
            #expect(anybody["may"] as? [String] == all.map(\.rawValue))
            let now = WallClock().now
            let first = try Name(Account.first)
            try console.access.setPasscode(Passcode("tannenbaum"), current: nil, of: first, from: nil, at: now)
            let nobody = try await console.get("/api/v1/session").object
            #expect(nobody["role"] == nil && (nobody["may"] as? [String])?.isEmpty == true)
            // A token does not let its holder in for ever.
            let (secret, _) = try console.access.makeToken("t", of: first, scope: .command, at: now)
            let token = ["Authorization": "Bearer \(secret.text)"]
            let program = try await console.get("/api/v1/session", headers: token).object
            #expect((program["may"] as? [String])?.isEmpty == true)
            let may = try await console.get("/api/v1/items/sam/keys", headers: token).object["may"] as? [String]
            #expect(may?.contains("command") == true && may?.contains("delete") == false)
            #expect(may?.contains("share") == false)
        }
    }
}
