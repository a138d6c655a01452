import Access
import Tracking
import Web

/// What accounts do with the reminders and calendars of others, in the audit log.
///
/// Without it a reminder that somebody else has switched off, or a calendar that was replaced, says of nobody that they did.
extension ConsoleContext {
    /// Notes what was done with something of an owner's, where it was not the owner.
    ///
    /// Where nobody has to log in, and of whoever has the machine, nobody is to be named.
    ///
    /// - Throws: `AccessError` where it cannot be noted; what was done stays done.
    func note(_ event: AuditEntry.Event, of owner: Name, _ parts: ConsoleParts) throws {
        guard let account = viewer.account, account != owner else { return }
        try parts.access?.noteReminder(event, by: account, from: source, at: parts.clock.now)
    }
}
