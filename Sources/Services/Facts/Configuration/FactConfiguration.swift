public import Tracking

/// Who is asked for facts from outside, by `facts.yaml`.
///
/// Nothing is asked without that file.
public struct FactConfiguration: Sendable {
    var sources: FixedSources
    var nominatim: Nominatim?
    /// A weather station of one's own, to whose topic somebody has to subscribe; nil for none.
    public internal(set) var station: Station?
    /// The calendars of people whom the administrator has named, by whose they are.
    public internal(set) var calendars: [Name: CalendarPlace] = [:]
    /// The servers of calendars that people may connect though they are not on the internet.
    public internal(set) var trusted = TrustedServers()
    /// How many bytes may come in a day of UTC, from all sources together.
    public internal(set) var budget: Int
    /// How often a calendar is asked for.
    public internal(set) var refresh: Duration
    /// What this machine calls itself.
    var userAgent = "tagalong"

    /// 10 MiB.
    static let usualBudget = 10 << 20

    /// A configuration that asks nobody but the calendars that people connect.
    public init() { self.init(sources: FixedSources()) }

    init(sources: FixedSources, budget: Int = usualBudget, refresh: Duration = .seconds(900)) {
        (self.sources, self.budget, self.refresh) = (sources, budget, refresh)
    }

    /// What is asked for the weather: `open-meteo`, or `station` for one's own; nil for nobody.
    public var weather: String? { sources.weather?.name ?? station.map { _ in WeatherSource.station.rawValue } }

    /// What is asked for shops; nil for nobody.
    public var shops: String? { sources.spots?.name }

    /// What is asked for addresses; nil for nobody.
    public var addresses: String? { nominatim.map { _ in Nominatim.name } }

    /// Whether addresses can be searched for, and whether while somebody types.
    public var search: (isThere: Bool, suggests: Bool) { (nominatim != nil, nominatim?.suggests == true) }
}
