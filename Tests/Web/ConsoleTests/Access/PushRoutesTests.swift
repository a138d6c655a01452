import Access
import Cryptography
import Foundation
import Synchronization
import Testing
import Tracking

@testable import API

/// `/api/v1/push`: which browsers alerts are pushed to.
@Suite(.timeLimit(.minutes(30)))
struct PushRoutesTests {
    /// What a sender would be told.
    private final class Desk: Sendable {
        let told = Mutex<(changes: Int, tests: [String])>((0, []))
        let trouble = Mutex<String?>(nil)

        var desk: PushDesk {
            PushDesk(key: "BKey", accepts: { $0.hasPrefix("https://push.example/") }) {
                self.told.withLock { $0.changes += 1 }
            } test: { id in
                self.told.withLock { $0.tests.append(id) }
                return self.trouble.withLock(\.self)
            }
        }
    }

    private static func body(_ endpoint: String = "https://push.example/1", _ more: String = "") -> String {
        var generator = SystemRandomNumberGenerator()
        let key = Base64URL.text([4] + P256Key(using: &generator).point)
        let secret = Base64URL.text([UInt8](repeating: 7, count: 16))
        return #"{"endpoint":"\#(endpoint)","p256dh":"\#(key)","auth":"\#(secret)"\#(more)}"#
    }

    private static let path = "/api/v1/push/subscriptions"
    private static let json = [
        "Content-Type": "application/json",
        "User-Agent": "Mozilla/5.0 (Android 14; Mobile; rv:128.0) Gecko/128.0 Firefox/128.0",
    ]

    private static func add(
        _ console: ConsoleBench, _ body: String = body(), _ headers: [String: String] = [:]
    ) async throws -> ConsoleBench.Answer {
        let all = json.merging(headers) { $1 }
        return try await console.send("POST", path, headers: all, body: body)
    }

    private struct List: Decodable {
        struct Line: Decodable { let id, name, created: String, sent, quiet: String? }
        let subscriptions: [Line]
    }

    @Test func `a browser is added once, listed without its secrets, tried out and removed`() async throws {
        let desk = Desk()
        try await withConsole(push: desk.desk) { console in
            #expect(try await console.get("/api/v1/push").text == #"{"available":true,"key":"BKey","most":20}"#)
            let body = Self.body()
            for _ in 0..<2 { #expect(try await Self.add(console, body).status == 201) }
            let answer = try await console.get(Self.path)
            let line = try #require(try answer.decode(List.self).subscriptions.first)
            #expect(try answer.decode(List.self).subscriptions.count == 1)
            #expect(line.name == "Firefox on Android")
            #expect(!answer.text.contains("push.example"))
            let one = "\(Self.path)/\(line.id)"
            #expect(try await console.send("POST", "\(one)/test").status == 204)
            let night = try await console.send("PATCH", one, json: #"{"quiet":"22:00-07:00"}"#)
            #expect(try night.status == 200 && night.decode(List.Line.self).quiet == "22:00-07:00")
            #expect(try await console.get(Self.path).decode(List.self).subscriptions.first?.quiet == "22:00-07:00")
            #expect(try await !console.send("PATCH", one, json: #"{"quiet":null}"#).text.contains("quiet"))
            for body in ["{}", #"{"quiet":"22-7"}"#, #"{"quiet":"22:00-22:00"}"#, #"{"quiet":null,"more":1}"#, "[]"] {
                #expect(try await console.send("PATCH", one, json: body).status == 422, "\(body)")
            }
            let another = try await console.send("PATCH", "\(Self.path)/another", json: #"{"quiet":null}"#)
            #expect(another.status == 404)
            desk.trouble.withLock { $0 = "https://push.example answered 403" }
            let failed = try await console.send("POST", "\(one)/test")
            #expect(failed.status == 502 && failed.text.contains("answered 403"))
            #expect(try await console.send("POST", "\(Self.path)/another/test").status == 404)
            #expect(desk.told.withLock { $0.tests == [line.id, line.id] })
            #expect(try await console.send("DELETE", one).status == 204)
            #expect(try await console.get(Self.path).text == #"{"subscriptions":[]}"#)
            #expect(desk.told.withLock { $0.changes == 3 })
        }
    }

    @Test(
        arguments: [
            ("/endpoint", body("http://127.0.0.1:22/")), ("/endpoint", body("https://router.lan/x")),
            ("/p256dh", #"{"endpoint":"https://push.example/1","p256dh":"AAAA","auth":"BwcHBwcHBwcHBwcHBwcHBw"}"#),
            ("/auth", body().replacing(#""auth":"Bw"#, with: #""auth":""#)),
            ("/more", body("https://push.example/1", #","more":1"#)), ("/auth", "{}"),
        ]
    )
    func `what is no subscription is refused, with the place`(place: String, body: String) async throws {
        try await withConsole(push: Desk().desk) { console in
            let answer = try await Self.add(console, body)
            #expect(answer.status == 422 && answer.text.contains(#""pointer":"\#(place)""#.replacing("/", with: "\\/")))
            #expect(try console.access.pushDevices().isEmpty)
        }
    }

    @Test func `with a passcode a session adds for its account, and a token for nobody`() async throws {
        try await withConsole(push: Desk().desk) { console in
            let sam = try Name("sam")
            let now = WallClock().now
            try console.access.setPasscode(Passcode("tannenbaum"), current: nil, of: sam, from: nil, at: now)
            let opened = try console.access.logIn("sam", passcode: "tannenbaum", from: "127.0.0.1", at: now)
            let cookie = ["Cookie": "tagalong=\(opened.secret.text)", "X-Tagalong-CSRF": opened.session.csrf]
            #expect(try await Self.add(console).status == 401)
            #expect(try await Self.add(console, Self.body(), cookie).status == 201)
            #expect(try console.access.pushDevices(of: sam).count == 1)
            let token = try console.access.makeToken("phone", of: sam, scope: .admin, at: now)
            let bearer = ["Authorization": "Bearer \(token.secret.text)"]
            #expect(try await Self.add(console, Self.body("https://push.example/2"), bearer).status == 403)
            let out = try await console.send("DELETE", "/api/v1/session", headers: cookie)
            #expect(out.status == 204)
            #expect(try console.access.pushDevices().isEmpty)
        }
    }

    @Test func `a service that sends nothing to browsers says so`() async throws {
        try await withConsole { console in
            let standing = try await console.get("/api/v1/push")
            #expect(standing.text == #"{"available":false,"most":20}"#)
            let refused = try await Self.add(console)
            #expect(refused.status == 404)
        }
    }

    @Test(
        arguments: [
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36 Edg/126.0",
                "Edge on Windows"
            ),
            (
                "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Mobile Safari/537.36",
                "Chrome on Android"
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile Safari/604.1",
                "Safari on iPhone"
            ),
            ("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", "Firefox on Linux"),
            ("", "A browser"), ("curl/8", "A browser"),
        ]
    )
    func `a browser is called in plain words`(agent: String, name: String) {
        #expect(PushDeviceName.of(agent) == name)
    }
}
