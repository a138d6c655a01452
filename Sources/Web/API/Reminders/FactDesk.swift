import Calendars
public import CivilTime
public import Facts
import Reminders
public import Tracking

/// What is asked of others for reminders, as the console shows it, and the search for addresses.
public struct FactDesk: Sendable {
    /// What is asked for the weather, for shops and for addresses; nil for nobody.
    let weather: String?
    let shops: String?
    let addresses: String?
    /// Whether addresses may be searched for while somebody types.
    let suggests: Bool
    /// Whose calendars the administrator has named, also those that nobody has needed yet.
    let calendars: Set<String>
    /// Whether calendars may be connected that are not on the internet, as those of tests are not.
    var trustsAddresses = false
    private let trusted: FactConfiguration.TrustedServers
    private let service: FactService
    private let zone: Zone
    private let counted: @Sendable (Name) async -> Int?

    /// That of a service with its configuration.
    ///
    /// Times of calendars that say no zone are in `zone`. `events` tells how many events an owner's calendar has in the
    /// next fortnight, or nil where that is not known now.
    public init(
        _ service: FactService, _ configuration: FactConfiguration, zone: Zone = .utc,
        events: @escaping @Sendable (Name) async -> Int? = { _ in nil }
    ) {
        (self.zone, counted) = (zone, events)
        (weather, shops, addresses) = (configuration.weather, configuration.shops, configuration.addresses)
        trusted = configuration.trusted
        suggests = configuration.search.suggests
        calendars = Set(configuration.calendars.keys.map(\.text))
        self.service = service
    }

    /// How it goes with each source that has been asked, and how many bytes of the day are used.
    var standing: (statuses: [SourceStatus], used: Int, limit: Int) {
        get async {
            let bytes = await service.bytes
            return (await service.statuses, bytes.used, bytes.limit)
        }
    }

    /// How it goes with an owner's calendar; nil where it was never asked for.
    func status(ofCalendar owner: Name) async -> SourceStatus? {
        await service.statuses.first { $0.kind == .calendar && $0.name == owner.text }
    }

    /// How many events an owner's calendar has in the next fortnight; nil where that is not known now.
    func events(of owner: Name) async -> Int? { await counted(owner) }

    /// Whether a calendar may be in a network that is not the internet.
    func trusts(_ calendar: ConnectedCalendar) -> Bool { trustsAddresses || trusted.has(calendar) }

    /// Fetches a calendar once that somebody wants to connect, and counts its events of the next fortnight.
    ///
    /// - Throws: `FactError` where there is none.
    func check(_ place: CalendarPlace, by account: String?, at now: Timestamp) async throws(FactError) -> Int {
        try await Self.count(try await service.fetchOnce(place, by: account), from: now, zone)
    }

    /// A long calendar takes a second: not where requests are taken in.
    @concurrent
    private static func count(
        _ texts: [[UInt8]], from now: Timestamp, _ zone: Zone
    ) async throws(FactError) -> Int {
        let agenda: Agenda?
        do throws(CalendarError) {
            let end = now.advanced(by: CalendarPlace.counted)
            agenda = try Agenda(reading: texts, from: now, to: end, floating: zone) { Task.isCancelled }
        } catch { throw FactError("what is at the address cannot be read: \(error)") }
        guard let agenda else { throw FactError("nobody waits for it any more") }
        return agenda.occurrences.count
    }

    /// What an address leads to, the likeliest first.
    ///
    /// - Throws: `FactError`.
    func search(
        _ text: String, isSuggestion: Bool, languages: String?, by account: String?
    ) async throws(FactError) -> [Spot] {
        try await service.search(text, isSuggestion: isSuggestion, languages: languages, by: account)
    }
}
