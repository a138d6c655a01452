internal import Reminders
public import Tracking

/// How it goes with a source, for pages and metrics: everybody sees it, so that no position, no user and no address is in
/// it, and of a server at most its host.
public struct SourceStatus: Hashable, Sendable {
    /// What is asked of a source.
    public enum Kind: Hashable, Sendable { case weather, shops, calendar, addresses }

    public let kind: Kind
    /// What it is called: `open-meteo`, or the name that a calendar was connected under, which may be the same.
    public let name: String
    public internal(set) var lastSuccess: Timestamp?
    public internal(set) var lastFailure: Timestamp?
    /// Why it failed last, in one sentence; nil once it has succeeded again.
    public internal(set) var trouble: String?
    /// Before then it is not asked again, because it has failed or wants to be left alone.
    public internal(set) var nextTry: Timestamp?
    /// How many bytes have come from it on the day of UTC.
    public internal(set) var bytesToday = 0
    /// How often a calendar is asked for now: more rarely than configured where it is long; nil before it was fetched, and for
    /// other sources.
    public internal(set) var refresh: Duration?
    public internal(set) var fetches = 0
    public internal(set) var failures = 0

    /// That of the server that addresses are searched with.
    init(searching name: String) { (kind, self.name) = (.addresses, name) }

    /// That of a weather station of one's own.
    init(station name: String) { (kind, self.name) = (.weather, name) }

    /// That of a source, by what is needed of it.
    init(of need: Need, _ source: any FactSource) {
        switch need {
        case .weather: (kind, name) = (.weather, source.name)
        case .spots: (kind, name) = (.shops, source.name)
        case .calendar(let name): (kind, self.name) = (.calendar, name)
        }
    }
}
