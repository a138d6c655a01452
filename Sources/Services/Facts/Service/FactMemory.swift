internal import JSON
internal import Reminders
internal import Tracking

/// What is known beyond a restart: forecasts, places, what the day has used, and what a weather station has told last.
///
/// Calendars are not in it: they are private, and their owners' servers have them.
struct FactMemory: Hashable, Sendable {
    var entries: [Need: FactBook.Entry] = [:]
    var day: Int64 = 0
    var spent = FactBudget.Tally()
    var station: Told?

    /// What a weather station of one's own has told, and whose that is.
    struct Told: Hashable, Sendable {
        var origin: String
        var forecast: Forecast
    }

    /// The form of the file; another one is not read.
    static let version = 1.0

    init(entries: [Need: FactBook.Entry] = [:], day: Int64 = 0, spent: FactBudget.Tally = FactBudget.Tally()) {
        (self.entries, self.day, self.spent) = (entries, day, spent)
    }

    func encoded() -> [UInt8] {
        let facts = entries.sorted { $0.key.key < $1.key.key }.compactMap { need, entry -> JSONValue? in
            guard let (name, content) = Self.content(entry.fact) else { return nil }
            return .object(
                JSONMembers([
                    ("need", .text(need.key)), ("source", .text(entry.source)), ("origin", .text(entry.origin)),
                    ("expires", .whole(entry.expires.milliseconds)), ("tag", entry.tag.map { .text($0) }),
                    ("modified", entry.modified.map { .text($0) }), (name, content),
                ])
            )
        }
        let document: JSONValue = [
            "version": .number(Self.version), "day": .whole(day), "used": .whole(Int64(spent.total)),
            "shares": .list(
                spent.parts.sorted { $0.key.text < $1.key.text }.map(Self.share)
            ), "facts": .list(facts), "station": station.map(Self.told),
        ]
        return document.encoded()
    }

    private static func told(_ told: Told) -> JSONValue {
        [
            "origin": .text(told.origin), "expires": .whole(told.forecast.expires.milliseconds),
            "forecast": forecast(told.forecast),
        ]
    }

    private static func share(_ key: FactBudget.Tally.Key, _ bytes: Int) -> JSONValue {
        ["of": .text(key.pool.rawValue), "by": key.payer.map { .text($0) }, "bytes": .whole(Int64(bytes))]
    }

    private static func shares(_ value: JSONValue?) -> [FactBudget.Tally.Key: Int] {
        guard case .list(let list)? = value else { return [:] }
        var shares: [FactBudget.Tally.Key: Int] = [:]
        for share in list {
            guard let pool = share["of"]?.text.flatMap(FactBudget.Pool.init(rawValue:)),
                let bytes = whole(share["bytes"])
            else { continue }
            shares[FactBudget.Tally.Key(pool: pool, payer: share["by"]?.text)] = Int(clamping: bytes)
        }
        return shares
    }

    private static func content(_ fact: Fact) -> (String, JSONValue)? {
        switch fact {
        case .forecast(let known): ("forecast", forecast(known))
        case .spots(let spots): ("spots", .list(spots.map(spot)))
        case .calendar: nil
        }
    }

    private static func forecast(_ forecast: Forecast) -> JSONValue {
        [
            "issued": .whole(forecast.issued.milliseconds), "words": .text(forecast.source),
            "slots": .list(forecast.slots.map(slot)),
        ]
    }

    private static func slot(_ slot: Forecast.Slot) -> JSONValue {
        let weather = slot.weather
        func number(_ value: Double?) -> JSONValue? { value.map { .number($0) } }
        return [
            "from": .whole(slot.from.milliseconds), "to": .whole(slot.to.milliseconds),
            "sky": weather.sky.map { .text($0.rawValue) }, "temperature": number(weather.temperature),
            "precipitation": number(weather.precipitation), "chance": number(weather.chance),
            "wind": number(weather.wind), "snow": number(weather.snowDepth),
        ]
    }

    private static func spot(_ spot: Spot) -> JSONValue {
        [
            "name": spot.name.map { .text($0) }, "latitude": .number(spot.position.latitude),
            "longitude": .number(spot.position.longitude), "kind": spot.kind.map { .text($0.rawValue) },
            "address": spot.address.map { .text($0) },
        ]
    }

    /// Reads a file, without the facts that cannot be read; nil for what is none.
    init?(decoding bytes: [UInt8]) {
        guard let document = try? JSONValue(bytes, limits: .init(values: 2_000_000)),
            document["version"]?.number == Self.version, let day = Self.whole(document["day"]),
            let used = Self.whole(document["used"]), case .list(let facts)? = document["facts"]
        else { return nil }
        self.day = day
        spent = FactBudget.Tally(total: Int(clamping: used), parts: Self.shares(document["shares"]))
        station = document["station"].flatMap(Self.told)
        for fact in facts {
            guard let need = fact["need"]?.text.flatMap(Need.init(key:)), let source = fact["source"]?.text,
                let origin = fact["origin"]?.text, let expires = Self.time(fact["expires"]),
                let content = Self.fact(fact, expires)
            else { continue }
            entries[need] = FactBook.Entry(
                source: source, origin: origin, fact: content, expires: expires, tag: fact["tag"]?.text,
                modified: fact["modified"]?.text
            )
        }
    }

    private static func told(_ value: JSONValue) -> Told? {
        guard let origin = value["origin"]?.text, let expires = time(value["expires"]),
            let forecast = value["forecast"].flatMap({ Self.forecast($0, expires) })
        else { return nil }
        return Told(origin: origin, forecast: forecast)
    }

    private static func forecast(_ value: JSONValue, _ expires: Timestamp) -> Forecast? {
        guard let issued = time(value["issued"]), let words = value["words"]?.text else { return nil }
        let slots = value["slots"]?.list.compactMap { slot -> Forecast.Slot? in
            guard let from = time(slot["from"]), let to = time(slot["to"]) else { return nil }
            let weather = Weather(
                sky: slot["sky"]?.text.flatMap(Sky.init(rawValue:)), temperature: slot["temperature"]?.number,
                precipitation: slot["precipitation"]?.number, chance: slot["chance"]?.number,
                wind: slot["wind"]?.number, snowDepth: slot["snow"]?.number
            )
            return Forecast.Slot(from: from, to: to, weather: weather)
        }
        return Forecast(slots: slots ?? [], issued: issued, expires: expires, source: words)
    }

    private static func fact(_ value: JSONValue, _ expires: Timestamp) -> Fact? {
        if let known = value["forecast"].flatMap({ forecast($0, expires) }) { return .forecast(known) }
        guard case .list(let spots)? = value["spots"] else { return nil }
        return .spots(
            spots.compactMap { spot in
                guard let latitude = spot["latitude"]?.number, let longitude = spot["longitude"]?.number,
                    let position = try? Coordinate(latitude: latitude, longitude: longitude)
                else { return nil }
                return Spot(
                    name: spot["name"]?.text, position: position,
                    kind: spot["kind"]?.text.flatMap(SpotKind.init(rawValue:)),
                    address: spot["address"]?.text
                )
            }
        )
    }

    private static func whole(_ value: JSONValue?) -> Int64? { value?.number.flatMap { Int64(exactly: $0) } }

    private static func time(_ value: JSONValue?) -> Timestamp? {
        whole(value).flatMap { abs($0) < 1 << 53 ? Timestamp(milliseconds: $0) : nil }
    }
}

extension FactBook {
    mutating func restore(_ memory: FactMemory) {
        restore(memory.entries, day: memory.day, memory.spent)
    }

    /// What is to be kept over a restart: what still counts, and what the day has used.
    func memory(at now: Timestamp) -> FactMemory {
        let fresh = entries.filter { $0.value.expires > now }
        return FactMemory(entries: fresh, day: budget.day, spent: budget.usage)
    }
}
