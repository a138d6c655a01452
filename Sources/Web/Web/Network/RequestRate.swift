/// How many of something one source may do: so many at once, and then so many a second.
public struct RequestRate: Hashable, Sendable {
    /// How many at once, after a pause.
    public var burst: Double
    /// How many a second for good.
    public var perSecond: Double
}

/// How much of each kind one source may do.
public struct RequestRates: Hashable, Sendable {
    /// Of anything.
    public var requests = RequestRate(burst: 300, perSecond: 100)
    /// Of what tries a passcode or a passkey.
    public var logins = RequestRate(burst: 20, perSecond: 0.2)
    /// Of tokens that nobody knows.
    public var tokens = RequestRate(burst: 30, perSecond: 0.5)

    /// Of codes of found pages that lead nowhere: 30 an hour; beyond, no code is looked up for the source.
    public var foundCodes = RequestRate(burst: 30, perSecond: 30.0 / 3600)
    /// Of messages that finders leave: 5 an hour.
    public var finderMessages = RequestRate(burst: 5, perSecond: 5.0 / 3600)

    /// Of searches for people by one account, so that nobody gathers all who are here.
    public var peopleSearches = RequestRate(burst: 60, perSecond: 0.5)
    /// Of mail addresses that one account looks up in address books: 10,000 a day, for the same reason.
    public var addressLookups = RequestRate(burst: 10_000, perSecond: 10_000 / 86_400)
    /// Of searches for addresses by one account: all share the one a second that a server for addresses allows.
    public var placeSearches = RequestRate(burst: 30, perSecond: 0.5)
    /// Of changes of reminders and answers to them by one account, each of which may be told, kept and sent to others; as many
    /// at once as an owner may have.
    public var reminderChanges = RequestRate(burst: 600, perSecond: 0.5)
    /// Of calendars that one account tries to connect: each is fetched once for that.
    public var calendarTrials = RequestRate(burst: 10, perSecond: 10.0 / 3600)
    /// Of trials of conditions by one account: a page asks once when something settles, and again while it waits.
    public var reminderTrials = RequestRate(burst: 60, perSecond: 1)

    public init() {}

    /// What is counted apart, so that a program with an old token keeps nobody from logging in.
    package enum Kind: CaseIterable, Sendable { case request, login, token, foundCode, finderMessage }

    subscript(kind: Kind) -> RequestRate {
        switch kind {
        case .request: requests
        case .login: logins
        case .token: tokens
        case .foundCode: foundCodes
        case .finderMessage: finderMessages
        }
    }
}
