import API
import Access
import Messages
import ServerSupport
import Store
import TestSupport
import Testing
import Tracking

@testable import Web

/// Erasures that were asked for at another service that has the same accounts.
@Suite(.timeLimit(.minutes(30)))
struct SharedErasureTests {
    @Test func `one that was asked for at a service that died is gone on with by another`() async throws {
        let server = try await TestPostgres.shared
        let accounts = server.address()
        let clock = AdjustableClock()
        try await withConsole(clock: clock, accounts: accounts) { console in
            let (sam, start) = (try Name("sam"), clock.now)
            try await console.meetKeys(at: start)
            try console.access.add(sam, isAdministrator: false, at: start)
            // A service of before, which does nothing more after this.
            let other = try AccessControl(path: accounts)
            let erasure = try other.beginErasure(of: sam, owner: sam, waits: false, at: start)
            try await eventually {
                clock.advance(by: .seconds(31))
                return try other.erasures().isEmpty
            }
            #expect(try console.store.devices().isEmpty)
            #expect(erasure.account == sam)
        }
    }
}
