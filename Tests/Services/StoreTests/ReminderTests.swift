import Reminders
import StoreSupport
import Testing
import Tracking

@testable import Store

/// Reminders and what was told of them, as rows.
@Suite(.onBothEngines) struct ReminderTests {
    private let store: Store
    private let (sam, lee): (Name, Name)
    private let now = Timestamp(milliseconds: 1_735_689_600_000)

    init() throws {
        store = try .forTest()
        (sam, lee) = (try Name("sam"), try Name("lee"))
    }

    private func row(_ owner: Name, _ id: String, payload: [UInt8] = [1], state: [UInt8] = []) throws -> ReminderRow {
        ReminderRow(owner: owner, id: try Name(id), payload: payload, state: state, updated: now)
    }

    private func event(
        _ owner: Name, _ reminder: String, _ number: Int, after seconds: Int64 = 0
    ) throws
        -> ReminderEventRow
    {
        ReminderEventRow(
            id: "01941f297c00-\(owner)-\(reminder)-\(number)", owner: owner, reminder: try Name(reminder),
            time: now.advanced(by: .seconds(seconds)), event: "fired", payload: [UInt8(number)])
    }

    private func write(_ events: [ReminderEventRow]) throws {
        try store.write { transaction in for event in events { try transaction.insert(event) } }
    }

    @Test func `reminders are listed by owner and name, and a later one replaces the one before`() throws {
        let rows = try [row(sam, "umbrella"), row(sam, "bins"), row(lee, "umbrella", payload: [], state: [2])]
        try store.write { transaction in for row in rows { try transaction.save(row) } }
        #expect(try store.reminders() == [rows[2], rows[1], rows[0]])
        #expect(try store.reminders(of: sam) == [rows[1], rows[0]])
        var changed = rows[0]
        (changed.payload, changed.state, changed.isPublished) = ([0, 255], [3], true)
        changed.updated = now.advanced(by: .seconds(1))
        try store.write { try $0.save(changed) }
        #expect(try store.reminder(changed.reminder) == changed)
        #expect(try store.write { try $0.reminder(changed.reminder) } == changed)
        #expect(try store.reminders().count == 3)
        #expect(try store.reminder(ReminderID(owner: lee, id: Name("bins"))) == nil)
    }

    @Test(arguments: 1...4) func `all reminders that are there come page by page, by owner and name`(limit: Int) throws
    {
        let rows = try [
            row(lee, "Bins"), row(lee, "bins"), row(lee, "bins-2"), row(lee, "gone", payload: []), row(sam, "a_b"),
            row(sam, "bins"), row(sam, "zoo"),
        ]
        try store.write { transaction in for row in rows.reversed() { try transaction.save(row) } }
        let there = rows.filter { !$0.payload.isEmpty }
        var found: [ReminderRow] = []
        while true {
            let page = try store.reminders(behind: found.last?.reminder, limit: limit)
            #expect(page.count <= limit)
            if page.isEmpty { break }
            found += page
        }
        #expect(found == there)
        #expect(found.map(\.reminder) == found.map(\.reminder).sorted())
        // One that is gone by now has left its place.
        #expect(try store.reminders(behind: rows[3].reminder, limit: 9) == Array(there.suffix(3)))
    }

    @Test func `the state of a reminder is kept apart from what it is, and of none there is none`() throws {
        var row = try row(sam, "umbrella")
        let other = ReminderID(owner: lee, id: row.id)
        try store.write { transaction in
            try transaction.save(row)
            try transaction.saveState([7, 0], of: row.reminder)
            try transaction.saveState([8], of: other)
        }
        row.state = [7, 0]
        #expect(try store.reminders() == [row])
    }

    @Test func `a reminder goes and what it told stays; of an owner both go, and nobody else's do`() throws {
        let rows = try [row(lee, "bins"), row(sam, "bins"), row(sam, "umbrella")]
        try store.write { transaction in for row in rows { try transaction.save(row) } }
        try write([event(lee, "bins", 1), event(sam, "bins", 1), event(sam, "umbrella", 1)])
        try store.write { try $0.removeReminder(rows[1].reminder) }
        #expect(try store.reminders() == [rows[0], rows[2]])
        #expect(try store.reminderEvents(of: [sam], limit: 9).count == 2)
        try store.write { try $0.removeReminders(of: sam) }
        #expect(try store.reminders() == [rows[0]])
        #expect(try store.reminderEvents(of: nil, limit: 9).map(\.owner) == [lee])
    }

    @Test(arguments: [0, 1, 3, 9, 10]) func `of an owner's events the newest are kept, and all of others'`(
        _ count: Int
    ) throws {
        // Two of a moment each.
        let events = try (0..<9).map { try event(sam, "umbrella", $0, after: Int64($0 / 2)) }
        let others = [try event(lee, "bins", 1)]
        try write(events.reversed() + others)
        try store.write { try $0.trimReminderEvents(of: sam, to: count) }
        #expect(try store.reminderEvents(of: [sam], limit: 99) == Array(events.reversed().prefix(count)))
        #expect(try store.reminderEvents(of: [lee], limit: 99) == others)
    }

    @Test func `an event is stored once, and waits until it is sent`() throws {
        var first = try event(sam, "umbrella", 1)
        let second = try event(lee, "umbrella", 1, after: 1)
        let new = try store.write { transaction in
            var new: [Bool] = []
            for event in [second, first, first] { new.append(try transaction.insert(event)) }
            return new
        }
        #expect(new == [true, true, false])
        #expect(try store.unsentReminderEvents() == [first, second])
        #expect(try store.unsentReminderEvents(of: lee) == [second])
        try store.write { try $0.markSent(reminderEvent: first.id) }
        #expect(try store.unsentReminderEvents() == [second])
        // Told again it is one that has gone out.
        #expect(try !store.write { try $0.insert(first) })
        first.isSent = true
        #expect(try store.reminderEvents(of: nil, limit: 9) == [second, first])
    }

    @Test func `the tenth event of a moment goes out behind the ninth`() throws {
        let events = try (8...11).map { try event(sam, "umbrella", $0) }
        try write(events.reversed())
        #expect(try store.unsentReminderEvents() == events)
    }

    @Test func `a history is of those owners and that reminder who are asked for, the newest first, page by page`()
        throws
    {
        let kim = try Name("kim")
        let events = try (0..<60).map { number in
            // Three of a moment.
            try event(
                [sam, lee, kim][number % 3], number % 2 == 0 ? "bins" : "umbrella", number, after: Int64(number / 3))
        }
        try write(events)
        let sorted = events.sorted { ($0.time, $0.id) > ($1.time, $1.id) }
        for owners in [nil, [], [sam], [kim, sam, kim], [lee, try Name("nobody")]] as [[Name]?] {
            for reminder in [nil, try Name("bins")] as [Name?] {
                let expected = sorted.filter { event in
                    owners?.contains(event.owner) != false && (reminder == nil || event.reminder == reminder)
                }
                var (found, before): ([ReminderEventRow], String?) = ([], nil)
                while true {
                    let page = try store.reminderEvents(of: owners, reminder: reminder, before: before, limit: 7)
                    found += page
                    guard page.count == 7 else { break }
                    before = page.last?.id
                }
                #expect(found == expected)
            }
        }
        #expect(try store.reminderEvents(of: nil, limit: 0).isEmpty)
    }

    @Test func `a list goes on where it was although the event that it ended with is gone`() throws {
        let events = try (0..<6).map { try event(sam, "umbrella", $0, after: Int64($0)) }
        try write(events)
        // Whatever its place was in time: the order of ids is left.
        #expect(
            try store.reminderEvents(of: [sam], before: "01941f297c00-sam-umbrella-2x", limit: 9)
                == [events[2], events[1], events[0]])
    }

    @Test func `what is older than a time goes owner by owner, the oldest first, in small steps`() throws {
        try write((0..<10).map { try event(sam, "umbrella", $0, after: Int64($0)) })
        try write([event(lee, "umbrella", 0)])
        let end = now.advanced(by: .seconds(7))
        #expect(try store.ownersOfReminderEvents(before: now).isEmpty)
        #expect(try store.ownersOfReminderEvents(before: end) == [lee, sam])
        #expect(try !store.write { try $0.expireReminderEvents(of: sam, before: end, rows: 5) })
        #expect(try store.reminderEvents(of: [sam], limit: 99).map(\.payload) == [9, 8, 7, 6, 5].map { [$0] })
        #expect(try store.write { try $0.expireReminderEvents(of: sam, before: end, rows: 5) })
        #expect(try store.reminderEvents(of: [sam], limit: 99).map(\.payload) == [9, 8, 7].map { [$0] })
        #expect(try store.ownersOfReminderEvents(before: end) == [lee])
    }

    @Test(arguments: ["UPDATE reminders SET owner = 'a/b'", "UPDATE reminder_events SET reminder = 'a b'"])
    func `names that are none are found`(_ change: String) throws {
        try store.write { transaction in
            try transaction.save(row(sam, "umbrella"))
            try transaction.insert(event(sam, "umbrella", 1))
        }
        #expect(try store.findings().isEmpty)
        try store.write { try $0.database.execute(change) }
        let findings = try store.findings()
        #expect(findings.count == 1 && findings.first?.contains("table reminder") == true)
    }

    @Test(arguments: [
        "event = 'x'", "sent = 2", "reminder = ''", "owner = ''", "id = ''",
    ])
    func `what no event says is refused by the table`(_ change: String) throws {
        try write([event(sam, "umbrella", 1)])
        #expect(throws: StoreError.self) {
            try store.write { try $0.database.execute("UPDATE reminder_events SET \(change)") }
        }
        #expect(try store.unsentReminderEvents() == [try event(sam, "umbrella", 1)])
    }
}
