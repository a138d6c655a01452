import Access
import Foundation
import History
import Hummingbird
import Store
import Tracking
import Web

/// `/api/v1/items/{owner}/{tracker}/retention`: how long the positions of an item are kept.
struct RetentionRoutes: ConsoleRoutes {
    let parts: ConsoleParts

    private static let path: RouterPath = "/api/v1/items/{owner}/{tracker}/retention"

    var routes: [Route] {
        [
            Route(.get, Self.path, .item(.history, openByArea: true)) { request, context in
                try request.refuseQuery()
                return try await answer(of: device(context))
            },
            Route(.put, Self.path, .item(.command, openByArea: true)) { request, context in
                let isTrial = try Self.isTrial(request)
                let (device, retention) = (try device(context), try await Self.read(request, context))
                return isTrial ? try await effect(of: retention, on: device) : try await change(device, to: retention)
            },
            Route(.delete, Self.path, .item(.command, openByArea: true)) { request, context in
                let isTrial = try Self.isTrial(request)
                let device = try device(context)
                return isTrial ? try await effect(of: nil, on: device) : try await change(device, to: nil)
            },
        ]
    }

    private func change(_ device: DeviceID, to retention: Retention?) async throws -> Response {
        let outcome = try await parts.history.carryOut(.setRetention(retention, of: device))
        guard outcome == .done else { throw Problem(outcome, of: device) }
        return try await answer(of: device)
    }

    private func answer(of device: DeviceID) async throws -> Response {
        let found = try await parts.history.retention(of: device)
        return try Answer.json(RetentionDocument(found.retention, isOwn: found.isOwn), keys: .useDefaultKeys)
    }

    /// Says what would go, and changes nothing.
    private func effect(of retention: Retention?, on device: DeviceID) async throws -> Response {
        let usual = try await parts.history.usualRetention()
        let told = retention ?? usual
        var document = RetentionDocument(told, isOwn: retention != nil)
        let now = parts.clock.now
        document.removes = .init(
            try await parts.store.answer { try parts.store.excess(of: device, over: told, at: now) })
        return try Answer.json(document, keys: .useDefaultKeys)
    }

    private static func isTrial(_ request: Request) throws -> Bool {
        var query = QueryReader(request)
        let isTrial = query.value("dry-run", "true or false") { Bool(String($0)) }
        try query.finish()
        return isTrial ?? false
    }

    private func device(_ context: ConsoleContext) throws -> DeviceID {
        let device = try context.device()
        guard try parts.store.device(device) != nil else { throw ItemShelf.noItem(device) }
        return device
    }

    private static func read(_ request: Request, _ context: ConsoleContext) async throws -> Retention {
        var reader = BodyReader(try await request.json(context))
        // What is left out is without a limit, but nothing said is no wish to keep everything.
        if !reader.has("keep_days"), !reader.has("keep_fixes") {
            reader.refuse("keep_days", "it, or keep_fixes, is expected: a number, or null for no limit")
        }
        let days = reader.isNull("keep_days") ? reader.null("keep_days") : reader.number("keep_days", in: 0...1e9)
        let fixes =
            reader.isNull("keep_fixes") ? reader.null("keep_fixes") : reader.integer("keep_fixes", in: 0...Int.max)
        // An answer may be sent back as it came.
        _ = reader.flag("own")
        try reader.finish()
        do { return try Retention(days: days, fixes: fixes) } catch {
            throw Problem(.unprocessableContent, "keep_\(error)")
        }
    }
}

/// How long the positions of an item are kept, as programs read it; null is without a limit.
private struct RetentionDocument: Encodable {
    var keepDays: Double?
    var keepFixes: Int?
    /// Whether it was told of this item, and is not what holds for all.
    var isOwn: Bool
    /// What would go with it, where that is asked for.
    var removes: Excess?

    /// The positions that are older.
    struct Excess: Encodable {
        let fixes: Int
        let of: Int
        let before: String?

        init(_ excess: RetentionExcess) {
            (fixes, of, before) = (excess.fixes, excess.all, excess.fixes > 0 ? excess.before?.description : nil)
        }
    }

    init(_ retention: Retention, isOwn: Bool) {
        (keepDays, keepFixes, self.isOwn) = (retention.days, retention.fixes, isOwn)
    }

    private enum CodingKeys: String, CodingKey {
        case keepDays = "keep_days"
        case keepFixes = "keep_fixes"
        case isOwn = "own"
        case removes
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(keepDays, forKey: .keepDays)
        try container.encode(keepFixes, forKey: .keepFixes)
        try container.encode(isOwn, forKey: .isOwn)
        try container.encodeIfPresent(removes, forKey: .removes)
    }
}
