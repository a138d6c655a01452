import Messages
import Reminders
import Simulation
import Testing
import Tracking

@testable import Rehearsal

@Suite struct ReminderVerdictTests {
    /// Told at 50 s, dismissed at 60 s, told again at 100 s; unknown from 10 s, holds from 50 s, waits from 80 s.
    private func record() throws -> ReminderRecord {
        let id = ReminderID(owner: try Name("sam"), id: try Name("one"))
        let title = try ItemName("One")
        var record = ReminderRecord(id: id, title: title)
        for (at, event) in [(50, .fired), (60, .dismissed), (100, .repeated)] as [(Int64, ReminderEventMessage.Event)] {
            let message = ReminderEventMessage(
                id: "\(at)", event: event, owner: id.owner, reminder: id.id, title: title, colour: .blue,
                time: Timestamp(seconds: 0)
            )
            record.events.append(ReminderRecord.Event(at: at * 1000, message: message))
        }
        for (at, status) in [(10, .unknown), (50, .holds), (80, .waiting)] as [(Int64, ReminderStatus)] {
            record.saw(status, at: at * 1000)
        }
        return record
    }

    private func verdict(_ claim: String, _ record: ReminderRecord, patience: Int64 = 0) throws -> RunVerdict {
        let scenario = try Scenario.written(
            """
            name: x
            duration: 300s
            owners: [{id: sam, position: [46, 14]}]
            trackers: [{id: keys, owner: sam, with: sam}]
            reminders: [{id: one, thing: {thing: keys, is: away}}]
            events: [{at: 45s, tracker: keys, do: drop, label: left}]
            expect: [{reminder: one, \(claim)}]
            """
        )
        let expectation = scenario.expectations[0]
        guard case .reminder(_, let claim) = expectation.about else { throw NoReminder() }
        return RunVerdict(expectation, claim, record, patience: patience)
    }

    private struct NoReminder: Error {}

    @Test(arguments: [
        ("fires, by: 50s", true, "50 s"), ("fires, by: 49s", false, "at 50 s"), ("fires, after: 51s", true, "100 s"),
        ("fires, after: 101s", false, "at 50 s"), ("fires: true, within: 5s, of: left", true, "50 s, 5 s after left"),
        ("fires: true, within: 4s, of: left", false, "at 50 s, 5 s after left"),
        ("fires: false, until: 49s", true, "none"), ("fires: false, until: 50s", false, "fired at 50 s"),
        ("fires: false, after: 51s, until: 99s", true, "none"), ("fires: false, after: 101s", true, "none"),
        ("fires: {at-least: 2, at-most: 2}", true, "2 at 50 s, 100 s"),
        ("fires: {at-most: 1}", false, "2 at 50 s, 100 s"),
        ("fires: {at-least: 2}, by: 99s", false, "1 at 50 s"), ("fires: {at-most: 0}, after: 101s", true, "none"),
        ("status: unknown, by: 20s", true, "10 s"), ("status: disabled", false, "waiting since 80 s"),
        ("status: waiting, throughout: true, after: 80s", true, "since 80 s"),
        ("status: holds, throughout: true, after: 50s, by: 79s", true, "since 50 s"),
        ("status: holds, throughout: true, after: 50s, by: 80s", false, "waiting since 80 s"),
    ])
    func `a claim on a reminder holds or does not`(claim: String, holds: Bool, observed: String) throws {
        let verdict = try verdict(claim, record())
        #expect(verdict.passed == holds)
        #expect(verdict.observed == observed)
        #expect(verdict.text.hasPrefix("sam/one: "))
    }

    @Test func `a reminder that was never told fires never, and has no status`() throws {
        let empty = ReminderRecord(id: try record().id, title: try ItemName("One"))
        #expect(try verdict("fires", empty).observed == "never")
        #expect(try verdict("fires: false", empty).passed)
        #expect(try !verdict("status: waiting", empty).passed)
    }
}
