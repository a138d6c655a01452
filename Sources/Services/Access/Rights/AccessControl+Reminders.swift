public import Tracking

extension AccessControl {
    /// Whether somebody is told when an owner's reminders are, in browsers, and does not only see that they were.
    ///
    /// A reminder is told its owner, and those whom the owner's are shared with. Administrators may see those of all; they
    /// are told those of owners who have no account of their own.
    public func tells(_ viewer: Principal, remindersOf owner: Name) throws(AccessError) -> Bool {
        guard viewer.mayRemind(owner, .history) else { return false }
        guard viewer.isAdministrator, let account = viewer.account, account != owner else { return true }
        var person = viewer
        person.isAdministrator = false
        if person.mayRemind(owner, .history) { return true }
        return try !hasAccount(owner)
    }
}
