internal import Logging
public import Messages
internal import ServiceLifecycle
internal import Store
internal import Tracking

extension NotificationService {
    /// What was told longer ago is told nobody at a start: a reminder is for a moment.
    static let reminderHorizon = Duration.seconds(86_400)

    /// Takes what has just been told of reminders; returns at once.
    public nonisolated func receive(_ events: [ReminderEventMessage]) {
        // No notices are another word: that marks are to be looked for.
        if !events.isEmpty { incoming.continuation.yield(events.map { Notice($0) }) }
    }

    /// Writes down what was told of reminders in the last while, as far as that was not done yet.
    func lookForReminders(since span: Duration) throws {
        let rows = try sources.reminders.events(clock.now.advanced(by: .zero - span))
        let new = rows.filter { !knownReminders.contains($0.id) }.sorted { ($0.time, $0.id) < ($1.time, $1.id) }
        try enqueue(new.compactMap { Notice($0) }, given: { $0.alert.time })
        knownReminders = Set(rows.lazy.map(\.id))
    }

    /// Has each channel look through what it shows; returns at once.
    ///
    /// It is done by the task that tells on the channel: while something is told there, nobody knows whether what is shown is
    /// the old or the new.
    func lookThroughShown() {
        for line in lines.prefix(fixed) {
            unlooked.insert(line.configuration.name)
            line.bell.ring()
        }
    }

    /// Takes back what a channel shows of reminders that nobody has to answer any more: what was answered, deleted or
    /// switched off, and what an hour ago was told of an occasion that is over.
    func withdrawReminders(on line: Line) async {
        await cancelWhenGracefulShutdown {
            do { try await self.withdraw(on: line) } catch { self.logger.debug("\(error)") }
        }
    }

    private func withdraw(on line: Line) async throws {
        for (place, notice) in try outbox.shownReminders(on: line.configuration.name) {
            if let notice, !notice.isAnswer, try isWanted(notice) { continue }
            try await line.channel.withdraw(place)
        }
    }

    private func isWanted(_ notice: Notice) throws -> Bool {
        if case .over = try sources.reminders.attention(notice, clock.now) { false } else { true }
    }
}
