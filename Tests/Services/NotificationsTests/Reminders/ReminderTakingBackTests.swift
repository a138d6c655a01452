import Messages
import StoreSupport
import Synchronization
import TestSupport
import Testing
import Tracking

@testable import Notifications

/// What a channel shows of reminders is taken back where nobody has to answer it any more, and nothing else is.
@Suite(.timeLimit(.minutes(30)))
struct ReminderTakingBackTests {
    private static func channel(_ name: String = "a") throws -> ChannelConfiguration {
        try Fixture.channel(name) { $0.isBrief = true }
    }

    /// Says of what nobody wants to be told any more that it is over.
    private final class Judge: Sendable {
        private let over = Mutex<Set<String>>([])

        func end(_ event: ReminderEventMessage) { over.withLock { _ = $0.insert(Notice(event).id) } }

        func attention(_ notice: Notice) -> Attention {
            over.withLock { $0.contains(notice.id) } ? .over("the reminder is deleted") : .wanted
        }
    }

    private func shown(_ outbox: NotificationOutbox, _ channel: ChannelConfiguration) throws -> [String] {
        try outbox.shownReminders(on: channel.name).map { $0.notice?.reminder?.id ?? "nothing" }.sorted()
    }

    @Test func `what is shown and nobody has to answer any more is taken back within a minute, and the rest stays`()
        async throws
    {
        let (channel, judge) = (try Self.channel(), Judge())
        try await withOutbox(channel) { outbox in
            let showing = ShowingChannel(channel.name, outbox)
            let bench = ReminderBench(outbox, channel, showing, attention: { notice, _ in judge.attention(notice) })
            let events = [try Fixture.reminder(), try Fixture.reminder(after: 1, reminder: "bins")]
            try await bench.run { bench in
                bench.service.receive(events)
                try await eventually { try outbox.counts()[channel.name]?.sent == 2 }
                #expect(try shown(outbox, channel) == events.map(\.id).sorted())
                judge.end(events[0])
                try await bench.pass { try shown(outbox, channel).count == 1 }
            }
            #expect(try shown(outbox, channel) == [events[1].id])
            #expect(showing.withdrawn == [Notice(events[0]).place])
        }
    }

    @Test func `what takes the place of something that is over while that is to be taken back stays`() async throws {
        let (channel, judge, gate) = (try Self.channel(), Judge(), Doorbell())
        let looks = Mutex(0)
        try await withOutbox(channel) { outbox in
            let showing = ShowingChannel(channel.name, outbox, gate: gate)
            let bench = ReminderBench(
                outbox, channel, showing,
                attention: { notice, _ in judge.attention(notice) },
                areKept: { _ in
                    looks.withLock { $0 += 1 }
                    return true
                }
            )
            let (old, new) = (try Fixture.reminder(), try Fixture.reminder(.repeated, after: 30))
            func number() throws -> UInt32? {
                try outbox.shown(on: channel.name, at: Notice(new).place)?.number
            }
            try await bench.run { bench in
                bench.service.receive([old])
                try await eventually { try number() == 1 }
                gate.ring()
                try await eventually { try outbox.counts()[channel.name]?.sent == 1 }
                // It is shown, and nobody knows of that yet.
                bench.service.receive([new])
                try await eventually { try number() == 2 }
                judge.end(old)
                for _ in 0..<2 {
                    let before = looks.withLock { $0 }
                    try await bench.pass { looks.withLock { $0 } > before }
                }
                #expect(try number() == 2 && showing.tried == 0)
                gate.ring()
                try await eventually { try outbox.counts()[channel.name]?.sent == 2 }
                // And when it has been looked through as well.
                for _ in 0..<2 {
                    let before = looks.withLock { $0 }
                    try await bench.pass { looks.withLock { $0 } > before }
                }
            }
            #expect(try shown(outbox, channel) == [new.id] && number() == 2)
            #expect(showing.tried == 0)
        }
    }

    @Test func `a channel that cannot be reached keeps no other from it`() async throws {
        let (gone, there, judge) = (try Self.channel("gone"), try Self.channel("there"), Judge())
        try await withOutbox(gone, there) { outbox in
            let unreachable = ShowingChannel(gone.name, outbox, failure: .unreachable("there is no desktop"))
            let showing = ShowingChannel(there.name, outbox)
            let bench = ReminderBench(
                outbox, gone, unreachable,
                beside: [(configuration: there, channel: showing)],
                attention: { notice, _ in judge.attention(notice) }
            )
            let event = try Fixture.reminder()
            try await bench.run { bench in
                bench.service.receive([event])
                try await eventually {
                    let counts = try outbox.counts()
                    return counts[gone.name]?.sent == 1 && counts[there.name]?.sent == 1
                }
                judge.end(event)
                try await bench.pass { unreachable.tried > 1 && showing.tried > 0 }
            }
            #expect(showing.withdrawn == [Notice(event).place])
            #expect(try shown(outbox, there).isEmpty && shown(outbox, gone) == [event.id])
        }
    }

    @Test func `what nobody answers for longer than sent messages are kept stays, and is taken back when it is over`()
        async throws
    {
        let (channel, judge) = (try Self.channel(), Judge())
        let looks = Mutex(0)
        try await withOutbox(channel) { outbox in
            let showing = ShowingChannel(channel.name, outbox)
            let bench = ReminderBench(
                outbox, channel, showing,
                attention: { notice, _ in judge.attention(notice) },
                areKept: { _ in
                    looks.withLock { $0 += 1 }
                    return true
                }
            )
            let event = try Fixture.reminder()
            try await bench.run { bench in
                bench.service.receive([event])
                try await eventually { try outbox.counts()[channel.name]?.sent == 1 }
                bench.clock.advance(by: .seconds(31 * 86_400))
                for _ in 0..<3 {
                    let before = looks.withLock { $0 }
                    try await bench.pass { looks.withLock { $0 } > before || showing.tried > 0 }
                }
                #expect(try shown(outbox, channel) == [event.id] && showing.tried == 0)
                judge.end(event)
                try await bench.pass { showing.tried > 0 }
            }
            #expect(showing.withdrawn == [Notice(event).place])
        }
    }
}
