import Store
import Testing
import Tracking

@testable import Access
@testable import Web

/// Every operation for who has registered and not verified yet, and for an account that rests, over HTTP.
@Suite(.timeLimit(.minutes(30)))
struct StandingRoleTests {
    private static let rows = RoleTable.rows + RoleTable.others + PeopleRoleTable.rows
    /// What is open to who has registered: where the link was sent, and another one.
    private static let open = ["GET /api/v1/mail?no": 400, "POST /api/v1/verification?no": 400]

    private static func headers(_ opened: OpenedSession) -> [String: String] {
        ["Cookie": "tagalong=\(opened.secret.text)", "X-Tagalong-CSRF": opened.session.csrf]
    }

    /// A console with some items, on which so many come from one address otherwise only to break in.
    private func withItems(_ body: @Sendable (ConsoleBench) async throws -> Void) async throws {
        let rate = RequestRate(burst: 10_000, perSecond: 10_000)
        try await withConsole(configure: { ($0.rates.tokens, $0.rates.logins) = (rate, rate) }) { console in
            try await console.meetKeys()
            try await console.meetAttic()
            try await console.waitUntilReady()
            try console.access.add(
                Name("boss"), isAdministrator: true, passcode: Passcode("tannenbaum"), at: WallClock().now
            )
            try await body(console)
        }
    }

    /// Asks for everything; an answer is to be the one for nobody, but where that is 401 the other one.
    private func ask(
        _ console: ConsoleBench, _ headers: [String: String], insteadOf401 other: (String) -> Int
    ) async throws {
        for row in Self.rows {
            var headers = headers
            if row.method != "GET" { headers["Content-Type"] = "application/json" }
            let answer = try await console.send(row.method, row.path, headers: headers)
            let expected = row.statuses[0] == 401 ? other("\(row.method) \(row.path)") : row.statuses[0]
            #expect(answer.status == expected, "\(row.method) \(row.path): \(answer.text)")
            guard row.method != "HEAD", [401, 403].contains(answer.status) else { continue }
            #expect(!answer.text.contains("keys") && !answer.text.contains("pat"))
        }
    }

    @Test func `P-5 who is not verified yet gets 403 from every operation but two`() async throws {
        try await withItems { console in
            let (now, mail) = (WallClock().now, try #require(MailAddress("kim@example.org")))
            let newcomer = Newcomer(name: "Kim", mail: mail, passcode: try Passcode("mistletoe"))
            _ = try console.access.register(newcomer, where: .open, from: "192.0.2.1", at: now)
            let opened = try console.access.logIn(mail.text, passcode: "mistletoe", from: "192.0.2.1", at: now)
            try await ask(console, Self.headers(opened)) { Self.open[$0] ?? 403 }
        }
    }

    @Test func `P-19 a deactivated account's session and token are nobody's`() async throws {
        try await withItems { console in
            let (now, kim) = (WallClock().now, try Name("kim"))
            let grants = [try Grant(written: "sam=command")]
            try console.access.add(
                kim, isAdministrator: false, grants: grants, passcode: Passcode("mistletoe"), at: now
            )
            let opened = try console.access.logIn("kim", passcode: "mistletoe", from: "192.0.2.1", at: now)
            let token = try console.access.makeToken("t", of: kim, scope: .admin, at: now).secret
            // By the mark alone: a session and a token that were left, or made at the same moment, let nobody in either.
            try console.access.database.write { session in
                try session.execute(
                    "UPDATE accounts SET deactivated_ms = ? WHERE name = ?", [now.milliseconds, kim.text]
                )
            }
            try await ask(console, Self.headers(opened)) { _ in 401 }
            try await ask(console, ["Authorization": "Bearer \(token.text)"]) { _ in 401 }
        }
    }
}
