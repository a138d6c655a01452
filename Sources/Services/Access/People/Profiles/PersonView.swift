public import Tracking

/// A person as somebody sees them: nothing in it that was not granted, and no trace that there is more.
public struct PersonView: Hashable, Sendable {
    /// How the viewer stands to the person.
    public enum Standing: String, Hashable, Sendable, CaseIterable {
        case oneself, contact
        /// The viewer has asked for a connection, and is not answered.
        case asked
        /// The person has asked, and the viewer has not answered.
        case asking
        case stranger
    }

    public let account: Name
    public let name: String
    /// Nil where the viewer is not told, and where there is nothing to tell.
    public let town, school, employer: String?
    /// When the picture was set.
    public let picture: Timestamp?
    /// Of the sections that the viewer was granted.
    public let entries: [ProfileEntry]
    public let standing: Standing
    public let connection: Connection?
    /// What was asked, where something is.
    public let request: ContactRequest?
}

/// That somebody is among one's contacts.
public struct Connection: Hashable, Sendable {
    /// What one grants the other.
    public let level: TrustLevel
    public let since: Timestamp
}

/// A person as the rows of the database tell of them, for somebody who looks.
struct PersonRows: Sendable {
    let account: Name
    /// Whether there is such an account.
    var isThere = false
    var profile: Profile?
    /// When the picture was set.
    var picture: Timestamp?
    var ties = Ties()
    /// What the viewer grants the person.
    var connection: Connection?

    /// What the viewer sees; nil for nothing, as of a person who is not there.
    var view: PersonView? {
        let profile = profile ?? Profile(unwritten: account)
        guard isThere, let fields = ties.fields(shown: profile.shown) else { return nil }
        func told(_ field: ShownField, _ text: String) -> String? {
            fields.contains(field) && !text.isEmpty ? text : nil
        }
        let sections = ties.sections
        return PersonView(
            account: account,
            name: told(.name, profile.name) ?? account.text,
            town: told(.town, profile.town),
            school: told(.school, profile.school),
            employer: told(.employer, profile.employer),
            picture: fields.contains(.picture) ? picture : nil,
            entries: profile.entries.filter { sections.contains($0.section) },
            standing: standing,
            connection: connection,
            request: ties.asking ?? ties.asked
        )
    }

    private var standing: PersonView.Standing {
        if ties.isOneself { return .oneself }
        if connection != nil { return .contact }
        if ties.asking != nil { return .asking }
        return ties.asked == nil ? .stranger : .asked
    }
}
