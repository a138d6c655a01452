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
                try request.refuseQuery()
                return try await change(device(context), to: try await Self.read(request, context))
            },
            Route(.delete, Self.path, .item(.command, openByArea: true)) { request, context in
                try request.refuseQuery()
                return try await change(device(context), to: nil)
            },
        ]
    }

    private func change(_ device: DeviceID, to retention: Retention?) async throws -> Response {
        try await parts.history.perform { core, now in
            try core.setRetention(retention, of: device, at: now)
            return ((), [])
        }
        return try await answer(of: device)
    }

    private func answer(of device: DeviceID) async throws -> Response {
        let found = try await parts.history.perform { core, _ in (core.retention(of: device), []) }
        let document = RetentionDocument(
            keepDays: found.retention.days, keepFixes: found.retention.fixes, isOwn: found.isOwn
        )
        return try Answer.json(document, keys: .useDefaultKeys)
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
    var isOwn: Bool?

    private enum CodingKeys: String, CodingKey {
        case keepDays = "keep_days"
        case keepFixes = "keep_fixes"
        case isOwn = "own"
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(keepDays, forKey: .keepDays)
        try container.encode(keepFixes, forKey: .keepFixes)
        try container.encode(isOwn ?? false, forKey: .isOwn)
    }
}
