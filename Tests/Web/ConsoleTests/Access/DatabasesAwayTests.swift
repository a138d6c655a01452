import API
import Access
import ServerSupport
import Store
import TestSupport
import Testing
import Tracking

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

    @Test func `a reader stays while the accounts are away, and goes when it is known that he may read no more`()
        async throws
    {
        try await withServer { server in
            try await withConsole(accounts: server.address()) { console in
                let now = WallClock().now
                _ = try console.boss()
                let opened = try console.access.logIn("boss", passcode: "tannenbaum", from: "127.0.0.1", at: now)
                let keeper = Doorkeeper(parts: console.parts.web, door: .front)
                let (credential, principal) = (Credential.session(opened.secret), opened.session.principal)
                #expect(keeper.stillLetsIn(credential, as: principal))
                await server.stop()
                #expect(keeper.stillLetsIn(credential, as: principal))
                try await server.start()
                #expect(keeper.stillLetsIn(credential, as: principal))
                try console.access.logOut(opened.secret, from: "127.0.0.1", at: now)
                #expect(!keeper.stillLetsIn(credential, as: principal))
            }
        }
    }
}
