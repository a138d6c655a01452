internal import JSON
internal import Reminders
internal import Tracking

/// Overpass, which answers questions about OpenStreetMap (<https://wiki.openstreetmap.org/wiki/Overpass_API>).
///
/// `POST /api/interpreter` with `data=` and a query in Overpass QL; with `[out:json]` and `out center` it answers with
/// `elements`, each of which has `lat` and `lon`, or a `center` with them, and `tags`.
struct Overpass: FactSource {
    /// Where it is, with the path: `https://overpass-api.de/api/interpreter`.
    let url: String
    let name = "overpass"
    var origin: String { "\(name) \(url)" }
    let limits = FactLimits(
        answer: 2 << 20, timeout: .seconds(30), pause: .seconds(5), lifetime: .seconds(12 * 3600),
        shortest: .seconds(6 * 3600), longest: .seconds(12 * 3600), grace: .seconds(24 * 3600)
    )

    /// How far beyond its cell it is searched, in hundredths of a degree of latitude: 3.3 km.
    private static let margin = 3
    private static let mostSpots = 500
    private static let seconds = 20
    /// How much memory the server may take for it: 32 MiB.
    private static let memory = 33_554_432

    init(url: String) { self.url = url }

    func conversation(for need: Need, at now: Timestamp) -> (any Conversation)? {
        guard case .spots(let kind, let cell) = need else { return nil }
        var request = FactRequest(.post, url)
        request.headers["Content-Type"] = "application/x-www-form-urlencoded"
        request.headers["Accept"] = "application/json"
        request.body = Array(FactAddress.query(["data": Self.query(kind, cell)]).utf8)
        return Question(request: request) { body, _ throws(FactError) in .spots(try Self.spots(body, kind)) }
    }

    /// The query for a kind around a cell.
    ///
    /// Numbers and tags of our own are all that goes into it: nothing of a user's.
    static func query(_ kind: SpotKind, _ cell: Cell) -> String {
        let south = max(-9000, cell.latitude - 1 - margin), north = min(9000, cell.latitude + 1 + margin)
        // A degree of longitude is shorter by the cosine, taken at the far end of each 10°.
        let shortening = [1.02, 1.07, 1.16, 1.31, 1.56, 2, 2.93, 5.76, 10]
        let width = Int((Double(margin) * shortening[min(8, abs(cell.latitude) / 1000)]).rounded(.up)) + 1
        let west = max(-18_000, cell.longitude - width), east = min(18_000, cell.longitude + width)
        let box = [south, west, north, east].map { Cell.decimal($0) }.joined(separator: ",")
        let parts = kind.tags.map { "nwr[\"\($0.key)\"=\"\($0.value)\"](\(box));" }.joined()
        return "[out:json][timeout:\(seconds)][maxsize:\(memory)];(\(parts));out center \(mostSpots);"
    }

    /// Reads an answer; an empty one is that there is none around.
    static func spots(_ body: [UInt8], _ kind: SpotKind) throws(FactError) -> [Spot] {
        let answer = try WeatherAnswer.document(body)
        guard case .list(let elements)? = answer["elements"] else { throw FactError("the answer has no 'elements'") }
        // A query that has run out of time or memory ends with status 200, a remark and what there was until then.
        if let remark = answer["remark"]?.text, remark.contains("error") {
            throw FactError("the server did not finish the query: it ran out of time or memory")
        }
        return elements.prefix(mostSpots).compactMap { element in
            let place = element["center"] ?? element
            guard let latitude = place["lat"]?.number, let longitude = place["lon"]?.number,
                let position = try? Coordinate(latitude: latitude, longitude: longitude)
            else { return nil }
            let tags = element["tags"]
            return Spot(
                name: (tags?["name"]?.text ?? tags?["brand"]?.text).map { $0.excerpt(100) }, position: position,
                kind: kind, address: tags.flatMap(address)
            )
        }
    }

    private static func address(_ tags: JSONValue) -> String? {
        func text(_ key: String) -> String? { tags["addr:\(key)"]?.text }
        let street = [text("street"), text("housenumber")].compactMap(\.self).joined(separator: " ")
        let town = [text("postcode"), text("city")].compactMap(\.self).joined(separator: " ")
        let line = [street, town].filter { !$0.isEmpty }.joined(separator: ", ")
        return line.isEmpty ? nil : line.excerpt(200)
    }
}
