internal import JSON
internal import Reminders
internal import Tracking

/// Nominatim, which finds addresses (<https://nominatim.org/release-docs/latest/api/Search/>).
///
/// `GET /search?format=jsonv2&q=…` answers with a list, each with `lat` and `lon` as texts, `display_name` and `name`.
/// The public server's policy: one request a second at most, a `User-Agent` of one's own, and no suggestions while
/// somebody types (<https://operations.osmfoundation.org/policies/nominatim/>).
struct Nominatim: Hashable, Sendable {
    let url: String
    /// Whether it may be asked while somebody types: a server of one's own.
    let suggests: Bool

    static let name = "nominatim"
    /// From one request to the next.
    static let pause = Duration.seconds(1)
    /// Ten places have some kilobytes.
    static let answer = 128 * 1024
    /// The longest text that is searched for, in characters.
    static let longest = FactService.longestSearch
    static let mostSpots = 10

    /// The request for a text; languages as in `Accept-Language`.
    func request(_ text: String, languages: String?) -> FactRequest {
        let query = FactAddress.query([
            "format": "jsonv2", "limit": "\(Self.mostSpots)", "q": String(text.prefix(Self.longest)),
        ])
        var request = FactRequest(.get, FactAddress.join(url, "/search?\(query)"))
        request.headers["Accept"] = "application/json"
        if let languages { request.headers["Accept-Language"] = languages }
        return request
    }

    /// Reads an answer; an empty list is that there is nothing of the kind.
    static func spots(_ body: [UInt8]) throws(FactError) -> [Spot] {
        guard case .list(let places) = try WeatherAnswer.document(body) else {
            throw FactError("the answer is no list of places")
        }
        return places.prefix(mostSpots).compactMap { place in
            func degrees(_ key: String) -> Double? {
                place[key]?.number ?? place[key]?.text.flatMap { ByteNumber.double($0) }
            }
            guard let latitude = degrees("lat"), let longitude = degrees("lon"),
                let position = try? Coordinate(latitude: latitude, longitude: longitude)
            else { return nil }
            let name = place["name"]?.text.flatMap { $0.isEmpty ? nil : $0.excerpt(100) }
            return Spot(name: name, position: position, address: place["display_name"]?.text.map { $0.excerpt(300) })
        }
    }
}
