import History
import Messages
import Reminders
import Store
import Synchronization
import TestSupport
import Testing
import Tracking

/// What a history service tells whoever brings it facts from outside.
@Suite(.timeLimit(.minutes(30)))
struct FactListenerTests {
    /// What was told, in its order.
    private final class Notes: Sendable {
        let needs = Mutex<[Set<Need>]>([])
        let untaught = Mutex<[Set<Need>]>([])
        let owners = Mutex<[[Name]]>([])
    }

    @Test func `it hears what a trial needs, and which calendars people have connected`() async throws {
        let bench = try HistoryBench()
        let (sam, lee) = (try Name("sam"), try Name("lee"))
        let history = try HistoryService(
            core: HistoryCore(store: bench.store), clock: FixedClock(), logger: .silent
        ) { HandBus() }
        let notes = Notes()
        await history.onNeeds { all, untaught in
            notes.needs.withLock { $0.append(all) }
            notes.untaught.withLock { $0.append(untaught) }
        }
        await history.onCalendars { rows in notes.owners.withLock { $0.append(rows.map(\.owner)) } }
        #expect(notes.needs.withLock { $0 } == [[]])
        #expect(notes.owners.withLock { $0 } == [[]])

        let draft = ReminderMessage(
            title: try ItemName("draft"),
            conditions: try Conditions(availability: AvailabilityCondition(.free(.seconds(600))))
        )
        let calendar = Need.calendar("sam")
        for _ in 0..<2 { _ = try await perform(.tryReminder(draft, of: sam), history) }
        // The second one needs nothing new.
        #expect(notes.needs.withLock { $0.last } == [calendar])
        #expect(notes.untaught.withLock { $0.last } == [calendar])
        #expect(notes.needs.withLock { $0.count(where: { $0 == [calendar] }) } == 1)

        #expect(try await perform(.setCalendar([1, 2], of: sam), history) == .done)
        #expect(try await perform(.setCalendar([3, 4], of: lee), history) == .done)
        #expect(try await perform(.setCalendar(nil, of: sam), history) == .done)
        #expect(try await perform(.setCalendar(nil, of: sam), history) == .none)
        #expect(notes.owners.withLock { $0 } == [[], [sam], [lee, sam], [lee]])
    }

    private func perform(_ errand: HistoryErrand, _ history: HistoryService) async throws -> HistoryErrand.Outcome {
        try await history.perform { core, now in try errand.perform(on: &core, at: now) }
    }
}
