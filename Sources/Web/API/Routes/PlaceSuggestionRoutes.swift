import Access
import Foundation
import HTTPTypes
import Hummingbird
import Store
import Tracking
import Web

/// `/api/v1/items/…/place-suggestions`: where an item spends its nights, as places where it might stay behind.
struct PlaceSuggestionRoutes: ConsoleRoutes {
    let parts: ConsoleParts

    var routes: [Route] { [Route(.get, "/api/v1/items/{owner}/{tracker}/place-suggestions", .item(.history), list)] }

    private func list(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        var reader = QueryReader(request)
        let days = reader.integer("days", in: 3...366) ?? 30
        let zone = reader.value("zone", "a time zone such as Europe/Ljubljana", ZoneClock.init)
        reader.require("zone")
        try reader.finish()
        guard var zone else { throw Problem(.badRequest, "the parameter 'zone' is required") }
        let item = try await ItemShelf(parts: parts).item(context.device())
        let now = parts.clock.now
        let ticket = try parts.answers.ticket(.searches, 1, for: Asker(context))
        defer { withExtendedLifetime(ticket) {} }
        var fixes = FixList(of: item.id, in: context.sight(parts), now.advanced(by: .seconds(-86_400 * days))...now)
        var nights = NightPlaces()
        while let page = try await fixes.page() {
            for stored in page { nights.record(stored.fix, ahead: zone.ahead(at: stored.fix.time)) }
        }
        let places = nights.places(beside: item.rules.places).compactMap(SuggestedPlace.init)
        return try Answer.json(["suggestions": places])
    }
}

/// How far a zone's clocks are ahead of UTC, for many moments one after the other.
private struct ZoneClock {
    /// Clocks are put forward and back at quarters of an hour only.
    private static let quarter: Int64 = 900_000

    private let zone: TimeZone
    private var known: (quarter: Int64, seconds: Int)?

    /// Nil for a zone that is not known here.
    init?(_ name: String) {
        // It becomes the name of a file.
        let isPlain = name.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { part in
            !part.isEmpty && part.utf8.allSatisfy { Name.isAllowed($0) || $0 == UInt8(ascii: "+") }
        }
        guard isPlain, let zone = TimeZone(identifier: name) else { return nil }
        self.zone = zone
    }

    mutating func ahead(at time: Timestamp) -> Int {
        let quarter = time.milliseconds / Self.quarter
        if let known, known.quarter == quarter { return known.seconds }
        let seconds = zone.secondsFromGMT(for: Date(timeIntervalSince1970: time.seconds))
        known = (quarter, seconds)
        return seconds
    }
}

/// A place that might become a trusted one, as it is answered.
private struct SuggestedPlace: Encodable {
    let lat, lon, radiusM: Double
    let nights: Int

    init?(_ found: (area: Area, nights: Int)) {
        guard case .circle(let centre, let radius) = found.area else { return nil }
        (lat, lon, radiusM, nights) = (centre.latitude, centre.longitude, radius, found.nights)
    }
}
