import Access
import Tracking

/// A person as somebody sees them, as it is answered.
struct PersonAnswer: Encodable {
    let account, name: String
    let town, school, employer, picture: String?
    let standing: String
    /// What one grants the person, and since when; of contacts.
    let level: [String]?
    let since: String?
    let request: RequestAnswer?
    /// Of the sections that one sees; nil in lists.
    let entries: [EntryAnswer]?

    /// A person on their own page.
    init(_ person: PersonView) { self.init(person, entries: person.entries.map(EntryAnswer.init)) }

    /// A person in a list.
    init(line person: PersonView) { self.init(person, entries: nil) }

    private init(_ person: PersonView, entries: [EntryAnswer]?) {
        (account, name) = (person.account.text, person.name)
        (town, school, employer) = (person.town, person.school, person.employer)
        picture = person.picture.map { PictureAnswer.path("/api/v1/people/\(person.account)/picture", $0) }
        standing = person.standing.rawValue
        (level, since) = (person.connection?.level.words, person.connection?.since.description)
        request = person.request.map(RequestAnswer.init)
        self.entries = entries
    }
}

/// What somebody asks, as it is answered.
struct RequestAnswer: Encodable {
    let grants, wants: [String]
    let asked: String

    init(_ request: ContactRequest) {
        (grants, wants, asked) = (request.grants.words, request.wants.words, request.asked.description)
    }
}

/// A way to reach somebody, as it is answered.
struct EntryAnswer: Encodable {
    let section, kind, value: String
    let label: String?
    /// What a browser opens for it.
    let link: String?

    init(_ entry: ProfileEntry) {
        (section, kind, value) = (entry.section.rawValue, entry.kind.rawValue, entry.value)
        (label, link) = (entry.label.isEmpty ? nil : entry.label, entry.link)
    }
}

/// One's own profile, as it is answered.
struct ProfileAnswer: Encodable {
    let account, name, town, school, employer: String
    let shown: [String]
    let entries: [EntryAnswer]
    let picture, updated: String?

    init(_ profile: Profile, of account: Name, picture: Timestamp?) {
        (self.account, name) = (account.text, profile.name)
        (town, school, employer) = (profile.town, profile.school, profile.employer)
        shown = profile.shown.sorted().map(\.rawValue)
        entries = profile.entries.map(EntryAnswer.init)
        self.picture = picture.map { PictureAnswer.path("/api/v1/profile/picture", $0) }
        updated = profile.updated?.description
    }
}
