import StoreSupport
import Testing
import Tracking

@testable import Notifications

/// What the outbox tells of how channels get through.
@Suite(.onBothEngines) struct ChannelHealthTests {
    private func later(_ seconds: Int) -> Timestamp { Fixture.start.advanced(by: .seconds(seconds)) }

    /// Tries what is next, with an outcome.
    private func attempt(
        _ outbox: NotificationOutbox, _ channel: ChannelConfiguration, _ failure: DeliveryFailure?, at now: Timestamp
    ) throws {
        guard case .send(let delivery) = try outbox.next(on: channel, at: now) else {
            Issue.record("nothing is due")
            return
        }
        var chance = FixedChance()
        guard let failure else { return try outbox.sent(delivery, on: channel, at: now) }
        _ = try outbox.failed(
            delivery, failure, on: channel, schedule: RetrySchedule(), at: now, using: &chance
        )
    }

    private func health(_ outbox: NotificationOutbox, _ channel: ChannelConfiguration) throws -> ChannelHealth {
        try #require(try outbox.health()[channel.name])
    }

    @Test func `of a channel on which nothing was sent nothing is known`() async throws {
        let channel = try Fixture.channel("a")
        try await withOutbox(channel) { outbox in
            #expect(try health(outbox, channel) == ChannelHealth())
            try outbox.enqueue([try Fixture.raised()], for: [channel], at: later(1))
            #expect(try health(outbox, channel) == ChannelHealth())
        }
    }

    @Test func `what waits is listed with when it is tried next, as its channel is`() async throws {
        let channel = try Fixture.channel("a")
        try await withOutbox(channel) { outbox in
            try outbox.enqueue([try Fixture.raised()], for: [channel], at: later(1))
            try attempt(outbox, channel, .unreachable("no route"), at: later(2))
            let next = try #require(try health(outbox, channel).failure?.nextTry)
            #expect(next > later(2))
            #expect(try outbox.deliveries(on: channel.name, [.waiting]).map(\.next) == [next])
        }
    }

    @Test func `it fails from the first message that did not go out until one does`() async throws {
        let channel = try Fixture.channel("a")
        try await withOutbox(channel) { outbox in
            try outbox.enqueue([try Fixture.raised()], for: [channel], at: later(1))
            try attempt(outbox, channel, .unreachable("no route"), at: later(2))
            try outbox.enqueue([try Fixture.escalated()], for: [channel], at: later(10))
            let failure = try #require(try health(outbox, channel).failure)
            #expect(failure == .init(since: later(1), reason: "no route", nextTry: later(3)))
            try attempt(outbox, channel, nil, at: later(12))
            #expect(try health(outbox, channel).failure == nil)
            #expect(try health(outbox, channel).lastSent == later(12))
        }
    }

    @Test func `something newer that takes the place of what failed changes nothing of since when`() async throws {
        let channel = try Fixture.channel("a") { $0.isBrief = true }
        try await withOutbox(channel) { outbox in
            try outbox.enqueue([try Fixture.raised()], for: [channel], at: later(1))
            try attempt(outbox, channel, .unreachable("no route"), at: later(2))
            try outbox.enqueue([try Fixture.escalated()], for: [channel], at: later(2))
            #expect(try outbox.next(on: channel, at: later(2)) == .wait(until: later(3)))
            let failure = try #require(try health(outbox, channel).failure)
            #expect(failure == .init(since: later(1), reason: nil, nextTry: later(3)))
            try attempt(outbox, channel, .unreachable("still none"), at: later(5))
            #expect(try health(outbox, channel).failure?.reason == "still none")
            #expect(try health(outbox, channel).failure?.since == later(1))
        }
    }

    @Test func `what was given up is told until something goes out`() async throws {
        let channel = try Fixture.channel("a")
        try await withOutbox(channel) { outbox in
            try outbox.enqueue([try Fixture.raised(), try Fixture.escalated()], for: [channel], at: later(1))
            try attempt(outbox, channel, .impossible("answered 400"), at: later(2))
            let failure = try #require(try health(outbox, channel).failure)
            #expect(failure.since == later(1) && failure.reason == "answered 400")
            try attempt(outbox, channel, nil, at: later(3))
            #expect(try health(outbox, channel).failure == nil)
        }
    }

    @Test func `a message that alone is refused is told beside those that went out`() async throws {
        let channel = try Fixture.channel("a")
        try await withOutbox(channel) { outbox in
            try outbox.enqueue([try Fixture.raised(), try Fixture.escalated()], for: [channel], at: later(1))
            try attempt(outbox, channel, .refused("answered 403"), at: later(2))
            try attempt(outbox, channel, nil, at: later(2))
            let told = try health(outbox, channel)
            #expect(told.lastSent == later(2))
            #expect(told.failure == .init(since: later(1), reason: "answered 403", nextTry: later(3)))
        }
    }

    @Test func `that a channel was not in the file is no failure of its receiver`() async throws {
        let channel = try Fixture.channel("a")
        try await withOutbox(channel) { outbox in
            try outbox.enqueue([try Fixture.raised()], for: [channel], at: later(1))
            try outbox.open([], at: later(2))
            try outbox.open([channel], at: later(3))
            #expect(try outbox.deliveries().map(\.state) == [.failed])
            #expect(try health(outbox, channel).failure == nil)
        }
    }
}
