import Access
import HTTPTypes
import History
import Hummingbird
import NIOCore
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
        let tag = EntityTag("\(photo.updated.milliseconds)")
        let isFixed = version == Int(photo.updated.milliseconds)
        let fields: HTTPFields = [
            .eTag: tag.text,
            // The URL that an item tells changes with the photo.
            .cacheControl: isFixed ? "private, max-age=31536000, immutable" : "no-cache",
            // What a browser keeps of one session it shows in no other.
            .vary: "Cookie",
            .contentType: photo.kind.rawValue,
            .xContentTypeOptions: "nosniff",
        ]
        if tag.isKnown(to: request) { return Response(status: .notModified, headers: fields) }
        return Response(status: .ok, headers: fields, body: ResponseBody(byteBuffer: ByteBuffer(bytes: photo.data)))
    }

    private func set(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let id = try context.device()
        guard try parts.store.item(id) != nil else { throw ItemShelf.noItem(id) }
        let bytes = try await request.bytes(upTo: PhotoFile.limit)
        let file: PhotoFile
        do { file = try PhotoFile(bytes) } catch { throw Self.problem(error) }
        let photo = PhotoRow(kind: file.kind, data: file.cleaned, updated: parts.clock.now)
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

    private static func problem(_ error: PhotoFile.Invalid) -> Problem {
        let accepted = PhotoRow.Kind.allCases.map(\.rawValue).joined(separator: ", ")
        switch error {
        case .unknown: return Problem(.unsupportedMediaType, "\(error)", headers: [.accept: accepted])
        case .damaged: return Problem(.unprocessableContent, "\(error)")
        }
    }
}
