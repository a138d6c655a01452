internal import Tracking

extension ClientRecord {
    /// That a subscriber reads no reminders any more, and how it does again, in a sentence for the log.
    ///
    /// A state of this program let all subscribers read them, asked for or not, and left nothing by which these differ from
    /// those for whom somebody asked: they have the same rights in the same order, and no note.
    var lostReminders: String {
        var words = ["tagalong broker add", client.kind, client.subject]
        if case .subscriber(_, let owner?) = client { words += ["--owner", owner.text] }
        words.append("--reminders")
        switch identity {
        case .named(let name): words += ["--client-id", name]
        case .any: words.append("--any-client-id")
        case .usual, .old: break
        }
        let again = "'tagalong broker revoke \(user)', then '\(words.joined(separator: " "))'"
        return "\(user) reads alerts only, and reminders no more, as nothing says whether somebody asked for these; "
            + "to let it read them: \(again), which gives it another password"
    }
}
