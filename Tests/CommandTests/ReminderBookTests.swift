import Messages
import Reminders
import Store
import TestSupport
import Testing
import Tracking

@testable import tagalong

/// Which reminder somebody means.
@Suite struct ReminderBookTests {
    private let topics = Topics()

    private func book(_ reminders: [(String, String)]) throws -> ReminderBook {
        let messages = try reminders.map { id, title in
            let parts = id.split(separator: "/")
            let topic = topics.reminder(ReminderID(owner: try Name(parts[0]), id: try Name(parts[1])))
            let payload = #"{"name":"\#(title)","weather":{"sky":"rain"}}"#
            return Message(topic: topic, payload: Array((title.isEmpty ? "broken" : payload).utf8), retained: true)
        }
        return ReminderBook(messages, topics, on: "the broker")
    }

    @Test(arguments: [
        ("sam/umbrella", "sam/umbrella"), ("gloves", "kim/gloves"), ("Gloves!", "kim/gloves"),
        ("GLOVES!", "kim/gloves"),
        ("kim/umbrella", "kim/umbrella"), ("broken", "sam/broken"), ("Schirm", "sam/umbrella"),
    ])
    func `a reminder is found by its owner and name, by its name, or by its title`(text: String, id: String) throws {
        let book = try book([
            ("sam/umbrella", "Schirm"), ("kim/umbrella", "Brolly"), ("kim/gloves", "Gloves!"), ("sam/broken", ""),
        ])
        #expect(try "\(book.find(text).id)" == id)
    }

    @Test(arguments: [
        ("umbrella", "'umbrella' is the name of several; write kim/umbrella or sam/umbrella"),
        (
            "shoes",
            "'shoes' is no reminder on the broker; there are Brolly (kim/umbrella), sam/broken, Schirm (sam/umbrella)"
        ),
    ])
    func `one that cannot be told from another, or is not there, is refused in a sentence`(
        text: String, sentence: String
    )
        throws
    {
        let book = try book([("sam/umbrella", "Schirm"), ("kim/umbrella", "Brolly"), ("sam/broken", "")])
        let error = #expect(throws: CommandFailure.self) { try book.find(text) }
        #expect(error?.sentence == sentence)
    }

    @Test func `of many only the nearest is named, and of none it is said how to make one`() throws {
        let many = try book((0..<9).map { ("sam/r\($0)", "Reminder \($0)") } + [("sam/umbrella", "Umbrella")])
        let unknown = #expect(throws: CommandFailure.self) { try many.find("umbrela") }
        #expect(
            unknown?.sentence
                == "'umbrela' is no reminder on the broker, did you mean 'umbrella'? ('tagalong remind list' lists all)"
        )
        let none = #expect(throws: CommandFailure.self) { try book([]).find("x") }
        #expect(
            none?.sentence
                == "'x' is no reminder on the broker, where there is none yet: make one with 'tagalong remind add'"
        )
    }

    @Test func `a shell offers names that are one reminder's alone, and all with their owners`() throws {
        let book = try book([("sam/umbrella", "a"), ("kim/umbrella", "b"), ("kim/gloves", "c")])
        #expect(Set(book.names) == ["gloves", "kim/gloves", "kim/umbrella", "sam/umbrella"])
    }

    @Test(
        arguments: [
            // Told, dismissed; why it cannot be dismissed, and why not be put off.
            (nil, nil, "has not been told", "has not been told"), (0, nil, nil, nil),
            (0, 60, "was dismissed before, at 2026-05-01T09:01:00Z", nil),
        ] as [(Int?, Int?, String?, String?)])
    func `what cannot be answered is known by the state`(
        told: Int?, dismissed: Int?, noDismissal: String?, noSnooze: String?
    ) throws {
        let start = Timestamp(milliseconds: 1_777_626_000_000)
        var entry = try book([("sam/umbrella", "Umbrella")]).find("umbrella")
        #expect(entry.reasonAgainst(.dismissed) == "has not been told")
        var state = ReminderState(told: told.map { start.advanced(by: .seconds($0)) })
        state.dismissed = dismissed.map { start.advanced(by: .seconds($0)) }
        entry.state = ReminderStateMessage(.holds, state)
        #expect(entry.reasonAgainst(.dismissed) == noDismissal)
        #expect(entry.reasonAgainst(.snoozed) == noSnooze)
        state.putOff = start
        entry.state = ReminderStateMessage(.holds, state)
        let noMore = told == nil ? "has not been told" : "was put off before, at 2026-05-01T09:00:00Z"
        #expect(entry.reasonAgainst(.snoozed) == noMore)
        #expect(entry.reasonAgainst(.snoozed, hasTime: true) == noSnooze)
    }

    @Test func `lists have the title of a reminder as its name, and what commands call it as the reminder`()
        throws
    {
        let entry = try book([("sam/umbrella", "Schirm")]).find("umbrella")
        let cells = Dictionary(uniqueKeysWithValues: zip(ReminderLine.columns, ReminderLine(entry).cells))
        #expect(cells["NAME"] == "Schirm" && cells["REMINDER"] == "sam/umbrella")
        let event = ReminderEventMessage(
            id: "e", event: .fired, owner: entry.id.owner, reminder: entry.id.id, title: try ItemName("Schirm"),
            colour: .blue, time: Timestamp(milliseconds: 1_777_626_000_000)
        )
        let row = ReminderEventRow(
            id: "e", owner: entry.id.owner, reminder: entry.id.id, time: event.time, event: "fired",
            payload: event.encoded(), isSent: true
        )
        let told = Dictionary(uniqueKeysWithValues: zip(ReminderEventLine.columns, ReminderEventLine(row).cells))
        #expect(told["NAME"] == "Schirm" && told["REMINDER"] == "sam/umbrella")
    }

    @Test(
        arguments: [
            // Dismissed, put off until the next time, and for a while.
            (nil, nil, nil, []), (60, nil, nil, ["dismissed 2026-05-01T09:01:00Z"]),
            (nil, 60, nil, ["put off until the next time, since 2026-05-01T09:01:00Z"]),
            (nil, nil, 600, ["snoozed until 2026-05-01T09:10:00Z"]),
        ] as [(Int?, Int?, Int?, [String])])
    func `what was done about it is said where it is shown, and where it is asked why`(
        dismissed: Int?, putOff: Int?, snoozed: Int?, lines: [String]
    ) throws {
        let start = Timestamp(milliseconds: 1_777_626_000_000)
        func time(_ seconds: Int?) -> Timestamp? { seconds.map { start.advanced(by: .seconds($0)) } }
        var entry = try book([("sam/umbrella", "Umbrella")]).find("umbrella")
        var state = ReminderState(told: start, fired: start, snoozedUntil: time(snoozed))
        (state.dismissed, state.putOff) = (time(dismissed), time(putOff))
        entry.state = ReminderStateMessage(.holds, state)
        let shown = ReminderLine(entry).text.split(separator: "\n").map(String.init)
        let lines = lines.map { "  \($0)" }
        let standing = ["  all of its conditions hold", "  last told 2026-05-01T09:00:00Z"]
        #expect(Array(shown.dropFirst(2)) == standing + lines)
        let why = ReminderWhy(entry: entry, events: []).text.split(separator: "\n").map(String.init)
        #expect(Array(why.dropFirst()) == lines + ["Never told"])
    }

    @Test func `a reminder that cannot be read says so, and how to be rid of it`() throws {
        let entry = try book([("sam/broken", "")]).find("broken")
        let error = #expect(throws: CommandFailure.self) { try entry.message() }
        #expect(error?.sentence.contains("'tagalong remind delete sam/broken' removes it") == true)
        #expect(ReminderLine(entry).cells.first == "cannot be read")
    }
}
