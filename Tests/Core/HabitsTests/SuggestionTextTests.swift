import CivilTime
import Testing
import Tracking

@testable import Habits

@Suite struct SuggestionTextTests {
    private func suggestion(_ days: Set<Weekday>, _ window: Window, unknown: Double = 0) throws -> Suggestion {
        let tally = Tally(along: 17, apart: 2, unknown: unknown)
        return Suggestion(
            HabitRule(days: days, window: window, tally: tally, isRecent: false),
            Belonging(thing: try Name("bag"), title: try ItemName("Work bag"), fixes: []), Ways.place
        )
    }

    struct Case: Sendable {
        var days: Set<Weekday>
        var window: Window
        var sentence: String
        var evidence: String
    }

    static let cases = [
        Case(
            days: HabitRule.workdays, window: Window(first: 14, count: 4),
            sentence: "On weekdays you usually take Work bag when you leave Home between 07:00 and 09:00",
            evidence: "on 17 of 19 weekday mornings"
        ),
        Case(
            days: HabitRule.everyDay, window: .day, sentence: "You usually take Work bag when you leave Home",
            evidence: "on 17 of 19 days"
        ),
        Case(
            days: [.tuesday, .thursday], window: Window(first: 36, count: 12),
            sentence: "On Tuesdays and Thursdays you usually take Work bag when you leave Home between 18:00 and 00:00",
            evidence: "on 17 of 19 Tuesday and Thursday evenings"
        ),
        Case(
            days: HabitRule.weekend, window: Window(first: 20, count: 8),
            sentence: "On weekends you usually take Work bag when you leave Home between 10:00 and 14:00",
            evidence: "on 17 of 19 days of weekends"
        ),
        Case(
            days: [.friday], window: Window(first: 24, count: 8),
            sentence: "On Fridays you usually take Work bag when you leave Home between 12:00 and 16:00",
            evidence: "on 17 of 19 Friday afternoons"
        ),
    ]

    @Test(arguments: cases) func `a suggestion says what, when and why`(_ expected: Case) throws {
        let found = try suggestion(expected.days, expected.window)
        #expect(found.sentence == expected.sentence)
        #expect(found.evidence == expected.evidence)
        #expect(found.reminderTitle == "Take Work bag")
        #expect(found.conditions != nil)
    }

    @Test func `days of which nothing is known are told`() throws {
        let found = try suggestion(HabitRule.workdays, Window(first: 14, count: 4), unknown: 3)
        #expect(found.evidence == "on 17 of 19 weekday mornings; nothing is known of 3 more")
    }
}
