import Access
import Testing
import Tracking

@testable import API
@testable import Console
@testable import Pages
@testable import Recorder
@testable import Web

/// The numbers of the service tell how much happens to everybody's things: who reads them is told so by its scope.
@Suite(.timeLimit(.minutes(30)))
struct MetricsScopeTests {
    @Test func `a token for the numbers reads those, and nothing else`() async throws {
        // So many requests come from one address otherwise only to break in.
        let rate = RequestRate(burst: 10_000, perSecond: 10_000)
        try await withConsole(configure: { $0.rates.logins = rate }) { console in
            try await console.meetKeys()
            let (first, now) = (try Name(Account.first), WallClock().now)
            try console.access.setPasscode(Passcode("tannenbaum"), current: nil, of: first, from: nil, at: now)
            try console.access.add(Name("prometheus"), isAdministrator: false, at: now)
            // Neither more as an administrator's nor less as that of an account without rights.
            for account in [first, try Name("prometheus")] {
                let (secret, _) = try console.access.makeToken("t", of: account, scope: .metrics, at: now)
                let headers = ["Authorization": "Bearer \(secret.text)"]
                for row in RoleTable.rows + RoleTable.others {
                    let answer = try await console.send(row.method, row.path, headers: headers)
                    // What is open to nobody at all is not closed to it.
                    let isOpen = row.statuses[0] != 401
                    let expected = row.path == "/metrics" ? 200 : isOpen ? row.statuses[0] : 403
                    #expect(answer.status == expected, "\(row.method) \(row.path): \(answer.text)")
                }
            }
        }
    }
}
