import Foundation
import Messages
import ServerSupport
import Store
import StoreSupport
import Synchronization
import TestSupport
import Testing
import Tracking

@testable import Notifications

/// The outbox that workers share, of whom one tells at a time.
@Suite struct SharedOutboxTests {
    private let path: String
    private let channel: ChannelConfiguration

    init() async throws {
        path = try await TestPostgres.shared.address()
        channel = try Fixture.channel("a")
    }

    private func board(_ worker: String, lease: Int64) throws -> WorkBoard {
        try WorkBoard(
            path: path, worker: worker, partitioning: Partitioning(count: 1), takesStrangers: false, notifies: true,
            lease: lease, instance: "\(worker) 1")
    }

    /// The claim to tell, which a worker takes that is alone.
    private func claim(_ board: WorkBoard) throws -> PartitionClaim {
        let round = try board.beat(of: [])
        return try #require(round.taken.first { $0.unit == .notifications })
    }

    private func due(_ outbox: NotificationOutbox) throws -> Delivery? {
        if case .send(let delivery) = try outbox.next(on: channel, at: Fixture.start) { return delivery }
        return nil
    }

    @Test func `whoever takes over goes on where the other one was, who tells nothing more`() throws {
        let ada = try board("ada", lease: 3_600_000)
        try ada.join()
        let first = try claim(ada)
        let outbox = try NotificationOutbox(besideHistory: path, for: first)
        try outbox.open([channel], at: Fixture.start)
        let told = try Fixture.raised()
        try outbox.enqueue([told], for: [channel], at: Fixture.start)
        let delivery = try #require(try due(outbox))
        try outbox.sent(delivery, on: channel, at: Fixture.start)
        // It gives back what it holds, as one whose lease is over loses it.
        try ada.giveBack(first)
        try ada.leave()
        let ben = try board("ben", lease: 3_600_000)
        try ben.join()
        let second = try NotificationOutbox(besideHistory: path, for: try claim(ben))
        try second.open([channel], at: Fixture.start)
        try second.enqueue([told], for: [channel], at: Fixture.start)
        #expect(try due(second) == nil)
        #expect(try second.counts()[channel.name]?.sent == 1)
        // The former one has what is next from nobody, and marks nothing.
        #expect(throws: NotificationError.self) { try due(outbox) }
        #expect(throws: NotificationError.self) { try outbox.enqueue([told], for: [channel], at: Fixture.start) }
        #expect(throws: NotificationError.self) { try outbox.sent(delivery, on: channel, at: Fixture.start) }
        #expect(try NotificationOutbox(reading: path).counts()[channel.name]?.sent == 1)
    }

    @Test func `one that stood still with a message in its hands does not send it once another one tells`() async throws
    {
        let (ada, ben) = (try board("ada", lease: 3_600_000), try board("ben", lease: 3_600_000))
        try ada.join()
        let first = try claim(ada)
        let outbox = try NotificationOutbox(besideHistory: path, for: first)
        try outbox.open([channel], at: Fixture.start)
        try outbox.enqueue([try Fixture.raised()], for: [channel], at: Fixture.start)
        let delivery = try #require(try due(outbox))
        #expect(try outbox.isDue(delivery))
        // It stands still here, and loses what it holds.
        try ada.giveBack(first)
        try ada.leave()
        try ben.join()
        let second = try NotificationOutbox(besideHistory: path, for: try claim(ben))
        #expect(throws: NotificationError.self) { try outbox.isDue(delivery) }
        #expect(try second.isDue(delivery))
        try second.sent(delivery, on: channel, at: Fixture.start)
        #expect(try !second.isDue(delivery))
    }

    @Test func `one that stands still just before it sends looks again, and leaves it to whoever tells now`()
        async throws
    {
        let (path, script) = (path, ServiceTests.Scripted())
        let channel = try Fixture.channel("a") { $0.repeatEvery = .seconds(5) }
        let (ada, ben) = (try board("ada", lease: 3_600_000), try board("ben", lease: 3_600_000))
        try ada.join()
        let first = try claim(ada)
        let outbox = try NotificationOutbox(besideHistory: path, for: first)
        try outbox.open([channel], at: Fixture.start)
        let clock = ManualClock(at: Fixture.start)
        let taken = Mutex<PartitionClaim?>(nil)
        let service = NotificationService(
            channels: [(configuration: channel, channel: script)],
            outbox: outbox,
            sources: .init(alerts: { _ in [] }) { _, _ in
                // Asked of a repetition that is in its hands already: it stands still meanwhile.
                guard taken.withLock({ $0 }) == nil else { return .wanted }
                try ada.giveBack(first)
                try ada.leave()
                try ben.join()
                let claim = try ben.beat(of: []).taken.first { $0.unit == .notifications }
                taken.withLock { $0 = claim }
                return .wanted
            },
            clock: clock, logger: .silent
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await service.run() }
            service.receive([AlertRow(try Fixture.escalated().alert)])
            try await eventually {
                clock.advance(by: .seconds(1))
                return taken.withLock { $0 } != nil
            }
            // The first message was told; the repetition is ben's.
            let second = try NotificationOutbox(besideHistory: path, for: try #require(taken.withLock { $0 }))
            try await eventually {
                clock.advance(by: .seconds(1))
                if case .send = try second.next(on: channel, at: clock.now) { return true }
                return false
            }
            group.cancelAll()
        }
        #expect(script.tried == [try Fixture.escalated().alert.id])
    }

    @Test func `one of two workers has it, and a worker that tells nobody takes it never`() throws {
        let (ada, ben) = (try board("ada", lease: 3_600_000), try board("ben", lease: 3_600_000))
        try ada.join()
        try ben.join()
        let taken = try [ada, ben].flatMap { try $0.beat(of: []).taken }
        #expect(taken.count { $0.unit == .notifications } == 1)
        let silent = try WorkBoard(
            path: path, worker: "cleo", partitioning: Partitioning(count: 1), takesStrangers: false, lease: 3_600_000,
            instance: "cleo 1")
        try silent.join()
        for claim in taken { for board in [ada, ben] { try board.giveBack(claim) } }
        #expect(try !silent.beat(of: []).taken.contains { $0.unit == .notifications })
    }
}
