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
    private struct Bench {
        let service: NotificationService
        let clock = ManualClock(at: Fixture.start.advanced(by: .seconds(60)))

        init(
            _ outbox: NotificationOutbox,
            _ channel: ChannelConfiguration,
            _ script: any NotificationChannel,
            events: @escaping @Sendable (Timestamp) throws -> [ReminderEventRow] = { _ in [] },
            attention: @escaping @Sendable (Notice, Timestamp) throws -> Attention = { _, _ in .wanted }
        ) {
            service = NotificationService(
                channels: [(configuration: channel, channel: script)],
                outbox: outbox,
                sources: .init(
                    alerts: { _ in [] },
                    attention: { _, _ in .over("this is for alerts") },
                    reminders: ReminderSource(events: events, attention: attention)
                ),
                clock: clock,
                generator: FixedChance(),
                logger: .silent
            )
        }

        func run(_ body: (Bench) async throws -> Void) async throws {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await service.run() }
                try await body(self)
                group.cancelAll()
            }
        }

        func pass(until condition: () throws -> Bool) async throws {
            try await eventually {
                if try condition() { return true }
                clock.advance(by: .seconds(1))
                return false
            }
        }
    }

    /// A channel that shows what it is told until that is taken back, as a desktop does.
    private final class Showing: NotificationChannel {
        private let name: Name
        private let outbox: NotificationOutbox
        private let places = Mutex<[String]>([])

        init(_ name: Name, _ outbox: NotificationOutbox) { (self.name, self.outbox) = (name, outbox) }

        /// What was taken back.
        var withdrawn: [String] { places.withLock { $0 } }

        func deliver(_ notice: Notice, at now: Timestamp) async throws(DeliveryFailure) {
            try keep(ShownNotification(server: "s", number: 1, link: nil), at: notice.place)
        }

        func withdraw(_ place: String) async throws(DeliveryFailure) {
            places.withLock { $0.append(place) }
            try keep(nil, at: place)
        }

        private func keep(_ shown: ShownNotification?, at place: String) throws(DeliveryFailure) {
            do { try outbox.show(shown, on: name, at: place) } catch { throw .unreachable("\(error)") }
        }
    }

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

    @Test func `what is shown and nobody has to answer any more is taken back within a minute, and the rest stays`()
        async throws
    {
        let channel = try Self.channel()
        let over = Mutex<Set<String>>([])
        try await withOutbox(channel) { outbox in
            let showing = Showing(channel.name, outbox)
            func shown() throws -> [String?] {
                let ids = try outbox.shownReminders(on: channel.name).map { $0.notice?.reminder?.id }
                return ids.sorted { ($0 ?? "") < ($1 ?? "") }
            }
            let bench = Bench(
                outbox, channel, showing,
                attention: { notice, _ in
                    over.withLock { $0.contains(notice.place) } ? .over("the reminder is deleted") : .wanted
                }
            )
            let events = [try Fixture.reminder(), try Fixture.reminder(after: 1, reminder: "bins")]
            try await bench.run { bench in
                bench.service.receive(events)
                try await eventually { try outbox.counts()[channel.name]?.sent == 2 }
                #expect(try shown() == events.map(\.id))
                over.withLock { _ = $0.insert(Notice(events[0]).place) }
                try await bench.pass { try shown().count == 1 }
            }
            #expect(try shown() == [events[1].id])
            #expect(showing.withdrawn == [Notice(events[0]).place])
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
