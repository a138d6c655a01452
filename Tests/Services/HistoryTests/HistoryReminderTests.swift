import History
import Messages
import Reminders
import StoreSupport
import Testing
import Tracking

@testable import Store

/// What is told of reminders by what happens.
@Suite(.onBothEngines) struct HistoryReminderTests {
    @Test func `who leaves without the umbrella is told once, with the reasons, and it is kept`() throws {
        var home = try ReminderBench()
        try home.begin()
        #expect(home.states(home.sent).map(\.status) == [.waiting])
        try home.step(600, phone: 200, umbrella: 0)
        try home.step(660, phone: 400, umbrella: 0)
        let events = home.events(home.sent)
        #expect(events.map(\.event) == [.fired])
        #expect(events.first?.time == Timestamp(seconds: 600))
        #expect(events.first?.why.map(\.verdict) == [.holds, .holds])
        #expect(home.states(home.sent).map(\.status) == [.waiting, .holds])
        let row = try #require(try home.bench.store.reminderEvents(of: nil, limit: 9).first)
        #expect(row.event == "fired" && row.payload == events.first?.encoded() && !row.isSent)
    }

    @Test func `who takes it along is told nothing`() throws {
        var home = try ReminderBench()
        try home.begin()
        for minute in 10..<30 {
            let north = Double(minute - 9) * 80
            try home.step(Double(minute) * 60, phone: north, umbrella: north)
        }
        #expect(home.events(home.sent).isEmpty)
    }

    @Test func `a thing that stays behind is told once, however often both say where they are`() throws {
        var home = try ReminderBench()
        let away = ReminderMessage(
            title: try ItemName("Bag"), made: Timestamp(seconds: 1),
            conditions: try Conditions(thing: try ThingCondition(home.umbrella.device, .away))
        )
        for second in [10.0, 60] { try home.step(second, phone: 0, umbrella: 1) }
        try home.ingest([home.definition(away)], at: 61)
        // As trackers and phones do it: each by itself, and some seconds apart.
        for second in stride(from: 100.0, to: 200, by: 4) {
            home.bench.sequence += 1
            let mark = FixMark(boot: 1, sequence: home.bench.sequence)
            let item = home.bench.location(home.umbrella, at: second, north: 60, accuracy: 5, mark: mark)
            try home.ingest([item], at: second)
            let own = home.bench.location(home.bench.phone, at: second + 1, north: 0, accuracy: 5)
            try home.ingest([own], at: second + 1)
        }
        #expect(home.events(home.sent).map(\.event) == [.fired])
    }

    @Test func `a silent thing is not said to be away`() throws {
        var home = try ReminderBench()
        try home.begin()
        try home.step(2000, phone: 300, umbrella: nil)
        #expect(home.events(home.sent).isEmpty)
        #expect(home.states(home.sent).last?.status == .unknown)
        #expect(home.states(home.sent).last?.why.last?.verdict == .unknown)
    }

    @Test func `time alone brings one about`() throws {
        var home = try ReminderBench()
        let noon = ReminderMessage(
            title: try ItemName("Pills"), made: Timestamp(seconds: 1),
            conditions: try Conditions(
                time: try TimeCondition(from: DayEnd("00:10"), to: DayEnd("00:20"))
            )
        )
        try home.ingest([home.definition(noon)], at: 30)
        for second in stride(from: 31.0, to: 1500, by: 1) { try home.tick(at: second) }
        #expect(home.events(home.sent).map(\.time.seconds) == [600])
        #expect(home.states(home.sent).map(\.status) == [.waiting, .holds, .waiting])
    }

    @Test func `what a forecast brings is told when it is known`() throws {
        var home = try ReminderBench()
        let rain = ReminderMessage(
            title: try ItemName("Rain"), made: Timestamp(seconds: 1),
            conditions: try Conditions(weather: try WeatherCondition(within: .seconds(3600), sky: .rain))
        )
        try home.step(10, phone: 0, umbrella: 0)
        #expect(home.bench.core.factsNeeded.isEmpty)
        try home.ingest([home.definition(rain)], at: 30)
        let cell = Cell.weather(of: home.bench.origin)
        #expect(home.bench.core.factsNeeded == [.weather(cell)])
        #expect(home.states(home.sent).last?.why.first?.missing == "waiting")
        let slot = Forecast.Slot(
            from: Timestamp(seconds: 0), to: Timestamp(seconds: 3600), weather: Weather(sky: .rain, chance: 0.9)
        )
        let forecast = Forecast(
            slots: [slot], issued: Timestamp(seconds: 0), expires: Timestamp(seconds: 3600), source: "test"
        )
        home.sent += try home.bench.core.learn(.known(forecast), of: cell, at: Timestamp(seconds: 40))
        #expect(home.events(home.sent).map(\.time.seconds) == [40])
        try home.ingest([.init(topic: home.topics.reminder(home.id), payload: [], retained: true)], at: 50)
        #expect(home.bench.core.factsNeeded.isEmpty)
    }

    @Test func `positions that come hours late tell nothing that is long over`() throws {
        var home = try ReminderBench()
        try home.begin()
        let late = home.bench.location(home.bench.phone, at: 600, north: 300, accuracy: 5)
        let item = home.bench.location(
            home.umbrella, at: 600, north: 0, accuracy: 5, mark: FixMark(boot: 1, sequence: 99)
        )
        try home.ingest([late, item], at: 7200)
        #expect(home.events(home.sent).isEmpty)
    }

    @Test func `a way that comes at once is told as one that came in parts`() throws {
        var home = try ReminderBench()
        try home.begin()
        let way = stride(from: 600.0, through: 4200, by: 300).map {
            home.bench.location(home.bench.phone, at: $0, north: $0 - 300, accuracy: 5)
        }
        try home.ingest(way, at: 4201)
        #expect(home.events(home.sent).isEmpty)
        #expect(home.states(home.sent).last?.state.owner.crossed == Timestamp(seconds: 600))
    }

    @Test func `a place that is taken away leaves a reminder that says so`() throws {
        var home = try ReminderBench()
        try home.begin()
        try home.ingest([Message(topic: home.topics.rules(home.umbrella), payload: [], retained: true)], at: 310)
        try home.step(600, phone: 200, umbrella: 0)
        #expect(home.events(home.sent).isEmpty)
        #expect(home.states(home.sent).last?.why.first?.missing == "no_place")
    }
}

/// Once, whatever is killed in between.
@Suite(.onBothEngines) struct HistoryReminderRestartTests {
    private func fired() throws -> ReminderBench {
        var home = try ReminderBench()
        try home.begin()
        try home.step(600, phone: 200, umbrella: 0)
        return home
    }

    @Test func `what never came back is published once the fence is back, and not told anew`() throws {
        let home = try fired()
        var second = try ReminderBench(store: home.bench.store, fenced: false)
        second.bench.sequence = home.bench.sequence
        try second.tick(at: 601)
        #expect(second.events(second.sent).isEmpty)
        try second.ingest([try #require(second.bench.fence)], at: 602)
        try second.step(660, phone: 400, umbrella: 0)
        #expect(second.events(second.sent) == home.events(home.sent))
    }

    @Test func `what came back has gone out`() throws {
        let home = try fired()
        let event = try #require(home.events(home.sent).first)
        let echo = Message(topic: home.topics.reminders(of: home.id.owner), payload: event.encoded())
        var second = try ReminderBench(store: home.bench.store, fenced: false)
        second.bench.sequence = home.bench.sequence
        try second.ingest([echo, try #require(second.bench.fence)], at: 602)
        try second.step(660, phone: 400, umbrella: 0)
        #expect(second.events(second.sent).isEmpty)
        #expect(try home.bench.store.unsentReminderEvents().isEmpty)
        #expect(try home.bench.store.reminderEvents(of: nil, limit: 9).count == 1)
    }

    @Test func `a button of before a restart answers what it tells, and no occasion before that`() throws {
        let home = try fired()
        let event = try #require(home.events(home.sent).first?.id)
        let early = ReminderEventMessage.id(.fired, of: home.id, at: Timestamp(seconds: 599))
        var second = try ReminderBench(store: home.bench.store, fenced: false)
        second.bench.sequence = home.bench.sequence
        let later = ReminderAction.snooze(until: Timestamp(seconds: 1100))
        #expect(try second.run(.act(later, on: home.id, answering: early), at: 601) == .notTold)
        #expect(try second.run(.act(later, on: home.id, answering: event), at: 601) == .done)
        try second.ingest([try #require(second.bench.fence)], at: 602)
        #expect(try second.run(.act(.dismiss, on: home.id, answering: early), at: 603) == .notTold)
        #expect(try second.run(.act(.dismiss, on: home.id, answering: event), at: 603) == .done)
        #expect(try second.run(.act(later, on: home.id, answering: event), at: 604) == .notTold)
        let state = try #require(try home.bench.store.reminder(home.id)?.state)
        #expect(try ReminderStateMessage(decoding: state).state.dismissed == Timestamp(seconds: 603))
    }

    @Test func `what others changed while the service was away counts before anything is told`() throws {
        var home = try ReminderBench()
        try home.begin()
        var second = try ReminderBench(store: home.bench.store, fenced: false)
        second.bench.sequence = home.bench.sequence
        try second.step(600, phone: 200, umbrella: 0)
        try second.tick(at: 601)
        #expect(second.events(second.sent).isEmpty)
        try second.ingest([second.definition(second.leaving(isEnabled: false))], at: 602)
        try second.ingest([try #require(second.bench.fence)], at: 603)
        try second.tick(at: 604)
        #expect(second.events(second.sent).isEmpty)
        #expect(second.states(second.sent).last?.status == .disabled)
    }

    @Test func `what happened while the service was away is told once all of it is there`() throws {
        var home = try ReminderBench()
        try home.begin()
        var second = try ReminderBench(store: home.bench.store, fenced: false)
        second.bench.sequence = home.bench.sequence
        try second.step(600, phone: 200, umbrella: 0)
        #expect(second.events(second.sent).isEmpty)
        try second.ingest([try #require(second.bench.fence)], at: 602)
        #expect(second.events(second.sent).map(\.event) == [.fired])
    }

    @Test func `a batch that the store refuses tells nothing, and the same once more tells it`() throws {
        var home = try ReminderBench()
        try home.begin()
        let count = home.sent.count
        try home.bench.store.refuse()
        #expect(throws: StoreError.self) {
            try home.bench.flood()
        }
        try home.bench.store.takeAgain()
        #expect(home.sent.count == count)
        try home.step(600, phone: 200, umbrella: 0)
        #expect(home.events(home.sent).map(\.event) == [.fired])
    }

    @Test func `an owner's reminders go with the owner`() throws {
        var home = try fired()
        let told = try home.bench.core.erase(home.id.owner, tellingTrackers: false, at: Timestamp(seconds: 700)) ?? []
        let emptied = told.filter { $0.retained && $0.payload.isEmpty }.map(\.topic)
        #expect(emptied.contains(home.topics.reminder(home.id)))
        #expect(emptied.contains(home.topics.reminderState(home.id)))
        #expect(try home.bench.store.reminders().map(\.payload) == [[]])
        #expect(try home.bench.store.reminderEvents(of: nil, limit: 9).isEmpty)
        // What the broker gives back of before makes nothing anew; only what it has let go of ends that.
        try home.ingest([home.definition(home.leaving(), isKept: true)], at: 701)
        #expect(try home.run(.explainReminder(home.id), at: 702) == .none)
        try home.ingest([Message(topic: home.topics.reminder(home.id), payload: [])], at: 703)
        #expect(try home.bench.store.reminders().isEmpty)
    }
}
