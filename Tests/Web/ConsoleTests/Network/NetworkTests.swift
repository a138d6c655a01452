import Access
import Foundation
import Testing
import Tracking

@testable import API
@testable import Console
@testable import Pages
@testable import Recorder
@testable import Web

/// What a console does for other machines, whose requests a trusted proxy passes on here.
@Suite(.timeLimit(.minutes(30)))
struct NetworkTests {
    private static func from(_ address: String) -> [String: String] {
        ["X-Forwarded-For": address, "Content-Type": "application/json"]
    }

    private func withProxy(
        _ rates: RequestRates = RequestRates(),
        _ body: @Sendable (ConsoleBench) async throws -> Void
    ) async throws {
        let proxy = try #require(AddressRange(written: "127.0.0.1"))
        try await withConsole(configure: { ($0.trustedProxies, $0.rates) = ([proxy], rates) }) { console in
            let (owner, passcode) = (try Name(Account.first), try Passcode("tannenbaum"))
            try console.access.setPasscode(passcode, current: nil, of: owner, from: nil, at: WallClock().now)
            try await body(console)
        }
    }

    @Test func `a source that asks for too much waits, and others do not`() async throws {
        var rates = RequestRates()
        rates.requests = RequestRate(burst: 5, perSecond: 0.001)
        try await withProxy(rates) { console in
            for _ in 1...5 {
                #expect(try await console.get("/health", headers: Self.from("203.0.113.9")).status == 200)
            }
            let answer = try await console.get("/health", headers: Self.from("203.0.113.9"))
            #expect(answer.status == 429)
            #expect(answer.headers["content-type"] == "application/problem+json")
            #expect(try #require(answer.headers["retry-after"].flatMap { Int($0) }) > 900)
            #expect(try await console.get("/health", headers: Self.from("203.0.113.10")).status == 200)
            // This machine itself keeps nobody waiting but itself.
            for _ in 1...10 { #expect(try await console.get("/health").status == 200) }
            let key = ["Authorization": "Bearer \(console.localKey.text)"]
            let metrics = try await console.get("/metrics", headers: key).text
            #expect(metrics.contains(#"tagalong_http_refused_total{reason="rate"} 1"#))
        }
    }

    @Test func `tries to log in are counted apart, and unknown tokens too`() async throws {
        var rates = RequestRates()
        rates.logins = RequestRate(burst: 2, perSecond: 0.001)
        rates.tokens = RequestRate(burst: 3, perSecond: 0.001)
        try await withProxy(rates) { console in
            func logIn(_ address: String) async throws -> Int {
                let body = #"{"passcode":"tannenbaum"}"#
                let headers = Self.from(address)
                return try await console.send("POST", "/api/v1/session", headers: headers, body: body).status
            }
            var headers = Self.from("203.0.113.9")
            headers["Authorization"] = "Bearer tgl_nonsense"
            for _ in 1...3 { #expect(try await console.get("/api/v1/items", headers: headers).status == 401) }
            let answer = try await console.get("/api/v1/items", headers: headers)
            #expect(answer.status == 429 && answer.headers["retry-after"] != nil)
            for _ in 1...2 { #expect(try await logIn("203.0.113.9") == 204) }
            #expect(try await logIn("203.0.113.9") == 429)
            #expect(try await logIn("203.0.113.8") == 204)
            #expect(try await console.get("/health", headers: Self.from("203.0.113.9")).status == 200)
        }
    }

    @Test func `wrong passcodes lock the source that a trusted proxy names`() async throws {
        try await withProxy { console in
            func logIn(_ address: String, _ passcode: String, as account: String) async throws -> Int {
                let body = #"{"account":"\#(account)","passcode":"\#(passcode)"}"#
                let headers = Self.from(address)
                return try await console.send("POST", "/api/v1/session", headers: headers, body: body).status
            }
            for number in 1...5 {
                let status = try await logIn("203.0.113.9", "weihnachten", as: "nobody-\(number)")
                #expect(status == (number < 5 ? 401 : 429))
            }
            #expect(try await logIn("203.0.113.9", "tannenbaum", as: Account.first) == 429)
            #expect(try await logIn("203.0.113.10", "tannenbaum", as: Account.first) == 204)
            #expect(try console.access.audit().contains { $0.source == "203.0.113.9" && $0.event == .locked })
        }
    }

    @Test func `without a passcode nobody is let in from elsewhere, and again once it is gone`() async throws {
        try await withProxy { console in
            let headers = Self.from("203.0.113.9")
            #expect(try await console.get("/health", headers: headers).status == 200)
            let owner = try Name(Account.first)
            try console.access.removePasscode(current: nil, of: owner, from: nil, at: WallClock().now)
            for path in ["/", "/health", "/api/v1/items", "/api/v1/session"] {
                let answer = try await console.get(path, headers: headers)
                #expect(answer.status == 403 && answer.text.contains("tagalong account passcode"))
            }
            let body = #"{"new":"mine now","again":"mine now"}"#
            #expect(try await console.send("PUT", "/api/v1/passcode", headers: headers, body: body).status == 403)
            #expect(try await console.get("/api/v1/items").status == 200)
        }
    }

    @Test func `a proxy that nobody trusts is let in no further than a stranger`() async throws {
        try await withConsole { console in
            let passedOn = try await console.get("/api/v1/items", headers: Self.from("127.0.0.1"))
            #expect(passedOn.status == 403)
            #expect(try await console.get("/api/v1/items").status == 200)
        }
    }

    @Test(arguments: [
        ("/nothing", "text/html,*/*", "text/html; charset=utf-8"), ("/nothing", "*/*", "application/problem+json"),
        ("/api/v1/nothing", "text/html", "application/problem+json"),
        ("/api/0/nothing", "text/html", "application/problem+json"),
        ("/a/b/c/d", "text/html", "text/html; charset=utf-8"),
    ])
    func `a person at an unknown path is shown a page, a program a problem`(
        path: String,
        accept: String,
        type: String
    ) async throws {
        try await withConsole { console in
            let answer = try await console.get(path, headers: ["Accept": accept])
            #expect(answer.status == 404)
            #expect(answer.headers["content-type"] == type)
            #expect(answer.headers["content-security-policy"]?.contains("frame-ancestors 'none'") == true)
        }
    }
}
