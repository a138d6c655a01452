import ServerSupport
import Testing
import Tracking

@testable import API
@testable import Access
@testable import Web

/// Inboxes of accounts that several services share.
@Suite(.timeLimit(.minutes(30)))
struct SharedInboxTests {
    @Test func `P-17 what comes or is read at one service is told in the streams of another`() async throws {
        let accounts = try await TestPostgres.shared.address()
        try await withConsole(accounts: accounts) { first in
            try await withConsole(accounts: accounts) { second in
                let (boss, name, now) = (try first.boss(), try Name("boss"), WallClock().now)
                var stream = try await EventStream(second, "?types=inbox", headers: boss)
                #expect(try await stream.snapshot().map { $0.document?["unread"] as? Int } == [0])
                try first.access.database.write { try $0.notify(name, .finder, text: "found it", at: now) }
                let told = try #require(try await stream.next())
                #expect(told.document?["unread"] as? Int == 1)
                let id = try first.access.inbox.newest()
                // At the one that has the stream it is told at once, and at the other one when that looks for all.
                let answer = try await first.send(
                    "POST", "/api/v1/inbox/read", json: "{\"upto\": \(id)}", headers: boss)
                #expect(try answer.object["unread"] as? Int == 0)
                try second.parts.inboxes.look(second.parts, all: true)
                #expect(try await stream.next()?.document?["unread"] as? Int == 0)
            }
        }
    }
}
