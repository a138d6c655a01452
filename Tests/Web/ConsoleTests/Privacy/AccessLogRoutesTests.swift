import Access
import Foundation
import Messages
import TestSupport
import Testing
import Tracking

@testable import API
@testable import Console
@testable import Pages
@testable import Recorder
@testable import Web

/// Who looked at whose things, and who may know.
@Suite(.timeLimit(.minutes(30)))
struct AccessLogRoutesTests {
    private func token(
        _ name: String,
        _ grants: [String] = [],
        isAdministrator: Bool = false,
        on access: AccessControl
    ) throws -> [String: String] {
        let (name, now) = (try Name(name), WallClock().now)
        let written = try grants.map { try Grant(written: $0) }
        try access.add(name, isAdministrator: isAdministrator, grants: written, at: now)
        try access.setPasscode(Passcode("tannenbaum"), current: nil, of: name, from: nil, at: now)
        let (secret, _) = try access.makeToken("t", of: name, scope: .admin, at: now)
        return ["Authorization": "Bearer \(secret.text)"]
    }

    @Test func `each way to see where an item is or was is a line for its owner, and for nobody else`() async throws {
        try await withConsole { console in
            try await console.meetKeys()
            let kim = try token("kim", isAdministrator: true, on: console.access)
            let sam = try token("sam", ["sam=command"], on: console.access)
            let lee = try token("lee", ["sam/keys=history"], on: console.access)
            let check = SchemaCheck(document: try await console.get("/api/v1/openapi.json").object)
            for _ in 1...3 { #expect(try await console.get("/api/v1/items", headers: lee).status == 200) }
            let item = "/api/v1/items/sam/keys"
            let from = "2026-01-01T00:00:00.000Z"
            #expect(try await console.get("\(item)/fixes?from=\(from)", headers: lee).status == 200)
            #expect(try await console.get("/api/0/last", headers: lee).status == 200)
            // Her own looks are no news to her.
            #expect(try await console.get(item, headers: sam).status == 200)

            let answer = try await console.get("/api/v1/looks", headers: sam)
            #expect(try check.errors("GET", "/api/v1/looks", answer) == [])
            let lines = try answer.object.list("looks")
            // Two, or more where an hour has ended meanwhile.
            #expect(Set(lines.compactMap { $0["kind"] as? String }) == ["last", "history"])
            #expect(lines.allSatisfy { $0["account"] as? String == "lee" && $0["token"] is String })
            let counts = lines.filter { $0["kind"] as? String == "last" }.compactMap { $0["count"] as? Int }
            #expect(counts.reduce(0, +) == 4)
            #expect(lines.contains { $0["from"] as? String == from && $0["to"] == nil })
            #expect(lines.allSatisfy { $0["source"] as? String == "127.0.0.1" })

            #expect(try await console.get("/api/v1/looks?owner=sam", headers: lee).status == 403)
            #expect(try await console.get("/api/v1/looks", headers: lee).object.list("looks").isEmpty)
            let all = try await console.get("/api/v1/looks?owner=sam&tracker=keys", headers: kim)
            #expect(try all.object.list("looks").count >= 2)
            #expect(try await console.get("/api/v1/looks?tracker=keys", headers: kim).status == 400)
        }
    }

    @Test func `a stream of events is one line, however many come`() async throws {
        try await withConsole { console in
            try await console.meetKeys()
            let lee = try token("lee", ["sam/keys=history"], isAdministrator: false, on: console.access)
            let keys = DeviceID(owner: try Name("sam"), device: try Name("keys"))
            var stream = try await EventStream(console, "?types=fix", headers: lee)
            _ = try await stream.snapshot()
            for number in 2...11 {
                let now = WallClock().now
                try await console.ingest([try console.fix(of: keys, at: now, sequence: UInt32(number))])
                _ = try await stream.next()
            }
            console.parts.keepLooks()
            let lines = try console.access.looks(of: keys.owner, limit: 100).filter { $0.kind == .history }
            // Two where an hour has ended meanwhile.
            #expect((1...2).contains(lines.count))
            #expect(lines.map(\.count).reduce(0, +) >= 10)
        }
    }

    @Test func `nothing is noted where nobody logs in`() async throws {
        try await withConsole { console in
            try await console.meetKeys()
            #expect(try await console.get("/api/v1/items").status == 200)
            console.parts.keepLooks()
            #expect(try console.access.looks(of: nil, limit: 10) == [])
        }
    }
}
