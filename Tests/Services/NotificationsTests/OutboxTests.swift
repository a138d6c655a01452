import Foundation
import Messages
import Store
import StoreSupport
import Testing
import Tracking

@testable import Notifications

@Suite(.onBothEngines) struct OutboxTests {
    private func later(_ seconds: Int) -> Timestamp { Fixture.start.advanced(by: .seconds(seconds)) }

    /// The notice that a channel sends next, if any is due.
    private func due(
        _ outbox: NotificationOutbox,
        _ channel: ChannelConfiguration,
        at now: Timestamp
    ) throws -> Delivery? {
        if case .send(let delivery) = try outbox.next(on: channel, at: now) { return delivery }
        return nil
    }

    @Test func `what is taken twice is told once, also after a restart`() async throws {
        let channel = try Fixture.channel("a")
        try await withOutbox(channel) { outbox in
            let notice = try Fixture.raised()
            for _ in 0..<3 { try outbox.enqueue([notice], for: [channel], at: later(1)) }
            let delivery = try #require(try due(outbox, channel, at: later(1)))
            #expect(delivery.notice == notice)
            try outbox.sent(delivery, on: channel, at: later(2))
            let reopened = try NotificationOutbox(path: outbox.database.place)
            try reopened.open([channel], at: later(3))
            try reopened.enqueue([notice], for: [channel], at: later(3), given: { $0.given })
            #expect(try reopened.next(on: channel, at: later(4)) == .wait(until: nil))
            #expect(try reopened.counts()[channel.name] == ChannelCount(waiting: 0, sent: 1, failed: 0, superseded: 0))
        }
    }

    @Test func `a notice whose item is deleted while it is sent does not settle the one after it`() async throws {
        let channel = try Fixture.channel("a")
        try await withOutbox(channel) { outbox in
            try outbox.enqueue([try Fixture.raised()], for: [channel], at: later(1))
            let delivery = try #require(try due(outbox, channel, at: later(1)))
            try outbox.purge { _ in false }
            let alert = try Fixture.alert(1, .raised, .warning, from: .none, tracker: "keys")
            let other = try #require(Notice(AlertRow(alert)))
            try outbox.enqueue([other], for: [channel], at: later(2))
            try outbox.sent(delivery, on: channel, at: later(3))
            #expect(try due(outbox, channel, at: later(4))?.notice == other)
        }
    }

    @Test func `a channel hears only what came after it was set up`() async throws {
        let (old, new) = (try Fixture.channel("old"), try Fixture.channel("new"))
        try await withOutbox(old) { outbox in
            try outbox.open([old, new], at: later(5))
            try outbox.enqueue([try Fixture.raised()], for: [old, new], at: later(6), given: { $0.given })
            #expect(try outbox.deliveries().map(\.channel) == [old.name])
        }
    }

    @Test func `who hears only of critical hears its end, but not that of a warning`() async throws {
        let channel = try Fixture.channel("a") { $0.audience.levels = [.critical] }
        try await withOutbox(channel) { outbox in
            try outbox.enqueue([try Fixture.raised(), try Fixture.cleared()], for: [channel], at: later(0))
            #expect(try outbox.deliveries().isEmpty)
        }
        try await withOutbox(channel) { outbox in
            let all = [try Fixture.raised(), try Fixture.escalated(), try Fixture.cleared()]
            try outbox.enqueue(all, for: [channel], at: later(0))
            #expect(try outbox.deliveries().map(\.notice.alert.event) == [.cleared, .escalated])
        }
    }

    @Test(
        arguments: [
            (["alex"], nil, [.warning], false), (["sam"], nil, [.warning], true), (nil, ["keys"], [.warning], false),
            (["sam"], ["bag"], [.warning], true), (nil, nil, [.critical], false), (nil, nil, [.warning], true),
        ] as [([String]?, [String]?, Set<AlertLevel>, Bool)]
    )
    func `owners, items and levels choose`(
        _ owners: [String]?,
        _ items: [String]?,
        _ levels: Set<AlertLevel>,
        _ hears: Bool
    ) throws {
        func names(_ texts: [String]?) throws -> Set<Name>? { try texts.map { Set(try $0.map { try Name($0) }) } }
        let audience = Audience(owners: try names(owners), items: try names(items), levels: levels)
        #expect(audience.hears(try Fixture.raised(), knowsEpisode: false) == hears)
    }

    @Test func `a brief channel tells only the newest of an episode, another one all in order`() async throws {
        let (brief, full) = (try Fixture.channel("brief") { $0.isBrief = true }, try Fixture.channel("full"))
        try await withOutbox(brief, full) { outbox in
            let other = Notice(alert: try Fixture.alert(1, .raised, .warning, from: .none, tracker: "keys"))
            let all = [try Fixture.raised(), other, try Fixture.escalated(), try Fixture.cleared()]
            try outbox.enqueue(all, for: [brief, full], at: later(60))
            func told(_ channel: ChannelConfiguration) throws -> [String] {
                var ids: [String] = []
                while let delivery = try due(outbox, channel, at: later(61)) {
                    ids.append(delivery.notice.id)
                    try outbox.sent(delivery, on: channel, at: later(61))
                }
                return ids
            }
            #expect(try told(brief) == [other.id, try Fixture.cleared().id])
            #expect(try told(full) == all.map(\.id))
            #expect(try outbox.counts()[brief.name]?.superseded == 2)
        }
    }

    @Test func `a message that is refused waits behind the others, and comes again`() async throws {
        let channel = try Fixture.channel("a")
        try await withOutbox(channel) { outbox in
            var chance = FixedChance()
            let (first, second) = (try Fixture.raised(), try Fixture.escalated())
            try outbox.enqueue([first, second], for: [channel], at: later(0))
            let refused = try #require(try due(outbox, channel, at: later(0)))
            let delay = try outbox.failed(
                refused,
                .refused("no"),
                on: channel,
                schedule: RetrySchedule(),
                at: later(0),
                using: &chance
            )
            #expect(delay == .seconds(1))
            let next = try #require(try due(outbox, channel, at: later(5)))
            #expect(next.notice == second)
            try outbox.sent(next, on: channel, at: later(5))
            #expect(try due(outbox, channel, at: later(5))?.notice == first)
        }
    }

    @Test func `while nothing gets through everything waits, and then comes in order`() async throws {
        let channel = try Fixture.channel("a")
        try await withOutbox(channel) { outbox in
            var chance = FixedChance()
            try outbox.enqueue([try Fixture.raised()], for: [channel], at: later(0))
            for expected in [1.0, 2, 30] {
                let delivery = try #require(try due(outbox, channel, at: later(0)))
                let least: Duration? = expected == 30 ? .seconds(30) : nil
                let failure = DeliveryFailure.unreachable("nobody there", retryAfter: least)
                let delay = try outbox.failed(
                    delivery,
                    failure,
                    on: channel,
                    schedule: RetrySchedule(),
                    at: later(-40),
                    using: &chance
                )
                #expect(delay?.inSeconds == expected)
            }
            let delivery = try #require(try due(outbox, channel, at: later(0)))
            _ = try outbox.failed(
                delivery,
                .unreachable("nobody there"),
                on: channel,
                schedule: RetrySchedule(),
                at: later(0),
                using: &chance
            )
            try outbox.enqueue([try Fixture.escalated()], for: [channel], at: later(1))
            #expect(try outbox.next(on: channel, at: later(1)) == .wait(until: later(8)))
            #expect(try due(outbox, channel, at: later(8))?.notice == Fixture.raised())
            #expect(try outbox.deliveries().last?.trouble == "nobody there")
        }
    }

    @Test func `what can never be taken is given up at once, and what waits too long then`() async throws {
        let channel = try Fixture.channel("a") { $0.giveUpAfter = .seconds(3600) }
        try await withOutbox(channel) { outbox in
            var chance = FixedChance()
            try outbox.enqueue([try Fixture.raised(), try Fixture.escalated()], for: [channel], at: later(0))
            let first = try #require(try due(outbox, channel, at: later(0)))
            let delay = try outbox.failed(
                first,
                .impossible("too long"),
                on: channel,
                schedule: RetrySchedule(),
                at: later(0),
                using: &chance
            )
            #expect(delay == nil)
            #expect(try due(outbox, channel, at: later(3599)) != nil)
            #expect(try outbox.next(on: channel, at: later(3600)) == .wait(until: nil))
            #expect(try outbox.deliveries(.init([.failed])).map(\.trouble) == ["given up after 1h", "too long"])
        }
    }

    @Test func `what waits for a channel that is gone is given up`() async throws {
        let channel = try Fixture.channel("a")
        try await withOutbox(channel) { outbox in
            try outbox.enqueue([try Fixture.raised()], for: [channel], at: later(0))
            try outbox.open([], at: later(1))
            #expect(try outbox.deliveries().map(\.trouble) == ["the channel is gone"])
        }
    }

    @Test func `a critical alert is told again until something else happens`() async throws {
        let channel = try Fixture.channel("a") { $0.repeatEvery = .seconds(600) }
        try await withOutbox(channel) { outbox in
            try outbox.enqueue([try Fixture.escalated()], for: [channel], at: later(10))
            let first = try #require(try due(outbox, channel, at: later(10)))
            try outbox.sent(first, on: channel, at: later(10))
            #expect(try outbox.next(on: channel, at: later(11)) == .wait(until: later(610)))
            let second = try #require(try due(outbox, channel, at: later(610)))
            #expect(second.notice.id == first.notice.id + "+1")
            try outbox.sent(second, on: channel, at: later(610))
            #expect(try due(outbox, channel, at: later(1210))?.notice.repetition == 2)
            let eased = Notice(alert: try Fixture.alert(3, .eased, .warning, from: .critical, after: 1220))
            try outbox.enqueue([eased], for: [channel], at: later(1220))
            let third = try #require(try due(outbox, channel, at: later(1220)))
            #expect(third.notice == eased)
            try outbox.sent(third, on: channel, at: later(1220))
            #expect(try outbox.next(on: channel, at: later(9999)) == .wait(until: nil))
        }
    }

    @Test func `repetitions end after a day`() async throws {
        let channel = try Fixture.channel("a") { $0.repeatEvery = .seconds(600) }
        try await withOutbox(channel) { outbox in
            try outbox.enqueue([try Fixture.escalated()], for: [channel], at: later(10))
            let first = try #require(try due(outbox, channel, at: later(10)))
            try outbox.sent(first, on: channel, at: later(86_000))
            #expect(try outbox.next(on: channel, at: later(99_999)) == .wait(until: nil))
        }
    }

    @Test func `only what was done long ago is forgotten`() async throws {
        let channel = try Fixture.channel("a")
        try await withOutbox(channel) { outbox in
            try outbox.enqueue([try Fixture.raised(), try Fixture.escalated()], for: [channel], at: later(0))
            try outbox.sent(try #require(try due(outbox, channel, at: later(0))), on: channel, at: later(0))
            try outbox.prune(before: later(100))
            #expect(try outbox.deliveries().map(\.notice.alert.event) == [.escalated])
            #expect(try outbox.counts()[channel.name]?.sent == 1)
        }
    }
}
