import Messages
import Reminders
import Store
import StoreSupport
import Testing
import Tracking

@testable import Notifications

/// Whether somebody still has to be told of a reminder.
@Suite(.onBothEngines) struct ReminderAttentionTests {
    private func later(_ seconds: Int) -> Timestamp { Fixture.start.advanced(by: .seconds(seconds)) }

    private func attention(
        newest: ReminderEventMessage?,
        _ row: ReminderRow?,
        to kind: ReminderEventMessage.Event = .fired,
        at now: Timestamp
    ) throws -> Attention {
        Attention(to: try Fixture.reminder(kind), newest: newest.map { ReminderEventRow($0) }, reminder: row, at: now)
    }

    @Test func `what nobody has answered is wanted, an hour and more while its occasion lasts`() throws {
        let (told, row) = (try Fixture.reminder(), try Fixture.reminderRow())
        #expect(try attention(newest: told, row, at: later(1)) == .wanted)
        #expect(try attention(newest: told, row, at: later(7200)) == .wanted)
    }

    @Test func `what is an hour late is not wanted once its occasion is over, and before that it is`() throws {
        let (told, row) = (try Fixture.reminder(), try Fixture.reminderRow(ReminderState(fired: Fixture.start)))
        #expect(try attention(newest: told, row, at: later(3599)) == .wanted)
        #expect(try attention(newest: told, row, at: later(3600)) == .over("the occasion is over"))
    }

    @Test(arguments: [ReminderEventMessage.Event.dismissed, .snoozed])
    func `what was answered since is not wanted, and what was told anew since is left to that`(
        _ answer: ReminderEventMessage.Event
    ) throws {
        let row = try Fixture.reminderRow()
        let answered = try Fixture.reminder(answer, after: 5)
        #expect(try attention(newest: answered, row, at: later(6)) == .over(answer.rawValue))
        #expect(try attention(newest: Fixture.reminder(.repeated, after: 700), row, at: later(701)) == .wanted)
        // Of an occasion before.
        #expect(try attention(newest: Fixture.reminder(answer, after: -5), row, at: later(6)) == .wanted)
        // Before the clock was set back.
        #expect(try attention(newest: Fixture.reminder(answer, after: 900), row, at: later(6)) == .wanted)
        // The answer itself.
        #expect(try attention(newest: answered, row, to: answer, at: later(7200)) == .wanted)
    }

    @Test func `one that is deleted or switched off is not wanted`() throws {
        let told = try Fixture.reminder()
        var row = try Fixture.reminderRow(isEnabled: false)
        #expect(try attention(newest: told, row, at: later(1)) == .over("the reminder is switched off"))
        row.payload = []
        #expect(try attention(newest: told, row, at: later(1)) == .over("the reminder is deleted"))
        #expect(try attention(newest: told, nil, at: later(1)) == .over("the reminder is deleted"))
    }

    @Test func `it is found in the history`() throws {
        let (store, notice) = (try Store.forTest(), Notice(try Fixture.reminder()))
        func attention() throws -> Attention { try Attention(toReminder: notice, in: store, at: later(60)) }
        #expect(try attention() == .over("the reminder is deleted"))
        try store.write { transaction in
            try transaction.save(try Fixture.reminderRow())
            try transaction.insert(ReminderEventRow(try Fixture.reminder()))
            try transaction.insert(ReminderEventRow(try Fixture.reminder(.dismissed, after: 5, reminder: "bins")))
        }
        #expect(try attention() == .wanted)
        try store.write { _ = try $0.insert(ReminderEventRow(try Fixture.reminder(.dismissed, after: 5))) }
        #expect(try attention() == .over("dismissed"))
        #expect(try Attention(toReminder: Fixture.raised(), in: store, at: later(60)) == .wanted)
    }
}
