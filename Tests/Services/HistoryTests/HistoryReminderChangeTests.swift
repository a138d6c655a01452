import History
import Messages
import Reminders
import StoreSupport
import Testing
import Tracking

@testable import Store

/// How reminders are made, changed and answered, over MQTT and by errands.
@Suite(.onBothEngines) struct HistoryReminderChangeTests {
    private func text(_ text: String, _ home: ReminderBench, isKept: Bool = false) -> Message {
        Message(topic: home.topics.reminderSet(home.id), payload: Array(text.utf8), retained: isKept)
    }

    @Test func `one that cannot be read is kept aside, and what was there stays`() throws {
        var home = try ReminderBench()
        try home.begin()
        let bad = Message(
            topic: home.topics.reminder(home.id), payload: Array(#"{"_type":"reminder","name":"x"}"#.utf8))
        try home.ingest([bad], at: 310)
        #expect(try home.bench.store.quarantine().map(\.reason) == ["missing"])
        try home.step(600, phone: 200, umbrella: 0)
        #expect(home.events(home.sent).map(\.title.text) == ["Umbrella"])
    }

    @Test func `an errand makes one, publishes it until the broker has it, and no kept copy undoes it`() throws {
        var home = try ReminderBench()
        try home.step(10, phone: 0, umbrella: 0)
        #expect(try home.run(.putReminder(home.leaving(), home.id, asNew: true), at: 20) == .done)
        let first = try #require(home.definitions(home.sent).first)
        #expect(first == (try home.leaving().encoded()))
        #expect(try home.run(.putReminder(home.leaving("Other"), home.id, asNew: true), at: 21) == .isReminderAlready)
        #expect(try home.run(.putReminder(home.leaving("Brolly"), home.id, asNew: false), at: 22) == .done)
        // The broker gives back the first one while the second is under way.
        try home.ingest([Message(topic: home.topics.reminder(home.id), payload: first)], at: 23)
        #expect(try home.bench.store.reminder(home.id)?.payload == home.leaving("Brolly").encoded())
        // After a restart it goes out again, behind what the broker had kept.
        var second = try ReminderBench(store: home.bench.store, fenced: false)
        let again = second.bench.core.connected(at: Timestamp(seconds: 25))
        #expect(second.definitions(again) == [try home.leaving("Brolly").encoded()])
        try second.ingest([Message(topic: home.topics.reminder(home.id), payload: first, retained: true)], at: 26)
        try second.ingest([second.definition(home.leaving("Brolly"))], at: 27)
        #expect(try home.bench.store.reminder(home.id)?.isPublished == true)
        // From now on what others publish counts.
        try second.ingest([second.definition(home.leaving("Parasol"))], at: 28)
        #expect(try home.bench.store.reminder(home.id)?.payload == home.leaving("Parasol").encoded())
    }

    @Test func `a change that is made of one that is kept no more changes nothing, and publishes nothing`() throws {
        var home = try ReminderBench()
        try home.begin()
        let basis = try home.leaving().encoded()
        #expect(try home.bench.store.reminder(home.id)?.payload == basis)
        let brolly = try home.leaving("Brolly")
        #expect(try home.run(.putReminder(brolly, home.id, asNew: false, basedOn: basis), at: 310) == .done)
        let published = home.definitions(home.sent)
        let parasol = try home.leaving("Parasol")
        for errand in [
            HistoryErrand.putReminder(parasol, home.id, asNew: false, basedOn: basis),
            .removeReminder(home.id, basedOn: basis),
        ] { #expect(try home.run(errand, at: 311) == .isOtherReminder) }
        #expect(home.definitions(home.sent) == published)
        #expect(try home.bench.store.reminder(home.id)?.payload == brolly.encoded())
        #expect(try home.run(.removeReminder(home.id, basedOn: brolly.encoded()), at: 312) == .done)
        // What is deleted is none that a change could be made of.
        let gone = HistoryErrand.putReminder(parasol, home.id, asNew: false, basedOn: brolly.encoded())
        #expect(try home.run(gone, at: 313) == .isOtherReminder)
        #expect(try home.run(.putReminder(parasol, home.id, asNew: false), at: 314) == .done)
    }

    @Test func `a calendar is connected, replaced and forgotten, and whoever reads it hears of each`() throws {
        var home = try ReminderBench()
        let owner = home.id.owner
        #expect(try home.bench.core.takeCalendars() == [])
        #expect(try home.bench.core.takeCalendars() == nil)
        for (number, place) in [[UInt8(1), 2], [3, 4]].enumerated() {
            let seconds = Double(10 + number)
            #expect(try home.run(.setCalendar(place, of: owner), at: seconds) == .done)
            let row = CalendarRow(owner: owner, place: place, updated: Timestamp(seconds: seconds))
            #expect(try home.bench.core.takeCalendars() == [row])
        }
        #expect(try home.run(.setCalendar(nil, of: owner), at: 12) == .done)
        #expect(try home.bench.core.takeCalendars() == [])
        #expect(try home.run(.setCalendar(nil, of: owner), at: 13) == .none)
        #expect(try home.bench.core.takeCalendars() == nil)
        #expect(home.sent.isEmpty)
    }

    @Test func `what is only tried is found as it is, and leaves nothing behind`() throws {
        var home = try ReminderBench()
        try home.step(10, phone: 0, umbrella: 0)
        try home.makeHome(at: 20)
        try home.step(300, phone: 200, umbrella: 0)
        let count = home.sent.count
        let within = ReminderMessage(
            title: try ItemName("draft"),
            conditions: try Conditions(
                weather: WeatherCondition(sky: .rain),
                place: PlaceCondition(.within, .named(try ItemName("Home"))),
                thing: try ThingCondition(home.umbrella.device, .withOwner)
            )
        )
        guard case .explained(let bytes) = try home.run(.tryReminder(within, of: home.id.owner), at: 301) else {
            Issue.record("nothing was found")
            return
        }
        let found = try ReminderStateMessage(decoding: bytes)
        #expect(found.status == .waiting && found.state == ReminderState())
        #expect(found.why.map(\.kind) == [.weather, .place, .thing])
        #expect(found.why.map(\.missing) == ["waiting", nil, nil])
        // Home reaches 60 m from its middle.
        #expect(abs((found.why[1].distance ?? 0) - 140) < 2)
        #expect(found.why[2].verdict == .fails)
        let needs = home.bench.core.takeNeeds()
        #expect(home.bench.core.factsNeeded.count == 1 && needs?.count == 1)
        #expect(home.sent.count == count)
        #expect(try home.bench.store.reminders().isEmpty)
        // By time alone nobody needs it any more.
        try home.tick(at: 400)
        let left = home.bench.core.takeNeeds()
        #expect(home.bench.core.factsNeeded.isEmpty && left == [])
    }

    @Test func `one that is deleted stays so until the broker has let go of it`() throws {
        var home = try ReminderBench()
        try home.begin()
        #expect(try home.run(.removeReminder(home.id), at: 310) == .done)
        #expect(home.definitions(home.sent) == [[]])
        try home.ingest([home.definition(home.leaving(), isKept: true)], at: 311)
        #expect(try home.run(.explainReminder(home.id), at: 312) == .none)
        var second = try ReminderBench(store: home.bench.store, fenced: false)
        #expect(second.definitions(second.bench.core.connected(at: Timestamp(seconds: 314))) == [[]])
        try second.ingest([Message(topic: home.topics.reminder(home.id), payload: [])], at: 315)
        #expect(try home.bench.store.reminders().isEmpty)
        #expect(try second.run(.removeReminder(home.id), at: 316) == .none)
    }

    @Test func `dismissed and put off it is told of, and told again when it was asked for`() throws {
        var home = try ReminderBench()
        try home.begin()
        #expect(try home.run(.act(.dismiss, on: home.id), at: 310) == .notTold)
        try home.step(600, phone: 200, umbrella: 0)
        try home.ingest([text("snooze 5m", home)], at: 610)
        try home.step(660, phone: 210, umbrella: 0)
        for second in stride(from: 661.0, to: 912, by: 1) { try home.tick(at: second) }
        #expect(home.events(home.sent).map(\.event) == [.fired, .snoozed, .repeated])
        #expect(home.events(home.sent).last?.time == Timestamp(seconds: 910))
        #expect(try home.run(.act(.dismiss, on: home.id), at: 920) == .done)
        #expect(home.events(home.sent).last?.event == .dismissed)
        #expect(Set(home.events(home.sent).map(\.id)).count == 4)
        #expect(try home.bench.store.reminderEvents(of: [home.id.owner], limit: 9).map(\.event).last == "fired")
    }

    @Test func `of what was told of an owner's the newest is kept, and that is seen to now and then`() throws {
        var home = try ReminderBench()
        try home.begin()
        let (owner, reminder) = (home.id.owner, home.id.id)
        try home.bench.store.write { transaction in
            for number in 0..<Reminder.eventLimit {
                try transaction.insert(
                    ReminderEventRow(
                        id: "old-\(number)", owner: owner, reminder: reminder, time: Timestamp(seconds: 1),
                        event: "fired", payload: [1], isSent: true))
            }
        }
        try home.step(600, phone: 200, umbrella: 0)
        let until = Timestamp(seconds: 5000)
        for second in 1..<98 {
            #expect(try home.run(.act(.snooze(until: until), on: home.id), at: 600 + Double(second)) == .done)
        }
        func kept() throws -> [ReminderEventRow] {
            try home.bench.store.reminderEvents(of: [owner], limit: Reminder.eventLimit + 200)
        }
        #expect(try kept().count == Reminder.eventLimit + 98)
        for second in 98..<100 {
            #expect(try home.run(.act(.snooze(until: until), on: home.id), at: 600 + Double(second)) == .done)
        }
        let rows = try kept()
        #expect(rows.count == Reminder.eventLimit)
        #expect(rows.prefix(100).map(\.event) == Array(repeating: "snoozed", count: 99) + ["fired"])
        #expect(rows.dropFirst(100).allSatisfy { $0.id.hasPrefix("old-") })
    }

    @Test(arguments: ["", "on", "dance", "snooze 1y"]) func `a text kept by the broker, or none, does nothing`(
        _ words: String
    ) throws {
        var home = try ReminderBench()
        try home.begin()
        let before = home.sent.count
        try home.ingest([text(words, home, isKept: words == "on")], at: 310)
        #expect(home.sent.count == before)
        let isWrong = words == "dance" || words == "snooze 1y"
        #expect(try home.bench.store.quarantine().map(\.reason) == (isWrong ? ["range"] : []))
    }

    @Test func `switched off by a text it is told nothing, and the others hear that it is off`() throws {
        var home = try ReminderBench()
        try home.begin()
        try home.ingest([text("off", home)], at: 310)
        #expect(home.definitions(home.sent) == [try home.leaving(isEnabled: false).encoded()])
        try home.step(600, phone: 200, umbrella: 0)
        #expect(home.events(home.sent).isEmpty)
        #expect(home.states(home.sent).last?.status == .disabled)
    }

    @Test func `who deletes one without having the broker forget it has it forgotten all the same`() throws {
        var home = try ReminderBench()
        try home.begin()
        let count = home.sent.count
        try home.ingest([Message(topic: home.topics.reminder(home.id), payload: [])], at: 310)
        let emptied = home.sent[count...].filter { $0.retained && $0.payload.isEmpty }.map(\.topic)
        #expect(emptied == [home.topics.reminder(home.id), home.topics.reminderState(home.id)])
    }

    @Test func `of what goes out in a row no echo undoes the next, and each is told once`() throws {
        var home = try ReminderBench()
        try home.begin()
        try home.step(600, phone: 200, umbrella: 0)
        for word in ["off", "on", "off", "on"] { try home.ingest([text(word, home)], at: 601) }
        let echoes = home.definitions(home.sent).map { Message(topic: home.topics.reminder(home.id), payload: $0) }
        #expect(echoes.count == 4)
        let count = home.events(home.sent).count
        for echo in echoes { try home.ingest([echo], at: 602) }
        #expect(home.events(home.sent).count == count)
        let row = try #require(try home.bench.store.reminder(home.id))
        #expect(row.isPublished)
        #expect(try ReminderStateMessage(decoding: row.state).why.count == 2)
    }

    @Test func `dismissed twice it is dismissed once`() throws {
        var home = try ReminderBench()
        try home.begin()
        try home.step(600, phone: 200, umbrella: 0)
        #expect(try home.run(.act(.dismiss, on: home.id), at: 610) == .done)
        #expect(try home.run(.act(.dismiss, on: home.id), at: 611) == .notTold)
        #expect(home.events(home.sent).map(\.event) == [.fired, .dismissed])
    }

    @Test func `an answer to an event is to the occasion of that, and to none of another reminder`() throws {
        var home = try ReminderBench()
        try home.begin()
        try home.step(600, phone: 200, umbrella: 0)
        let first = try #require(home.events(home.sent).last?.id)
        #expect(ReminderEventMessage.time(of: first, of: home.id) == Timestamp(seconds: 600))
        let other = ReminderID(owner: home.id.owner, id: try Name("other"))
        #expect(ReminderEventMessage.time(of: first, of: other) == nil)
        let wrong = ReminderEventMessage.id(.fired, of: other, at: Timestamp(seconds: 600))
        let early = ReminderEventMessage.id(.fired, of: home.id, at: Timestamp(seconds: 599))
        for event in ["", "x", "1.2.3.4", wrong, early, first + ".", String(repeating: "9", count: 300)] {
            #expect(try home.run(.act(.dismiss, on: home.id, answering: event), at: 610) == .notTold, "\(event)")
        }
        #expect(try home.run(.act(.snooze(until: nil), on: home.id, answering: first), at: 611) == .done)
        #expect(home.states(home.sent).last?.state.putOff == Timestamp(seconds: 611))
        #expect(try home.run(.act(.snooze(until: nil), on: home.id), at: 612) == .notTold)
        #expect(try home.run(.act(.dismiss, on: home.id, answering: first), at: 613) == .done)
        #expect(home.states(home.sent).last?.state.putOff == nil)
        #expect(home.events(home.sent).map(\.event) == [.fired, .snoozed, .dismissed])
    }

    @Test func `two definitions in one batch are told as one`() throws {
        var home = try ReminderBench()
        try home.step(10, phone: 0, umbrella: 0)
        let noon = try TimeCondition(from: DayEnd("00:00"), to: DayEnd("23:00"))
        let first = ReminderMessage(title: try ItemName("One"), conditions: try Conditions(time: noon))
        let other = try TimeCondition(from: DayEnd("00:00"), to: DayEnd("22:00"))
        let second = ReminderMessage(title: try ItemName("Two"), conditions: try Conditions(time: other))
        try home.ingest([home.definition(first), home.definition(second)], at: 20)
        #expect(home.events(home.sent).map(\.title.text) == ["Two"])
    }

    @Test func `a broker that has lost its memory is told again what reminders there are`() throws {
        var home = try ReminderBench()
        try home.begin()
        let first = home.bench.core.connected(at: Timestamp(seconds: 400), resumed: false)
        let fence = first.filter { $0.topic == home.topics.fence }
        #expect(home.definitions(first).isEmpty)
        let told = try home.bench.core.ingest(fence, at: Timestamp(seconds: 401))
        #expect(home.definitions(told) == [try home.leaving().encoded()])
        #expect(home.states(told).map(\.status) == [.waiting])
    }

    @Test func `an owner has so many at most`() throws {
        var home = try ReminderBench()
        let definitions = try (0...Reminder.limit).map { number in
            let id = ReminderID(owner: home.id.owner, id: try Name("r\(number)"))
            return Message(topic: home.topics.reminder(id), payload: try home.leaving().encoded())
        }
        try home.ingest(definitions, at: 10)
        #expect(try home.bench.store.reminders().count == Reminder.limit)
        #expect(try home.bench.store.quarantine().map(\.reason) == ["crowded"])
        #expect(
            try home.run(.putReminder(home.leaving(), home.id, asNew: true), at: 11) == .tooManyReminders(limit: 500))
    }
}
