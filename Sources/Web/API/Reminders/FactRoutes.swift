import Access
import Facts
import HTTPTypes
import Hummingbird
import Messages
import Reminders
import Store
import Tracking
import Web

/// `/api/v1/facts` and `places/search`: who is asked for what reminders need to know, and where an address is.
struct FactRoutes: ConsoleRoutes {
    let parts: ConsoleParts

    /// Of `Accept-Language`, in bytes: what is longer is no list of a person's languages.
    private static let longestLanguages = 100

    var routes: [Route] {
        [
            Route(.get, "/api/v1/facts", .somebody, show),
            Route(.get, "/api/v1/places/search", .somebody, search),
        ]
    }

    private func show(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        guard let desk = parts.facts else { return try Answer.json(FactsAnswer()) }
        let (statuses, used, limit) = await desk.standing
        var answer = FactsAnswer(desk, statuses)
        (answer.bytesToday, answer.budgetBytes) = (used, limit)
        // A calendar is its owner's own; one that is connected is there before anything has needed it.
        let viewer = context.viewer
        let known = statuses.filter { $0.kind == .calendar }
        let calendars = desk.calendars.union(try parts.store.calendarOwners().map(\.text))
        answer.sources += calendars.sorted().filter { name in
            (try? Name(name)).map { viewer.mayGuard($0, .lastPosition) } ?? viewer.mayAdminister
        }.map { name in FactsAnswer.Source(.calendar, name: name, known.first { $0.name == name }) }
        return try Answer.json(answer)
    }

    private func search(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        var query = QueryReader(request)
        query.require("q")
        let text = query.value("q", "a text of 1 to \(FactService.longestSearch) characters") { text in
            TextBounds(1...FactService.longestSearch).allows(text) && text.contains { !$0.isWhitespace } ? text : nil
        }
        let isSuggestion = query.value("suggestions", "true or false") { Bool($0) } ?? false
        try query.finish()
        guard let text, let desk = parts.facts, desk.addresses != nil else { throw Self.off }
        guard !isSuggestion || desk.suggests else {
            throw Problem(
                .conflict,
                "the server for addresses is asked only for what was typed as a whole; with one of your own, "
                    + "'suggestions: yes' under 'places:' in facts.yaml allows more"
            )
        }
        if let account = context.viewer.account { try parts.placeSearches.count(account, at: parts.clock.now) }
        let languages = request.headers[.acceptLanguage].flatMap { languages in
            languages.utf8.count <= Self.longestLanguages ? languages : nil
        }
        do {
            let spots = try await desk.search(
                text, isSuggestion: isSuggestion, languages: languages, by: context.viewer.account?.text
            )
            return try Answer.json(FoundPlaces(places: spots.map(FoundPlaces.Place.init)))
        } catch let error as FactError {
            let wait = error.retryAfter.map { max(1, $0.components.seconds) } ?? 30
            throw Problem(.serviceUnavailable, "nothing was found out: \(error)", headers: [.retryAfter: "\(wait)"])
        }
    }

    private static let off = Problem(
        .conflict,
        "addresses are not searched for: name a server under 'places: nominatim' in facts.yaml, or give coordinates"
    )
}

/// Which sources there are, and how they stand.
private struct FactsAnswer: Encodable {
    var sources: [Source] = Source.Kind.fixed.map { Source($0, name: nil, nil) }
    var bytesToday = 0
    var budgetBytes = 0

    struct Source: Encodable {
        let kind: Kind
        let isOn: Bool
        let source: String?
        var suggestions: Bool?
        let lastSuccess: String?
        let lastFailure: String?
        let trouble: String?
        let nextTry: String?
        let bytesToday: Int?
        let fetches: Int?
        let failures: Int?
        /// How often a calendar is asked for now, in seconds.
        let refresh: Int?
        /// What to do where nobody is asked.
        let advice: String?

        enum Kind: String, Encodable {
            case weather, shops, addresses, calendar

            static let fixed: [Kind] = [.weather, .shops, .addresses]

            var advice: String {
                switch self {
                case .weather: "name a source under 'weather: source' in facts.yaml"
                case .shops: "name a server under 'places: overpass' in facts.yaml"
                case .addresses: "name a server under 'places: nominatim' in facts.yaml"
                case .calendar: "connect a calendar"
                }
            }
        }

        enum CodingKeys: String, CodingKey {
            case kind, isOn = "on", source, suggestions, lastSuccess, lastFailure, trouble, nextTry, bytesToday, fetches
            case failures, refresh = "refreshS", advice
        }

        init(_ kind: Kind, name: String?, _ status: SourceStatus?) {
            (self.kind, isOn, source) = (kind, name != nil, name)
            lastSuccess = status?.lastSuccess?.description
            lastFailure = status?.lastFailure?.description
            (trouble, nextTry) = (status?.trouble, status?.nextTry?.description)
            (bytesToday, fetches, failures) = (status?.bytesToday, status?.fetches, status?.failures)
            refresh = status?.refresh.map { Int($0.components.seconds) }
            advice = name == nil ? kind.advice : nil
        }
    }

    init() {}

    init(_ desk: FactDesk, _ statuses: [SourceStatus]) {
        // How it goes with searches, whoever searches is told.
        let names: [(Source.Kind, SourceStatus.Kind, String?)] = [
            (.weather, .weather, desk.weather), (.shops, .shops, desk.shops), (.addresses, .addresses, desk.addresses),
        ]
        sources = names.map { kind, asked, name in
            var source = Source(kind, name: name, statuses.first { $0.kind == asked && $0.name == name })
            if kind == .addresses, name != nil { source.suggestions = desk.suggests }
            return source
        }
    }
}

/// What an address leads to.
private struct FoundPlaces: Encodable {
    let places: [Place]
    /// What has to be shown beside places of OpenStreetMap (https://www.openstreetmap.org/copyright).
    var attribution = "© OpenStreetMap contributors"

    struct Place: Encodable {
        let name: String?
        let address: String?
        let lat, lon: Double

        init(_ spot: Spot) {
            (name, address) = (spot.name, spot.address)
            (lat, lon) = (spot.position.latitude, spot.position.longitude)
        }
    }
}
