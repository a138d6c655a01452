import Access
import HTTPTypes
import History
import Hummingbird
import Store
import Tracking
import Web

/// `/api/v1/items/…/photo`: what items look like.
struct PhotoRoutes: ConsoleRoutes {
    let parts: ConsoleParts

    private static let path: RouterPath = "/api/v1/items/{owner}/{tracker}/photo"

    var routes: [Route] {
        [
            Route(.get, Self.path, .item(.lastPosition, openByArea: true), show),
            Route(.put, Self.path, .item(.command, openByArea: true), set),
            Route(.delete, Self.path, .item(.command, openByArea: true), remove),
        ]
    }

    private func show(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        var query = QueryReader(request)
        let version = query.integer("v", in: 0...Int.max)
        try query.finish()
        let id = try context.device()
        guard let photo = try parts.store.photo(of: id) else { throw Problem(.notFound, "there is no photo of \(id)") }
        return PictureAnswer.response(photo, version: version, to: request)
    }

    private func set(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let id = try context.device()
        guard try parts.store.item(id) != nil else { throw ItemShelf.noItem(id) }
        let photo = try await PictureAnswer.read(request, at: parts.clock)
        let outcome = try await parts.history.carryOut(.setPhoto(photo, of: id))
        guard outcome == .done else { throw Problem(outcome, of: id) }
        let summary = PhotoSummary(kind: photo.kind, size: photo.data.count, updated: photo.updated)
        let tag = EntityTag("\(photo.updated.milliseconds)")
        return try Answer.json(PhotoAnswer(summary, of: id), headers: [.eTag: tag.text])
    }

    private func remove(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let id = try context.device()
        guard try parts.store.item(id) != nil else { throw ItemShelf.noItem(id) }
        let outcome = try await parts.history.carryOut(.setPhoto(nil, of: id))
        guard outcome == .done || outcome == .none else { throw Problem(outcome, of: id) }
        return Answer.nothing
    }
}
