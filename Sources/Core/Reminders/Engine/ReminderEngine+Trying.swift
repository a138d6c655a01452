public import Tracking

extension ReminderEngine {
    /// How it would stand with a reminder if there were one, at a moment: nothing is kept, told or decided.
    ///
    /// What it would need from elsewhere, and nobody else needs, is needed for a while from now on, so that whoever asks
    /// again finds it; of too much at once, for an owner or for all, the rest is unknown and says so.
    ///
    /// Whether somebody has crossed a border is not known of one that nobody has watched.
    public mutating func report(trying reminder: Reminder, of owner: Name, at now: Timestamp) -> ReminderReport {
        endTrials(at: now)
        var entry = Entry(
            id: ReminderID(owner: owner, id: reminder.id), reminder: reminder, state: ReminderState()
        )
        entry.zone = reminder.conditions.time?.zone.map(zones) ?? zone
        entry.delayed = facts.lend(needs(of: entry), for: owner, at: now)
        var margin = Margin()
        entry.state = state(of: entry, within: &margin)
        let findings = reminder.conditions.kinds.map { finding($0, entry, at: now) }
        return ReminderReport(
            reminder: reminder, state: entry.state, status: Self.status(reminder, findings), findings: findings
        )
    }

    /// Whether anything is needed only because somebody tries something.
    public var hasTrials: Bool { facts.hasGuests }

    /// Forgets an owner of whom there is nothing but what a trial has brought.
    public mutating func forgetStranger(_ owner: Name) {
        if !concerns(owner), !facts.hasGuest(of: owner) { owners[owner] = nil }
    }

    /// Lets go of what was needed only because somebody tried something.
    mutating func endTrials(at now: Timestamp) {
        guard facts.hasGuests else { return }
        let (needs, owners) = facts.sweep(at: now)
        for need in needs { forgetAgenda(need) }
        for owner in owners { forgetStranger(owner) }
    }
}
