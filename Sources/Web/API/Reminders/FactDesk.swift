public import Facts
import Reminders
import Tracking

/// What is asked of others for reminders, as the console shows it, and the search for addresses.
public struct FactDesk: Sendable {
    /// What is asked for the weather, for shops and for addresses; nil for nobody.
    let weather: String?
    let shops: String?
    let addresses: String?
    /// Whether addresses may be searched for while somebody types.
    let suggests: Bool
    /// Whose calendars are connected, also those that nobody has needed yet.
    let calendars: Set<String>
    private let service: FactService

    /// That of a service with its configuration.
    public init(_ service: FactService, _ configuration: FactConfiguration) {
        (weather, shops, addresses) = (configuration.weather, configuration.shops, configuration.addresses)
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

    /// What an address leads to, the likeliest first.
    ///
    /// - Throws: `FactError`.
    func search(_ text: String, isSuggestion: Bool, languages: String?) async throws(FactError) -> [Spot] {
        try await service.search(text, isSuggestion: isSuggestion, languages: languages)
    }
}
