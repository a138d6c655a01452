import Foundation
import GRDB
import Messages
import ServerSupport
import Store
import Synchronization
import TestSupport
import Testing
import Tracking

@testable import API
@testable import Access
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

    @Test func `one console at a time goes on with one, also when it is asked for anew at another`() async throws {
        let accounts = try await TestPostgres.shared.address()
        let clock = AdjustableClock()
        try await withConsole(clock: clock, accounts: accounts) { first in
            try await withConsole(clock: clock, accounts: accounts) { second in
                let (sam, boss) = (try Name("sam"), try first.boss())
                try await first.meetKeys(at: clock.now)
                try first.access.add(sam, isAdministrator: false, at: clock.now)
                let path = "/api/v1/accounts/sam/erasure"
                func body(_ rest: String) -> String { #"{"account":"sam","passcode":"tannenbaum"\#(rest)}"# }
                let asked = try await first.send("POST", path, json: body(""), headers: boss)
                #expect(asked.status == 202 && asked.text.contains(#""state":"trackers""#), "\(asked.text)")
                clock.advance(by: ErasureService.patience + .seconds(1))
                // The tracker is in the history of the first alone: the other one would find nothing that is left.
                let erasure = try #require(try second.access.erasures().first)
                for _ in 1...3 { #expect(try await second.parts.goOn(with: erasure) == nil) }
                #expect(try second.access.erasures() == [erasure])
                // Asked for anew, and for at once, it is done by the one that is at it.
                try first.access.add(sam, isAdministrator: false, at: clock.now)
                let again = try await second.send("POST", path, json: body(#","wait":false"#), headers: boss)
                #expect(again.status / 100 == 2, "\(again.text)")
                try await eventually { try second.access.erasures().isEmpty }
                try await eventually { try await second.parts.goOn(with: erasure) == .done }
                #expect(try first.store.devices().isEmpty)
                #expect(try first.access.audit(limit: 99).count { $0.event == .accountErased } == 1)
            }
        }
    }

    @Test func `when the console that went on with one is gone another one does`() async throws {
        let accounts = try await TestPostgres.shared.address()
        let clock = AdjustableClock()
        let (sam, one) = (try Name("sam"), try AccessControl(path: accounts))
        try one.add(sam, isAdministrator: false, at: clock.now)
        let erasure = try one.beginErasure(of: sam, owner: sam, waits: false, at: clock.now)
        let lock = try #require(try one.lock(erasure))
        try await withConsole(clock: clock, accounts: accounts) { console in
            clock.advance(by: ErasureService.patience + .seconds(1))
            #expect(try await console.parts.goOn(with: erasure) == nil)
            #expect(lock.holds)
            lock.release()
            #expect(!lock.holds)
            try await eventually { try console.access.erasures().isEmpty }
        }
    }

    @Test func `while somebody reads the accounts for long, others have them for a minute between two tries`()
        async throws
    {
        let accounts = try await TestPostgres.shared.address()
        let clock = AdjustableClock()
        try await withConsole(clock: clock, accounts: accounts) { console in
            let (sam, other) = (try Name("sam"), try AccessControl(path: accounts))
            try other.add(sam, isAdministrator: false, at: clock.now)
            let reader = LongReader(other)
            async let end: Void = reader.run()
            try await afterwards({ reader.stop() }) {
                await reader.begins()
                let order = try console.access.beginErasure(of: sam, owner: sam, waits: false, at: clock.now)
                console.parts.erasures.expect(order)
                try await eventually { console.parts.erasures.begun(order)?.standing == .readers }
                let first = console.parts.erasures.begun(order)?.tried
                clock.advance(by: .seconds(10))
                try await eventually { try await console.parts.goOn(with: order) == .readers }
                #expect(console.parts.erasures.begun(order)?.tried == first)
            }
            await end
            #expect(try !other.erasures().isEmpty)
            clock.advance(by: .seconds(60))
            try await eventually { try other.erasures().isEmpty }
        }
    }

    @Test func `whoever erases himself while the history cannot be changed is told that it goes by itself`()
        async throws
    {
        try await withConsole { console in
            let (headers, sam) = (try console.boss(), try Name("boss"))
            try await console.meetKeys()
            // As a program that writes for longer than anybody waits.
            var configuration = Configuration()
            (configuration.busyMode, configuration.allowsUnsafeTransactions) = (.timeout(600), true)
            let writer = try DatabaseQueue(path: console.store.path, configuration: configuration)
            try await writer.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
            let body = #"{"account":"boss","passcode":"tannenbaum","owner":"sam"}"#
            let answer = try await console.send(
                "POST", "/api/v1/accounts/boss/erasure", json: body, headers: headers)
            #expect(answer.status == 202 && answer.text.contains(#""state":"waiting""#), "\(answer.text)")
            #expect(answer.headers["set-cookie"]?.contains("Max-Age=0") == true)
            #expect(try console.access.accounts().isEmpty)
            #expect(try console.access.erasures().map(\.account) == [sam])
            try await writer.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
            let removed = try Name("sam")
            try await eventually { try console.store.devices(of: removed).isEmpty }
        }
    }
}

/// Somebody who reads the accounts in one transaction until he is told to stop, as a dump does.
private final class LongReader: Sendable {
    private let access: AccessControl
    private let isOver = Mutex(false)
    private let begun = AsyncStream<Void>.makeStream()

    init(_ access: AccessControl) { self.access = access }

    /// Waits until he reads.
    func begins() async { for await _ in begun.stream { break } }

    func stop() { isOver.withLock { $0 = true } }

    func run() async {
        let count = await onThread { [self] in
            try? access.database.read { session in
                var count: Int?
                repeat {
                    count = try session.value("SELECT count(*) FROM accounts")
                    begun.continuation.yield()
                    usleep(20_000)
                } while !isOver.withLock { $0 }
                return count
            }
        }
        #expect(count == 1)
    }
}
