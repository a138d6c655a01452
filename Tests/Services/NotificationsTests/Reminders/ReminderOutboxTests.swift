import Messages
import Reminders
import StoreSupport
import Testing
import Tracking

@testable import Notifications

/// Reminders in the outbox: who hears of what, once, and what is dropped.
@Suite(.onBothEngines) struct ReminderOutboxTests {
    private func later(_ seconds: Int) -> Timestamp { Fixture.start.advanced(by: .seconds(seconds)) }

    private func due(
        _ outbox: NotificationOutbox, _ channel: ChannelConfiguration, at now: Timestamp
    ) throws -> Delivery? {
        if case .send(let delivery) = try outbox.next(on: channel, at: now) { return delivery }
        return nil
    }

    private func notice(_ kind: ReminderEventMessage.Event = .fired, after seconds: Int64 = 0) throws -> Notice {
        Notice(try Fixture.reminder(kind, after: seconds))
    }

    @Test func `it is told once on a channel for critical alerts, also after a restart, and never repeated`()
        async throws
    {
        let channel = try Fixture.channel("a") { channel in
            channel.audience.levels = [.critical]
            channel.repeatEvery = .seconds(60)
        }
        try await withOutbox(channel) { outbox in
            let notice = try notice()
            for _ in 0..<3 { try outbox.enqueue([notice], for: [channel], at: later(0)) }
            let delivery = try #require(try due(outbox, channel, at: later(0)))
            #expect(delivery.notice == notice && delivery.notice.reminder?.why.count == 2)
            try outbox.sent(delivery, on: channel, at: later(0))
            let reopened = try NotificationOutbox(path: outbox.database.place)
            try reopened.enqueue([notice], for: [channel], at: later(1), given: { $0.alert.time })
            #expect(try reopened.next(on: channel, at: later(3600)) == .wait(until: nil))
            #expect(try reopened.counts()[channel.name]?.sent == 1)
        }
    }

    @Test func `what is shown of a reminder is found with what was sent of it last, and not with what waits`()
        async throws
    {
        let channel = try Fixture.channel("a")
        try await withOutbox(channel) { outbox in
            let id = ReminderID(owner: try Name("sam"), id: try Name("umbrella"))
            #expect(try outbox.eventSent(of: id, on: channel.name) == nil)
            let (first, second) = (try notice(), try notice(.repeated, after: 600))
            let shown = ShownNotification(server: "s", number: 1, link: nil)
            try outbox.show(shown, on: channel.name, at: first.place)
            // An item has a place of its own.
            try outbox.show(shown, on: channel.name, at: "reminder/keys")
            try outbox.enqueue([first, second], for: [channel], at: later(600))
            // What waits takes its place, or has, and nobody could write that down.
            #expect(try outbox.shownReminders(on: channel.name).isEmpty)
            for sent in [first, second] {
                let delivery = try #require(try due(outbox, channel, at: later(600)))
                try outbox.sent(delivery, on: channel, at: later(600))
                #expect(try outbox.eventSent(of: id, on: channel.name) == sent.reminder?.id)
                #expect(try outbox.shownReminders(on: channel.name).isEmpty == (sent == first))
            }
            let all = try outbox.shownReminders(on: channel.name)
            #expect(all.map { $0.place } == ["reminder/sam/umbrella"] && all.map { $0.notice } == [second])
            #expect(try outbox.eventSent(of: id, on: Name("b")) == nil)
        }
    }

    @Test func `what was sent last of a reminder is kept while it is shown, and nothing before it`() async throws {
        let (desk, mail) = (try Fixture.channel("desk"), try Fixture.channel("mail"))
        try await withOutbox(desk, mail) { outbox in
            let id = ReminderID(owner: try Name("sam"), id: try Name("umbrella"))
            let (first, second) = (try notice(), try notice(.repeated, after: 600))
            let bins = Notice(try Fixture.reminder(reminder: "bins"))
            try outbox.enqueue([first, second, bins], for: [desk, mail], at: later(600))
            for channel in [desk, mail] {
                while let delivery = try due(outbox, channel, at: later(600)) {
                    try outbox.sent(delivery, on: channel, at: later(600))
                }
            }
            #expect(try outbox.counts()[desk.name]?.sent == 3)
            let shown = ShownNotification(server: "s", number: 1, link: nil)
            try outbox.show(shown, on: desk.name, at: first.place)
            try outbox.prune(before: later(9999))
            #expect(try Set(outbox.deliveries().map(\.notice.id)) == [second.id])
            #expect(try outbox.eventSent(of: id, on: desk.name) == second.reminder?.id)
            try outbox.show(nil, on: desk.name, at: first.place)
            try outbox.prune(before: later(9999))
            #expect(try outbox.deliveries().isEmpty)
        }
    }

    @Test func `a channel of other owners, of certain items or without reminders does not hear of it`() throws {
        let notice = try notice()
        var audience = Audience(levels: [])
        #expect(!audience.hears(notice, knowsEpisode: false), "nobody has asked for reminders")
        audience.reminders = true
        #expect(audience.hears(notice, knowsEpisode: false))
        #expect(try !Audience(items: [Name("umbrella")], reminders: true).hears(notice, knowsEpisode: false))
        #expect(try !Audience(owners: [Name("kim")], reminders: true).hears(notice, knowsEpisode: false))
        #expect(try Audience(owners: [Name("sam")], reminders: true).hears(notice, knowsEpisode: false))
        let answer = try self.notice(.dismissed)
        #expect(!audience.hears(answer, knowsEpisode: false) && audience.hears(answer, knowsEpisode: true))
        #expect(!Audience().hears(answer, knowsEpisode: true))
    }

    @Test func `what somebody has answered is dropped where it waits, told where all is, and taken back on desktops`()
        async throws
    {
        let (brief, whole) = (try Fixture.channel("brief") { $0.isBrief = true }, try Fixture.channel("whole"))
        let desk = try Fixture.channel("desk") { ($0.isBrief, $0.kind) = (true, .desktop(bus: nil)) }
        let channels = [brief, whole, desk]
        try await withOutbox(brief, whole, desk) { outbox in
            try outbox.enqueue([try notice()], for: channels, at: later(0))
            try outbox.enqueue([try notice(.dismissed, after: 5)], for: channels, at: later(5))
            #expect(try outbox.next(on: brief, at: later(5)) == .wait(until: nil))
            let dropped = try outbox.deliveries(on: brief.name)
            #expect(dropped.map(\.state) == [.superseded] && dropped.map(\.trouble) == ["dismissed"])
            #expect(try outbox.counts()[brief.name]?.superseded == 1)
            #expect(try outbox.deliveries(on: desk.name, [.waiting]).map(\.notice.isAnswer) == [true])
            for event in [ReminderEventMessage.Event.fired, .dismissed] {
                let delivery = try #require(try due(outbox, whole, at: later(5)))
                #expect(delivery.notice.reminder?.event == event)
                try outbox.sent(delivery, on: whole, at: later(5))
            }
        }
    }

    @Test func `an answer to what a channel never heard of is not told there`() async throws {
        let (old, new) = (try Fixture.channel("old"), try Fixture.channel("new"))
        try await withOutbox(old, new) { outbox in
            try outbox.enqueue([try notice()], for: [old], at: later(0))
            try outbox.enqueue([try notice(.snoozed, after: 1)], for: [old, new], at: later(1))
            #expect(try outbox.deliveries(on: new.name).isEmpty)
            #expect(try outbox.deliveries(on: old.name).count == 2)
        }
    }

    @Test func `the next occasion takes the place of one that still waits, and nobody else's reminder does`()
        async throws
    {
        let channel = try Fixture.channel("a") { $0.isBrief = true }
        try await withOutbox(channel) { outbox in
            let bins = Notice(try Fixture.reminder(after: 2, reminder: "bins"))
            try outbox.enqueue([try notice(), bins], for: [channel], at: later(2))
            try outbox.enqueue([try notice(.repeated, after: 600)], for: [channel], at: later(600))
            var told: [String] = []
            while let delivery = try due(outbox, channel, at: later(600)) {
                told.append(delivery.notice.id)
                try outbox.sent(delivery, on: channel, at: later(600))
            }
            #expect(told == [bins.id, try notice(.repeated, after: 600).id])
        }
    }

    @Test func `it goes with all that is kept of its owner, and with no item of the name that stands for it`()
        async throws
    {
        let channel = try Fixture.channel("a")
        try await withOutbox(channel) { outbox in
            let item = Notice(
                alert: try Fixture.alert(1, .raised, .warning, from: .none, tracker: "reminder-umbrella"))
            let other = Notice(try Fixture.reminder(owner: "sa"))
            try outbox.enqueue([item, try notice(), other], for: [channel], at: later(0))
            for (number, shown) in [item, try notice(), other].enumerated() {
                try outbox.show(
                    .init(server: "x", number: UInt32(number), link: nil), on: channel.name, at: shown.place)
            }
            func left() throws -> Set<String> { Set(try outbox.deliveries().map(\.notice.id)) }
            func places() throws -> [String?] {
                try [0, 1, 2].map { try outbox.place(of: $0, on: channel.name, by: "x") }
            }
            try outbox.purge { _ in false }
            #expect(try left() == [try notice().id, other.id])
            #expect(try places() == [nil, "reminder/sam/umbrella", "reminder/sa/umbrella"])
            try outbox.purge(unless: { _ in true }, orReminders: { $0.text != "sam" })
            #expect(try left() == [other.id])
            #expect(try places() == [nil, nil, "reminder/sa/umbrella"])
        }
    }
}
