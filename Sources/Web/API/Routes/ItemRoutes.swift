import Access
import HTTPTypes
import History
import Hummingbird
import JSON
import Messages
import Store
import Tracking
import Web

/// `/api/v1/items`: what is tracked.
struct ItemRoutes: ConsoleRoutes {
    let parts: ConsoleParts

    private var shelf: ItemShelf { ItemShelf(parts: parts) }
    private var editor: ItemEditor { ItemEditor(parts: parts) }

    var routes: [Route] {
        [
            Route(.get, "/api/v1/items", .somebody, list),
            Route(.get, "/api/v1/items/{owner}/{tracker}", .item(.lastPosition, openByArea: true), show),
            Route(.patch, "/api/v1/items/{owner}/{tracker}", .item(.command, openByArea: true), change),
            Route(.put, "/api/v1/items/{owner}/{tracker}", .item(.command, openByArea: true), add),
        ]
    }

    private func list(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        var query = QueryReader(request)
        let owner = query.name("owner")
        try query.finish()
        let (now, standard) = (parts.clock.now, parts.configuration.thresholds)
        let sight = context.sight(parts)
        let records = try await shelf.all().filter { record in
            (owner == nil || record.id.owner == owner) && sight.viewer.may(.lastPosition, record.id)
        }
        let items: [ItemAnswer] = try records.map { record in
            let shown = sight.shown(record)
            var answer = ItemAnswer(shown, for: sight.viewer, thresholds: standard, at: now)
            try answer.addEpisode(shown, from: parts.store)
            return answer
        }
        return try Answer.tagged(["items": items], for: request)
    }

    private func show(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        return try await answer(try await shelf.item(context.device()), request, context)
    }

    private func add(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        guard context.viewer.mayAdminister else { throw Problem.forbidden }
        try request.refuseQuery()
        let id = try context.device()
        var reader = BodyReader(try await request.json(context))
        reader.require("item")
        let name = reader.itemName("item")
        try reader.finish()
        let isNew = try parts.store.item(id) == nil
        let mustBeNew = request.headers[.ifNoneMatch] == "*"
        if let name { try await ItemAdder(parts: parts).add(id, named: name, asNew: mustBeNew) }
        let details = try await details(try await shelf.item(id), context)
        let headers: HTTPFields = isNew ? [.location: ItemAnswer.url(of: id)] : [:]
        return try Answer.json(details, status: isNew ? .created : .ok, headers: headers)
    }

    private func answer(_ record: ItemRecord, _ request: Request, _ context: ConsoleContext) async throws -> Response {
        try Answer.tagged(try await details(record, context), settings: ItemSettings(record), for: request)
    }

    /// An item with all that its own page shows.
    func details(_ record: ItemRecord, _ context: ConsoleContext) async throws -> ItemAnswer {
        let sight = context.sight(parts)
        let shown = sight.shown(record)
        let standard = parts.configuration.thresholds
        var answer = ItemAnswer(shown, for: sight.viewer, thresholds: standard, at: parts.clock.now)
        let owner = record.id.owner
        let position = try await parts.history.positions(of: [owner])[owner]
        let fixes = try parts.store.fixCount(of: record.id)
        let ownerPosition = try position.flatMap { try sight.shown($0, of: owner, beside: [record.id]) }
        answer.ownerCard = OwnerCardAnswer(
            try PersonCard.newestFirst(of: owner, for: sight) { $0.kind == .phone }
        )
        try answer.addEpisode(shown, from: parts.store)
        answer.addDetails(shown, fixes: fixes, ownerPosition: ownerPosition.map(PositionAnswer.init))
        return answer
    }

    private func change(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let id = try context.device()
        let record = try await shelf.item(id)
        let change = try ItemChange(try await request.json(context))
        try record.check(request)
        // Another change may come between now and then.
        let isBound = request.headers[.ifMatch].map { $0 != "*" } ?? false
        if change.wish != DesiredChange() { try await editor.carryOut(change.wish, for: record, isBound: isBound) }
        if let thresholds = change.thresholds {
            try await editor.changeRules(of: id) { rules in
                if isBound, rules.thresholds != record.rules.thresholds { throw Problem.changed }
                rules.thresholds = thresholds.value
            }
        }
        return try await answer(try await shelf.item(id), request, context)
    }
}

/// What is to be changed of an item, as a body says it.
struct ItemChange: Sendable {
    var wish: DesiredChange
    var thresholds: ThresholdsChange?

    init(_ document: JSONValue) throws(Problem) {
        var reader = BodyReader(document)
        wish = DesiredChange(
            power: reader.word("power"),
            reportEvery: reader.integer("report_every_s", in: 1...86_400),
            mode: reader.word("mode"),
            item: reader.itemName("item")
        )
        thresholds = ThresholdsChange(&reader)
        reader.refuseEmpty()
        try reader.finish()
    }
}

/// A new pair of thresholds; none for those of the service.
struct ThresholdsChange: Sendable {
    var value: Thresholds?

    /// Reads the member `thresholds`; nil when it is not there, or wrong.
    init?(_ reader: inout BodyReader) {
        guard let member = reader.value("thresholds", "an object or null", { $0 }) else { return nil }
        if member == .null { return }
        var inner = BodyReader(member, at: reader.pointer(to: "thresholds"))
        inner.require("warning_m", "critical_m")
        let warning = inner.number("warning_m", in: 0...100_000)
        let critical = inner.number("critical_m", in: 0...100_000)
        if let warning, let critical {
            do { value = try Thresholds(warning: warning, critical: critical) } catch {
                inner.refuse("critical_m", "\(error)")
            }
        }
        inner.refuseUnread()
        reader.add(inner.errors)
    }
}
