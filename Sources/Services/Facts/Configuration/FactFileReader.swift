internal import Foundation
public import Settings

extension FactConfiguration {
    enum Key: String, SettingsKey { case weather, places, calendars, budget, contact }

    enum WeatherSource: String, CaseIterable {
        case openMeteo = "open-meteo"
        case openWeatherMap = "openweathermap"
        case metNorway = "met-norway"
        case station
    }

    enum WeatherKey: String, SettingsKey {
        case source, url, contact, product, topic, fields
        case keyFile = "key-file"
    }

    enum PlacesKey: String, SettingsKey { case nominatim, overpass, suggestions }

    enum CalendarsKey: String, SettingsKey { case refresh, people, trusted }

    enum FieldKey: String, SettingsKey { case key, unit }

    /// Reads `facts.yaml`, and the secrets that it names; the environment is for `~/` and `$CREDENTIALS_DIRECTORY/`.
    ///
    /// - Throws: ``SettingsError`` with file and line; no secret is in it.
    public init(_ file: SettingsFile, environment: [String: String]) throws(SettingsError) {
        let root = try file.root(Key.self)
        self.init(sources: FixedSources())
        let contact = try root[.contact].map { value throws(SettingsError) in try Self.contact(value) }
        if let contact { userAgent = "tagalong \(contact)" }
        if let value = root[.weather] { try readWeather(value, contact, environment) }
        if let value = root[.places] { try readPlaces(value) }
        if let value = root[.calendars] {
            let section = try value.section(CalendarsKey.self)
            refresh = try section[.refresh]?.duration(in: .seconds(600)...(.seconds(86_400))) ?? refresh
            for value in try section[.trusted]?.list() ?? [] { trusted.add(try Self.address(value)) }
            if let people = section[.people] { calendars = try Self.calendars(people, environment) }
        }
        if let value = root[.budget] { budget = try Self.size(value) }
    }

    private mutating func readWeather(
        _ value: SettingsValue, _ contact: String?, _ environment: [String: String]
    ) throws(SettingsError) {
        let section = try value.section(WeatherKey.self)
        let kind = try section.required(.source).word(WeatherSource.self)
        let url = try section[.url].map { value throws(SettingsError) in try Self.address(value) }
        let context = "source: \(kind.rawValue)"
        switch kind {
        case .openMeteo:
            try section.allow([.source, .url], with: context)
            sources.weather = OpenMeteo(url: url ?? OpenMeteo.server)
        case .openWeatherMap:
            try section.allow([.source, .url, .keyFile, .product], with: context)
            let file = try section.required(.keyFile)
            let key = try SecretFile.read(try file.string(), at: file.place, environment: environment)
            if let place = section[.url], let url, FactAddress.isOpen(url) {
                throw place.unexpected("https://, as the key goes along, which others could read over http://,")
            }
            let product = try section[.product]?.word(OpenWeatherMap.Product.self) ?? .forecast
            sources.weather = OpenWeatherMap(url: url ?? OpenWeatherMap.server, product: product, key: key)
        case .metNorway:
            try section.allow([.source, .url, .contact], with: context)
            let own = try section[.contact].map { value throws(SettingsError) in try Self.contact(value) }
            guard let contact = own ?? contact else {
                throw SettingsError(
                    section.place,
                    "MET Norway's terms ask for a contact: 'contact' with a mail address or web site of yours is expected"
                )
            }
            sources.weather = MetNorway(url: url ?? MetNorway.server, contact: contact)
        case .station:
            try section.allow([.source, .topic, .fields], with: context)
            station = try Self.station(section)
        }
    }

    private static func station(_ section: SettingsSection<WeatherKey>) throws(SettingsError) -> Station {
        let topic = try section.required(.topic)
        let text = try topic.string()
        guard !text.contains(where: { $0 == "#" || $0 == "+" || $0 == "\0" }), text.utf8.count <= 1000 else {
            throw topic.unexpected("a topic without '#' and '+'")
        }
        var fields: [Station.Quantity: Station.Field] = [:]
        for (name, value) in try section.required(.fields).named() {
            guard let quantity = Station.Quantity(rawValue: name) else {
                let known = Station.Quantity.allCases.map(\.rawValue).joined(separator: ", ")
                throw SettingsError(value.place, "unknown field '\(name.prefix(40))': one of \(known) is expected")
            }
            fields[quantity] = try field(value, quantity)
        }
        guard !fields.isEmpty else {
            throw SettingsError(section.place, "'fields' is empty: temperature: KEY or the like is expected")
        }
        return Station(topic: text, fields: fields)
    }

    /// `outside.temp`, or a mapping of `key` and `unit`.
    private static func field(
        _ value: SettingsValue, _ quantity: Station.Quantity
    ) throws(SettingsError) -> Station.Field {
        guard value.isSection else { return Station.Field(try path(value)) }
        let section = try value.section(FieldKey.self)
        var field = Station.Field(try path(try section.required(.key)))
        guard let unit = section[.unit] else { return field }
        guard let known = Station.Unit(rawValue: try unit.string()), quantity.units.contains(known) else {
            let units = quantity.units.map(\.rawValue).joined(separator: ", ")
            throw unit.unexpected(quantity.units.isEmpty ? "no unit" : "one of \(units)")
        }
        field.unit = known
        return field
    }

    private static func path(_ value: SettingsValue) throws(SettingsError) -> [String] {
        let parts = try value.string().split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count <= 8, parts.allSatisfy({ !$0.isEmpty }) else {
            throw value.unexpected("a key of the message, or several with dots between them,")
        }
        return parts
    }

    private mutating func readPlaces(_ value: SettingsValue) throws(SettingsError) {
        let section = try value.section(PlacesKey.self)
        if let url = section[.overpass] { sources.spots = Overpass(url: try Self.address(url)) }
        let suggestions = try section[.suggestions]?.flag() ?? false
        guard let url = section[.nominatim] else { return }
        let address = try Self.address(url)
        if suggestions, FactAddress.host(address) == "nominatim.openstreetmap.org", let key = section[.suggestions] {
            throw SettingsError(
                key.place, "the public server's policy forbids suggestions: a server of your own is expected"
            )
        }
        nominatim = Nominatim(url: address, suggests: suggestions)
    }

    /// An address of http or https, without a slash at the end.
    private static func address(_ value: SettingsValue) throws(SettingsError) -> String {
        var text = try value.string()
        while text.last == "/" { text.removeLast() }
        guard let parts = URLComponents(string: text), parts.host?.isEmpty == false,
            ["http", "https"].contains(parts.scheme), parts.user == nil, parts.query == nil, parts.fragment == nil
        else { throw value.unexpected("a URL that begins with https:// or http://, without user and query,") }
        return text
    }

    /// A mail address or a web site, fit for a header.
    private static func contact(_ value: SettingsValue) throws(SettingsError) -> String {
        let text = try value.string()
        guard (5...200).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            text.contains("@") || text.contains("://")
        else { throw value.unexpected("a mail address or a web site of yours") }
        return text
    }

    /// A number of bytes, such as `10 MiB`.
    private static func size(_ value: SettingsValue) throws(SettingsError) -> Int {
        let words = try value.string().split(separator: " ")
        let units = ["KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30]
        guard words.count == 2, let unit = units[String(words[1])], let number = Int(words[0]),
            (1...1_000_000).contains(number), (64 << 10...100 << 30).contains(number * unit)
        else { throw value.unexpected("a size from 64 KiB to 100 GiB, such as 10 MiB") }
        return number * unit
    }
}
