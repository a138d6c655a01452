import Access
import Testing
import Tracking

@testable import Web

/// A token for people is for no item and for no service.
@Suite(.timeLimit(.minutes(30)))
struct PeopleScopeTests {
    @Test func `a token for people reads nothing of items, whoever has it`() async throws {
        try await withConsole { console in
            try await console.meetKeys()
            let (first, now) = (try Name(Account.first), WallClock().now)
            try console.access.setPasscode(Passcode("tannenbaum"), current: nil, of: first, from: nil, at: now)
            let (secret, _) = try console.access.makeToken("t", of: first, scope: .people, at: now)
            for row in RoleTable.rows + RoleTable.others {
                let headers = ["Authorization": "Bearer \(secret.text)"]
                let answer = try await console.send(row.method, row.path, headers: headers)
                // What is open to nobody at all is not closed to it.
                let expected = row.statuses[0] != 401 ? row.statuses[0] : 403
                #expect(answer.status == expected, "\(row.method) \(row.path): \(answer.text)")
            }
        }
    }
}
