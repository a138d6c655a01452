package import Access

/// What somebody must be allowed for a request.
package enum Requirement: Hashable, Sendable {
    /// Anybody: there is nothing of anybody's.
    case open
    /// Whoever shows a share link; the route itself finds out whether it is one, and of what.
    case link
    /// Whoever has the code of a found page; the route itself finds out whether it is one.
    case found
    /// A cloud of cellular devices that shows its token; the route itself finds out whether it is one.
    case cloud
    /// Anybody who may log in; the route itself leaves out what is not theirs.
    case somebody
    /// The same, and tokens for people, which hear of the account's own inbox only.
    case listener
    /// A right on the item in the path; whether who is told of it by area only may ask too, because it is shown so, or
    /// says nothing of where.
    case item(Right, openByArea: Bool = false)
    /// An account, by a session or a token for people: its own profile, contacts, groups and inbox.
    case person
    /// Whoever has logged in, also before the mail address is shown to be theirs.
    case newcomer
    case administrator
    /// The numbers of the service.
    case metrics
}
