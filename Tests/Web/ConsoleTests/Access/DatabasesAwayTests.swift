import API
import ServerSupport
import Store
import TestSupport
import Testing
import Tracking

@testable import Access
@testable import Web

/// A console whose databases are in a PostgreSQL that goes away and comes back.
@Suite(.timeLimit(.minutes(30)))
struct DatabasesAwayTests {
    private func withServer(_ body: (TestPostgres) async throws -> Void) async throws {
        let server = try await TestPostgres()
        try await afterwards({ await server.remove() }) { try await body(server) }
    }

    @Test func `while the accounts are away whoever has logged in is told to come again, and the pages are there`()
        async throws
    {
        try await withServer { server in
            try await withConsole(accounts: server.address()) { console in
                let boss = try console.boss()
                #expect(try await console.get("/api/v1/items", headers: boss).status == 200)
                await server.stop()
                for (method, path) in [
                    ("GET", "/api/v1/items"), ("GET", "/api/v1/session"), ("GET", "/api/v1/events"),
                    ("GET", "/api/v1/nothing"), ("POST", "/api/v1/session/passkey/options"), ("GET", "/metrics"),
                    ("POST", "/api/v1/items"),
                ] {
                    let body = method == "GET" ? nil : "{}"
                    let answer = try await console.send(method, path, headers: boss, body: body)
                    #expect(answer.status == 503 && answer.headers["retry-after"] == "5", "\(path): \(answer.text)")
                    #expect(answer.text.contains("the database of accounts cannot be used at the moment"))
                }
                let login = try await console.send(
                    "POST", "/api/v1/session", json: #"{"account":"boss","passcode":"tannenbaum"}"#)
                #expect(login.status == 503, "\(login.text)")
                // What is nobody's secret is there, for browsers and for whoever watches.
                #expect(try await console.get("/", headers: boss).status == 200)
                #expect(try await console.get("/health").status == 200)
                #expect(try await console.get("/ready").text.contains("the database of accounts cannot be read"))
                // Without anything to show one is told to log in, as before.
                #expect(try await console.get("/api/v1/items").status == 401)
                try await server.start()
                #expect(try await console.get("/api/v1/items", headers: boss).status == 200)
            }
        }
    }

    @Test func `whether a passcode was set while the accounts are away is not guessed`() async throws {
        try await withServer { server in
            try await withConsole(accounts: server.address()) { console in
                let before = try await console.get("/health")
                await server.stop()
                let after = try await console.get("/health")
                #expect((before.status, after.status) == (200, 503))
            }
        }
    }

    @Test func `while the history is away what is asked of it is to be asked again`() async throws {
        try await withServer { server in
            let store = try Store(path: server.address(), mode: .readWrite(create: true))
            try await withConsole(store: store) { console in
                #expect(try await console.get("/api/v1/items").status == 200)
                await server.stop()
                for path in ["/api/v1/items", "/api/v1/alerts", "/api/v1/devices", "/metrics", "/api/v1/counters"] {
                    let answer = try await console.get(path)
                    #expect(answer.status == 503 && answer.headers["retry-after"] == "5", "\(path): \(answer.text)")
                    #expect(answer.text.contains("the database of the history cannot be used at the moment"))
                }
                #expect(try await console.get("/health").status == 200)
                try await server.start()
                try await eventually { try await console.get("/api/v1/items").status == 200 }
            }
        }
    }

    @Test func `when the machine of the accounts is gone whoever watches is answered, and others wait once`()
        async throws
    {
        try await withServer { server in
            let address = server.address() + "&connect_timeout=2"
            try await withConsole(heartbeat: .milliseconds(1500), accounts: address) { console in
                let boss = try console.boss()
                var stream = try await EventStream(console, headers: boss)
                _ = try await stream.snapshot()
                try await stream.heartbeat()
                try server.freeze()
                try await afterwards({ try? server.thaw() }) {
                    for path in ["/api/v1/items", "/api/v1/session", "/metrics"] {
                        let answer = try await console.get(path, headers: boss)
                        #expect(answer.status == 503 && answer.headers["retry-after"] == "5", "\(path): \(answer.text)")
                        #expect(try await console.get("/health", headers: boss).status == 200)
                        #expect(try await console.get("/", headers: boss).status == 200)
                    }
                    // Whoever reads goes on reading, as nobody knows that he may not.
                    for _ in 1...3 { try await stream.heartbeat() }
                }
                try await eventually { try await console.get("/api/v1/items", headers: boss).status == 200 }
                for _ in 1...3 { try await stream.heartbeat() }
                #expect(try await console.send("DELETE", "/api/v1/session", headers: boss).status / 100 == 2)
                #expect(try await stream.upTo { $0.type == "over" }.last?.type == "over")
            }
        }
    }

    @Test func `whoever watches asks no database, whatever he shows`() async throws {
        try await withConsole { console in
            let boss = try console.boss()
            #expect(try await console.get("/api/v1/items", headers: boss).status == 200)
            // Whoever asks hears of it.
            try console.access.database.write { try $0.execute("ALTER TABLE accounts RENAME TO hidden") }
            #expect(try await console.get("/api/v1/items", headers: boss).status == 500)
            for headers in [[:], boss, ["Authorization": "Bearer \(AccessSecret().text)"]] {
                #expect(try await console.get("/health", headers: headers).status == 200)
            }
        }
    }

    @Test func `a reader stays while the accounts are away, and goes when it is known that he may read no more`()
        async throws
    {
        try await withServer { server in
            try await withConsole(accounts: server.address()) { console in
                let now = WallClock().now
                _ = try console.boss()
                let opened = try console.access.logIn("boss", passcode: "tannenbaum", from: "127.0.0.1", at: now)
                let watch = watch(opened, on: console)
                #expect(watch.stillLetsIn())
                await server.stop()
                #expect(watch.stillLetsIn())
                try await server.start()
                #expect(watch.stillLetsIn())
                try console.access.logOut(opened.secret, from: "127.0.0.1", at: now)
                #expect(!watch.stillLetsIn())
            }
        }
    }

    private func watch(_ opened: OpenedSession, on console: ConsoleBench) -> ReaderWatch {
        ReaderWatch(
            keeper: Doorkeeper(parts: console.parts.web, door: .front), credential: .session(opened.secret),
            opened.session.principal, opened.session)
    }

    @Test func `while the accounts are away a stream ends after a quarter of an hour`() async throws {
        try await withServer { server in
            let clock = AdjustableClock()
            try await withConsole(heartbeat: .milliseconds(1500), clock: clock, accounts: server.address()) { console in
                var stream = try await EventStream(console, headers: console.boss())
                _ = try await stream.snapshot()
                await server.stop()
                // Of these the last was sent after it had been asked for once.
                for _ in 1...3 { try await stream.heartbeat() }
                clock.advance(by: ReaderWatch.patience)
                #expect(try await stream.upTo { $0.type == "over" }.last?.type == "over")
            }
        }
    }

    @Test func `while the accounts are away nobody reads beyond the end of his session`() async throws {
        try await withServer { server in
            let clock = AdjustableClock()
            try await withConsole(clock: clock, accounts: server.address()) { console in
                _ = try console.boss()
                let left = Duration.seconds(300)
                let begin = clock.now.advanced(by: left - Session.duration)
                let opened = try console.access.logIn("boss", passcode: "tannenbaum", from: "127.0.0.1", at: begin)
                let watch = watch(opened, on: console)
                await server.stop()
                #expect(watch.stillLetsIn())
                clock.advance(by: left)
                #expect(!watch.stillLetsIn())
            }
        }
    }

    @Test func `a stream ends where the accounts are there and cannot be read`() async throws {
        try await withConsole(heartbeat: .milliseconds(1500)) { console in
            var stream = try await EventStream(console, headers: console.boss())
            _ = try await stream.snapshot()
            try console.access.database.write { try $0.execute("ALTER TABLE accounts RENAME TO hidden") }
            #expect(try await stream.upTo { $0.type == "over" }.last?.type == "over")
        }
    }
}
