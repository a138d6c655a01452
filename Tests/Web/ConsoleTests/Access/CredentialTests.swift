import Access
import Foundation
import Testing
import Tracking

@testable import API
@testable import Console
@testable import Pages
@testable import Recorder
@testable import Web

/// Sessions and tokens that are over, were ended, or never were; and what a wrong try is told.
@Suite(.timeLimit(.minutes(30)))
struct CredentialTests {
    private static let closed = "/api/v1/items"
    private static let json = ["Content-Type": "application/json"]

    private static func owner(_ console: ConsoleBench) throws -> Name {
        let owner = try Name(Account.first)
        let passcode = try Passcode("tannenbaum")
        try console.access.setPasscode(passcode, current: nil, of: owner, from: nil, at: WallClock().now)
        return owner
    }

    private static func logIn(
        _ console: ConsoleBench,
        _ passcode: String = "tannenbaum",
        as account: String? = nil
    ) async throws -> ConsoleBench.Answer {
        let name = account.map { #""account":"\#($0)","# } ?? ""
        let body = #"{\#(name)"passcode":"\#(passcode)"}"#
        return try await console.send("POST", "/api/v1/session", headers: json, body: body)
    }

    private static func cookie(_ answer: ConsoleBench.Answer) throws -> [String: String] {
        ["Cookie": String(try #require(answer.headers["set-cookie"]).prefix { $0 != ";" })]
    }

    @Test func `a session is over when its time is, and a new one has another secret`() async throws {
        let clock = AdjustableClock()
        try await withConsole(clock: clock) { console in
            _ = try Self.owner(console)
            let first = try Self.cookie(try await Self.logIn(console))
            #expect(try await console.get(Self.closed, headers: first).status == 200)
            clock.advance(by: Session.duration)
            #expect(try await console.get(Self.closed, headers: first).status == 401)
            let second = try Self.cookie(try await Self.logIn(console))
            #expect(second != first)
            #expect(try await console.get(Self.closed, headers: second).status == 200)
        }
    }

    @Test func `a session that was ended is no way in, whoever shows it again`() async throws {
        try await withConsole { console in
            let owner = try Self.owner(console)
            let first = try Self.cookie(try await Self.logIn(console))
            let second = try Self.cookie(try await Self.logIn(console))
            #expect(try await console.send("DELETE", "/api/v1/session", headers: first).status == 204)
            #expect(try await console.get(Self.closed, headers: first).status == 401)
            #expect(try await console.get(Self.closed, headers: second).status == 200)
            try console.access.revokeSessions(of: owner, at: WallClock().now)
            #expect(try await console.get(Self.closed, headers: second).status == 401)
        }
    }

    @Test func `a new passcode ends the sessions of before`() async throws {
        try await withConsole { console in
            let owner = try Self.owner(console)
            let cookie = try Self.cookie(try await Self.logIn(console))
            let passcode = try Passcode("new passcode")
            try console.access.setPasscode(passcode, current: nil, of: owner, from: nil, at: WallClock().now)
            #expect(try await console.get(Self.closed, headers: cookie).status == 401)
        }
    }

    @Test func `a token is over when its time is, or when it is revoked`() async throws {
        let clock = AdjustableClock()
        try await withConsole(clock: clock) { console in
            let owner = try Self.owner(console)
            let end = clock.now.advanced(by: .seconds(60))
            let (short, _) = try console.access.makeToken("s", of: owner, scope: .admin, expires: end, at: clock.now)
            let (long, token) = try console.access.makeToken("l", of: owner, scope: .admin, at: clock.now)
            func status(_ secret: AccessSecret) async throws -> Int {
                try await console.get(Self.closed, headers: ["Authorization": "Bearer \(secret.text)"]).status
            }
            #expect(try await status(short) == 200)
            #expect(try await status(long) == 200)
            clock.advance(by: .seconds(60))
            #expect(try await status(short) == 401)
            #expect(try await status(long) == 200)
            try console.access.revokeToken(token.id, at: clock.now)
            #expect(try await status(long) == 401)
        }
    }

    @Test func `a session's secret is no token, and a token's no session`() async throws {
        try await withConsole { console in
            let owner = try Self.owner(console)
            let secret = try #require(try Self.cookie(try await Self.logIn(console))["Cookie"]).dropFirst(9)
            let (token, _) = try console.access.makeToken("t", of: owner, scope: .admin, at: WallClock().now)
            let crossed = [
                ["Authorization": "Bearer \(secret)"], ["Cookie": "tagalong=\(token.text)"],
                ["Authorization": "Bearer "], ["Authorization": "Basic ####"], ["Cookie": "__Host-tagalong=\(secret)"],
                ["Authorization": "Bearer \(token.text.uppercased())"], ["Authorization": "Bearer \(token.text)x"],
            ]
            for headers in crossed { #expect(try await console.get(Self.closed, headers: headers).status == 401) }
        }
    }

    private static func basic(_ password: String) -> [String: String] {
        ["Authorization": "Basic \(Data("proxy:\(password)".utf8).base64EncodedString())"]
    }

    @Test func `the password of a proxy hides no token in the address`() async throws {
        try await withConsole { console in
            let owner = try Self.owner(console)
            let token = try console.access.makeToken("t", of: owner, scope: .command, at: WallClock().now).0.text
            let wrong = "tgl_\(AccessSecret().text)"
            for (password, secret, status) in [
                ("sesame", token, 200), ("", token, 200), ("sesame", wrong, 401), ("sesame", nil, 401),
                // Of two tokens the one in the header counts.
                (token, wrong, 200), (wrong, token, 401), (token, nil, 200),
            ] {
                let query = secret.map { "&token=\($0)" } ?? ""
                let answer = try await console.get("/pub/traccar?id=sam/phone\(query)", headers: Self.basic(password))
                #expect(answer.status == status, "\(password) \(query)")
            }
            // Nowhere else.
            let other = try await console.get("\(Self.closed)?token=\(token)", headers: Self.basic("sesame"))
            #expect(other.status == 401)
        }
    }

    @Test func `a request tries one secret, and each that is unknown counts`() async throws {
        let rate = RequestRate(burst: 4, perSecond: 0.000_001)
        try await withConsole(configure: { $0.rates.tokens = rate }) { console in
            let owner = try Self.owner(console)
            let token = try console.access.makeToken("t", of: owner, scope: .command, at: WallClock().now).0.text
            // A known token costs nothing, whatever a proxy adds.
            for _ in 0..<8 {
                let answer = try await console.get("/pub/traccar?id=sam/phone&token=\(token)", headers: Self.basic("x"))
                #expect(answer.status == 200)
            }
            let path = "/pub/traccar?id=sam/phone&token=tgl_"
            let tries = [Self.basic("sesame"), Self.basic("tgl_x"), Self.basic("other"), [:]]
            for headers in tries { #expect(try await console.get(path + "y", headers: headers).status == 401) }
            for headers in tries { #expect(try await console.get(path + "z", headers: headers).status == 429) }
        }
    }

    @Test func `what another program changes counts at once`() async throws {
        try await withConsole { console in
            #expect(try await console.get(Self.closed).status == 200)
            // A connection of its own to the same file, as a command has.
            let other = try console.otherAccess()
            let owner = try Name(Account.first)
            try other.setPasscode(Passcode("tannenbaum"), current: nil, of: owner, from: nil, at: WallClock().now)
            #expect(try await console.get(Self.closed).status == 401)
            try other.removePasscode(current: nil, of: owner, from: nil, at: WallClock().now)
            #expect(try await console.get(Self.closed).status == 200)
        }
    }

    @Test func `an account that is not there answers as a wrong passcode does`() async throws {
        try await withConsole { console in
            let owner = try Self.owner(console)
            try console.access.add(Name("kim"), isAdministrator: false, at: WallClock().now)
            let wrong = try await Self.logIn(console, "weihnachten", as: owner.text)
            #expect(wrong.status == 401)
            for (account, passcode) in [("nobody", "weihnachten"), ("kim", "weihnachten"), (owner.text, "x")] {
                let answer = try await Self.logIn(console, passcode, as: account)
                // Whether it is the passcode or the name is not told, by no header either.
                #expect(answer.status == 401)
                #expect(try answer.object["detail"] as? String == wrong.object["detail"] as? String)
                #expect(answer.headers.keys.sorted() == wrong.headers.keys.sorted())
            }
        }
    }

    @Test func `a session tells its name and its end, so that what a browser keeps goes with it`() async throws {
        let clock = AdjustableClock()
        try await withConsole(clock: clock) { console in
            _ = try Self.owner(console)
            let nobody = try await console.get("/api/v1/session").object
            #expect(nobody["session"] == nil && nobody["expires"] == nil)
            var names: Set<String> = []
            for _ in 0..<2 {
                let cookie = try Self.cookie(try await Self.logIn(console))
                let told = try await console.get("/api/v1/session", headers: cookie).object
                let again = try await console.get("/api/v1/session", headers: cookie).object
                #expect(told["session"] as? String == again["session"] as? String)
                names.insert(try #require(told["session"] as? String))
                let expires = try #require((told["expires"] as? String).flatMap { Timestamp(rfc3339: $0.utf8) })
                #expect(expires > clock.now && expires <= clock.now.advanced(by: Session.duration))
            }
            // Each time another, also of one account.
            #expect(names.count == 2)
        }
    }

    @Test func `logging out has the browser clear what it keeps`() async throws {
        try await withConsole { console in
            _ = try Self.owner(console)
            let cookie = try Self.cookie(try await Self.logIn(console))
            let out = try await console.send("DELETE", "/api/v1/session", headers: cookie)
            #expect(out.status == 204 && out.headers["clear-site-data"] == #""cache", "storage""#)
            // Who has no session has nothing of anybody's, and settings of their own.
            #expect(try await console.send("DELETE", "/api/v1/session").headers["clear-site-data"] == nil)
        }
    }

    @Test func `a stream of events ends with the session that opened it`() async throws {
        try await withConsole(heartbeat: .milliseconds(50)) { console in
            let owner = try Self.owner(console)
            let cookie = try Self.cookie(try await Self.logIn(console))
            var stream = try await EventStream(console, headers: cookie)
            #expect(stream.status == 200)
            _ = try await stream.snapshot()
            try await stream.heartbeat()
            try console.access.revokeSessions(of: owner, at: WallClock().now)
            // Says so, that the page may remove what it has.
            #expect(try await stream.next()?.type == "over")
            #expect(try await stream.next() == nil)
            #expect(try await EventStream(console, headers: cookie).status == 401)
        }
    }
}
