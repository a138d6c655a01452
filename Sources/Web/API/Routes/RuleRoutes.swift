import Access
import HTTPTypes
import History
import Hummingbird
import JSON
import Messages
import Store
import Tracking
import Web

/// `/api/v1/items/…/rules`, `acknowledgement`, `lost` and `places`: how an item is watched over.
struct RuleRoutes: ConsoleRoutes {
    let parts: ConsoleParts

    private var shelf: ItemShelf { ItemShelf(parts: parts) }
    private var editor: ItemEditor { ItemEditor(parts: parts) }

    private static let item: RouterPath = "/api/v1/items/{owner}/{tracker}"

    var routes: [Route] {
        [
            Route(.get, "\(Self.item)/rules", .item(.lastPosition, openByArea: true), show),
            Route(.patch, "\(Self.item)/rules", .item(.command, openByArea: true), change),
            Route(.put, "\(Self.item)/acknowledgement", .item(.command), acknowledge),
            Route(.delete, "\(Self.item)/acknowledgement", .item(.command), takeBack),
            Route(.put, "\(Self.item)/lost", .item(.command), markLost),
            Route(.delete, "\(Self.item)/lost", .item(.command), markFound),
            Route(.get, "\(Self.item)/places", .item(.lastPosition), places),
            Route(.post, "\(Self.item)/places", .item(.command), addPlace),
            Route(.put, "\(Self.item)/places/{place}", .item(.command), replacePlace),
            Route(.delete, "\(Self.item)/places/{place}", .item(.command), removePlace),
        ]
    }

    private func answer(_ record: ItemRecord) -> RulesAnswer {
        RulesAnswer(record.rules, thresholds: record.row.device.thresholds, standard: parts.configuration.thresholds)
    }

    private func show(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        return try Answer.tagged(
            answer(context.sight(parts).shown(try await shelf.item(context.device()))), for: request
        )
    }

    private func change(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let id = try context.device()
        let record = try await shelf.item(id)
        let change = try RulesChange(try await request.json(context), at: parts.clock.now)
        try EntityTag(of: Answer.bytes(of: answer(record))).check(request)
        try await editor.changeRules(of: id) { change.apply(to: &$0) }
        return try Answer.tagged(answer(try await shelf.item(id)), for: request)
    }

    private func acknowledge(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let id = try context.device()
        guard let episode = try await shelf.item(id).standing.state?.episode else {
            throw Problem(.conflict, "\(id) is not left behind: there is nothing to acknowledge")
        }
        try await editor.changeRules(of: id) { $0.acknowledged = episode }
        return try Answer.json(answer(try await shelf.item(id)))
    }

    private func takeBack(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let id = try context.device()
        _ = try await shelf.item(id)
        try await editor.changeRules(of: id) { $0.acknowledged = nil }
        return Answer.nothing
    }

    /// One that is marked already stays so since then, with another note or none.
    private func markLost(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let (id, now) = (try context.device(), parts.clock.now)
        _ = try await shelf.item(id)
        var body = BodyReader(try await request.json(context))
        let note = body.isNull("note") ? body.null("note") : body.label("note", .lostNote)
        try body.finish()
        try await editor.changeRules(of: id) { $0.lost = .made(at: now, note: note, after: $0.lost) }
        return try Answer.json(answer(try await shelf.item(id)))
    }

    private func markFound(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let id = try context.device()
        _ = try await shelf.item(id)
        try await editor.changeRules(of: id) { $0.lost = nil }
        return Answer.nothing
    }

    // MARK: Places

    private func places(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let rules = context.sight(parts).shown(try await shelf.item(context.device())).rules
        return try Answer.json(["places": rules.places.map(PlaceAnswer.init)])
    }

    private func addPlace(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let id = try context.device()
        _ = try await shelf.item(id)
        let place = try TrustedPlace(try await request.json(context))
        try await editor.changeRules(of: id) { rules in
            if rules.places.contains(where: { $0.name == place.name }) {
                throw Problem(.conflict, "\(id) has a place '\(place.name)' already")
            }
            do { try rules.add(place) } catch { throw Problem(.conflict, "\(error)") }
        }
        let location = "\(ItemAnswer.url(of: id))/places/\(place.name.text.percentEncoded)"
        return try Answer.json(PlaceAnswer(place), status: .created, headers: [.location: location])
    }

    private func replacePlace(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let (id, name) = (try context.device(), try context.text("place"))
        _ = try await shelf.item(id)
        let place = try TrustedPlace(try await request.json(context))
        try await editor.changeRules(of: id) { rules in
            guard let index = rules.places.firstIndex(where: { $0.name.text == name }) else {
                throw Self.noPlace(name, id)
            }
            let isTaken = rules.places.enumerated().contains { $0.offset != index && $0.element.name == place.name }
            if isTaken { throw Problem(.conflict, "\(id) has another place '\(place.name)'") }
            rules.places[index] = place
        }
        return try Answer.json(PlaceAnswer(place))
    }

    private func removePlace(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let (id, name) = (try context.device(), try context.text("place"))
        _ = try await shelf.item(id)
        try await editor.changeRules(of: id) { rules in
            guard rules.places.contains(where: { $0.name.text == name }) else { throw Self.noPlace(name, id) }
            rules.places.removeAll { $0.name.text == name }
        }
        return Answer.nothing
    }

    private static func noPlace(_ name: String, _ id: DeviceID) -> Problem {
        Problem(.notFound, "\(id) has no place '\(name.excerpt(80))'")
    }
}

/// What is to be changed of an item's rules, as a body says it.
struct RulesChange: Sendable {
    private var thresholds: ThresholdsChange?
    private var quiet: QuietHours??
    private var snooze: Timestamp??

    /// How far ahead an item may be snoozed.
    private static let longestSnooze: Duration = .seconds(30 * 86_400)

    init(_ document: JSONValue, at now: Timestamp) throws(Problem) {
        var reader = BodyReader(document)
        thresholds = ThresholdsChange(&reader)
        quiet = reader.quietHours("quiet")
        if reader.isNull("snooze_until") {
            snooze = reader.value("snooze_until", "null") { _ in .some(nil) }
        } else if let until = reader.time("snooze_until") {
            if until > now.advanced(by: Self.longestSnooze) {
                reader.refuse("snooze_until", "a time at most 30 days ahead is expected, found \(until)")
            }
            snooze = .some(until)
        }
        reader.refuseEmpty()
        try reader.finish()
    }

    func apply(to rules: inout ItemRules) {
        if let thresholds { rules.thresholds = thresholds.value }
        if let quiet { rules.quiet = quiet }
        if let snooze { rules.snoozedUntil = snooze }
    }
}

extension BodyReader {
    /// Quiet hours, or null for none; nil when there is no such member, or another value, which is refused.
    mutating func quietHours(_ name: String) -> QuietHours?? {
        guard has(name) else { return nil }
        return value(name, "two different times of day such as \"22:00-07:00\", or null,") { member in
            switch member {
            case .null: .some(nil)
            case .text(let text): (try? QuietHours(text)).map { .some($0) }
            default: nil
            }
        }
    }
}

extension TrustedPlace {
    init(_ document: JSONValue) throws(Problem) {
        var reader = BodyReader(document)
        reader.require("name")
        let name = reader.itemName("name")
        let area = reader.has("points") ? Self.polygon(&reader) : Self.circle(&reader)
        try reader.finish()
        guard let name, let area else { throw Problem(.unprocessableContent, "the body: a place is expected") }
        self.init(name: name, area: area)
    }

    private static func circle(_ reader: inout BodyReader) -> Area? {
        reader.require("lat", "lon", "radius_m")
        let centre = reader.coordinate()
        guard let radius = reader.number("radius_m", in: 1...10_000), let centre else { return nil }
        return .circle(centre, radius: radius)
    }

    private static func polygon(_ reader: inout BodyReader) -> Area? {
        let list = reader.value("points", "a list of 3 to 200 corners") { member -> [JSONValue]? in
            guard case .list(let list) = member, (3...200).contains(list.count) else { return nil }
            return list
        }
        guard let list else { return nil }
        var corners: [Coordinate] = []
        for (index, member) in list.enumerated() {
            var inner = BodyReader(member, at: "\(reader.pointer(to: "points"))/\(index)")
            inner.require("lat", "lon")
            if let corner = inner.coordinate() { corners.append(corner) }
            inner.refuseUnread()
            reader.add(inner.errors)
        }
        guard corners.count == list.count else { return nil }
        do { return try .polygon(through: corners) } catch {
            reader.refuse("points", "\(error)")
            return nil
        }
    }
}

extension BodyReader {
    fileprivate mutating func coordinate() -> Coordinate? {
        let latitude = number("lat", in: -90...90)
        let longitude = number("lon", in: -180...180)
        guard let latitude, let longitude else { return nil }
        return try? Coordinate(latitude: latitude, longitude: longitude)
    }
}

extension String {
    /// The text as one part of a path.
    var percentEncoded: String {
        utf8.map { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: String(UnicodeScalar(byte))
            default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }.joined()
    }
}
