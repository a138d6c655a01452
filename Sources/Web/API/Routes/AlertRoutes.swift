import Access
import HTTPTypes
import Hummingbird
import Messages
import Store
import Tracking
import Web

/// `/api/v1/alerts` and `evidence`: changes of level, and what levels rest on.
struct AlertRoutes: ConsoleRoutes {
    let parts: ConsoleParts

    var routes: [Route] {
        [
            Route(.get, "/api/v1/alerts", .somebody, list),
            Route(.get, "/api/v1/items/{owner}/{tracker}/evidence", .item(.lastPosition), evidence),
        ]
    }

    private func list(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        var query = QueryReader(request)
        var search = AlertSearch()
        search.owner = query.name("owner")
        search.tracker = query.name("tracker")
        search.from = query.time("from")
        search.to = query.time("to")
        let limit = query.integer("limit", in: 1...1000) ?? 100
        let cursors = context.cursors(of: "alerts", parts.web)
        search.before = query.value("cursor", Cursors.expected) { cursors.text($0).flatMap(AlertSearch.Place.init) }
        if search.tracker != nil, search.owner == nil { query.refuse("tracker", "it goes with an owner") }
        try query.finish()
        let sight = context.sight(parts)
        // In the search itself: what is left out behind it would show in where pages end.
        if !sight.viewer.maySeeAll(.history) {
            search.devices = Set(try parts.store.devices().map(\.id).filter { sight.viewer.may(.history, $0) })
        }
        // One more tells whether there is another page.
        let rows = try parts.store.alerts(search, limit: limit + 1)
        var writer = JSONText()
        writer.open("{\"alerts\":[")
        for row in rows.prefix(limit) { writer.element(try sight.shown(row)) }
        writer.open("]")
        if rows.count > limit, let last = rows.dropLast().last,
            let next = cursors.closed(AlertSearch.Place(last).text)
        {
            writer.open(",\"next\":\"\(next)\"")
        }
        writer.open("}")
        return Answer.json(writer.bytes)
    }

    private func evidence(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let id = try context.device()
        guard try parts.store.item(id) != nil else { throw ItemShelf.noItem(id) }
        context.sight(parts).recordAccess(.lastPosition, at: id)
        guard let document = try parts.store.document(.evidence, of: id) else {
            throw Problem(.notFound, "the level of \(id) rests on nothing yet")
        }
        return Answer.json(document.payload)
    }
}

extension AlertSearch.Place {
    /// A place as `next` tells it, opened.
    init?(_ text: String) {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let time = Int64(parts[0]), (1...64).contains(parts[1].utf8.count),
            parts[1].utf8.allSatisfy(Name.isAllowed)
        else { return nil }
        self.init(time: Timestamp(milliseconds: time), id: String(parts[1]))
    }

    init(_ row: AlertRow) { self.init(time: row.time, id: row.id) }
    var text: String { "\(time.milliseconds).\(id)" }
}

extension Sight {
    fileprivate func shown(_ row: AlertRow) throws -> [UInt8] {
        recordAccess(.history, at: row.device)
        return viewer.isByArea(row.device) ? row.byArea : try row.json()
    }
}

extension AlertRow {
    fileprivate var byArea: [UInt8] { (payload.flatMap { try? AlertMessage(decoding: $0) } ?? message).byArea }

    /// The message as it was published, or what is known of it, with what it rested on.
    func json() throws -> [UInt8] {
        var bytes = payload ?? message.encoded()
        guard let evidence, bytes.last == UInt8(ascii: "}") else { return bytes }
        bytes.removeLast()
        return bytes + Array(",\"evidence\":".utf8) + evidence + [UInt8(ascii: "}")]
    }

    private var message: AlertMessage {
        AlertMessage(
            id: id,
            event: AlertEvent(rawValue: event) ?? .raised,
            level: AlertLevel(rawValue: level) ?? .none,
            previous: AlertLevel(rawValue: previous) ?? .none,
            threshold: threshold,
            distance: distance,
            confidence: confidence,
            owner: device.owner,
            tracker: device.device,
            item: device.device.text,
            time: time,
            episode: episode
        )
    }
}

/// Puts texts that are JSON already into one.
struct JSONText {
    private(set) var bytes: [UInt8] = []
    private var isFirst = true

    mutating func open(_ text: String) { bytes.append(contentsOf: text.utf8) }

    mutating func element(_ json: [UInt8]) {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        bytes.append(contentsOf: json)
    }
}
