import Messages
import Store
import StoreSupport
import Synchronization
import TestSupport
import Testing
import Tracking

@testable import Notifications

/// Reminders told by the service, with a channel that does as it is told, on a clock that the test sets.
@Suite(.timeLimit(.minutes(30)))
struct ReminderServiceTests {
    private typealias Bench = ReminderBench

    private static func channel() throws -> ChannelConfiguration { try Fixture.channel("a") { $0.isBrief = true } }

    @Test func `what an earlier life did not write down is told after the start, in its order, and only once`()
        async throws
    {
        let (channel, script) = (try Self.channel(), ServiceTests.Scripted())
        try await withOutbox(channel) { outbox in
            let events = [try Fixture.reminder(after: 2, reminder: "bins"), try Fixture.reminder()]
            for _ in 0..<3 {
                let bench = Bench(outbox, channel, script, events: { _ in events.map { ReminderEventRow($0) } })
                try await bench.run { bench in
                    bench.service.receive(events)
                    try await eventually { try outbox.counts()[channel.name]?.sent == 2 }
                }
            }
            #expect(script.tried == [Notice(events[1]).id, Notice(events[0]).id])
        }
    }

    @Test func `it looks a day back at a start, and no further`() async throws {
        let (channel, script) = (try Self.channel(), ServiceTests.Scripted())
        let asked = Mutex<[Timestamp]>([])
        try await withOutbox(channel) { outbox in
            let bench = Bench(
                outbox, channel, script,
                events: { since in
                    asked.withLock { $0.append(since) }
                    return []
                }
            )
            try await bench.run { _ in try await eventually { asked.withLock { !$0.isEmpty } } }
            let day = Fixture.start.advanced(by: .seconds(60 - 86_400))
            let first = asked.withLock { $0.first }
            #expect(first == day)
        }
    }

    @Test func `what another worker has stored is found, whatever was found before`() async throws {
        let (channel, script) = (try Self.channel(), ServiceTests.Scripted())
        let stored = Mutex<[ReminderEventMessage]>([])
        try await withOutbox(channel) { outbox in
            let bench = Bench(
                outbox, channel, script,
                events: { _ in stored.withLock { events in events.map { ReminderEventRow($0) } } }
            )
            try await bench.run { bench in
                for (number, reminder) in ["umbrella", "bins", "pills"].enumerated() {
                    let event = try Fixture.reminder(after: Int64(number), reminder: reminder)
                    stored.withLock { $0.append(event) }
                    for _ in 0..<3 { await bench.service.catchUp(since: .seconds(3600)) }
                    try await eventually { try outbox.counts()[channel.name]?.sent == number + 1 }
                }
            }
            let ids = stored.withLock { $0.map { Notice($0).id } }
            #expect(script.tried == ids)
        }
    }

    @Test func `what somebody answers while its channel gets nothing through is not told any more`() async throws {
        let (channel, script) = (try Self.channel(), ServiceTests.Scripted(.unreachable("nobody there")))
        try await withOutbox(channel) { outbox in
            try await Bench(outbox, channel, script).run { bench in
                bench.service.receive([try Fixture.reminder()])
                try await eventually { !script.tried.isEmpty }
                bench.service.receive([try Fixture.reminder(.dismissed, after: 5)])
                try await eventually { try outbox.deliveries(on: channel.name, [.waiting]).isEmpty }
                script.become(nil)
                bench.service.receive([try Fixture.reminder(after: 10, reminder: "bins")])
                try await bench.pass { try outbox.counts()[channel.name]?.sent == 1 }
            }
            #expect(try script.tried.last == Notice(Fixture.reminder(after: 10, reminder: "bins")).id)
            #expect(try Set(script.tried.dropLast()) == [Notice(Fixture.reminder()).id])
        }
    }

    @Test func `before it is sent it is asked whether anybody wants it still, on a brief channel`() async throws {
        for isBrief in [true, false] {
            let (channel, script) = (try Fixture.channel("a") { $0.isBrief = isBrief }, ServiceTests.Scripted())
            try await withOutbox(channel) { outbox in
                let bench = Bench(outbox, channel, script, attention: { _, _ in .over("the occasion is over") })
                try await bench.run { bench in
                    bench.service.receive([try Fixture.reminder()])
                    try await eventually { try outbox.deliveries(on: channel.name, [.sent, .superseded]).count == 1 }
                }
                #expect(script.tried.isEmpty == isBrief)
                let trouble = try outbox.deliveries().first?.trouble
                #expect(trouble == (isBrief ? "the occasion is over" : nil))
            }
        }
    }
}
