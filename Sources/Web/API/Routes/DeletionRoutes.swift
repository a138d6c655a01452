import Access
import HTTPTypes
import History
import Hummingbird
import Logging
import Store
import Tracking
import Web

/// `DELETE /api/v1/items/{owner}/{tracker}`, and `/api/v1/deletions`: the trackers that have still to learn of theirs.
struct DeletionRoutes: ConsoleRoutes {
    let parts: ConsoleParts

    var routes: [Route] {
        [
            // Who may ring a thing may not do away with it: the route asks for more.
            Route(.delete, "/api/v1/items/{owner}/{tracker}", .item(.command, openByArea: true), delete),
            Route(.get, "/api/v1/deletions", .administrator, list),
        ]
    }

    private func delete(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        guard context.viewer.mayAdminister else { throw Problem.forbidden }
        var query = QueryReader(request)
        let kept: Keep? = query.word("keep")
        try query.finish()
        let device = try context.device()
        if request.headers[.ifMatch] != nil { try await ItemShelf(parts: parts).item(device).check(request) }
        if kept == .positions {
            try await ItemAdder(parts: parts).takeOff(device)
            return Response(status: .noContent)
        }
        do { try await parts.delete(device) } catch is UnknownItem {
            throw Problem(.notFound, "there is no item \(device)")
        }
        // The data is gone; the tracker has still to be told.
        return Response(status: .noContent)
    }

    /// What is to stay of an item that is one no longer.
    private enum Keep: String, CaseIterable { case positions }

    private func list(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let waiting = try await parts.history.deletions()
        return try Answer.tagged(DeletionList(deletions: waiting.map(DeletionList.Deletion.init)), for: request)
    }
}

extension ConsoleParts {
    /// Deletes an item, and has its tracker told.
    ///
    /// Of one that is simulated here that is on the disk before its data goes: its tracker would go on otherwise.
    ///
    /// - Throws: `UnknownItem`, or ``Problem``; then nothing is deleted.
    func delete(_ device: DeviceID) async throws {
        let simulated = simulated.flatMap { $0.devices().contains(device) ? $0 : nil }
        do { try await simulated?.leave(device) } catch { throw Problem(error) }
        // What was shared lately is known to be of this item, and ends with it.
        sweepShares()
        defer { sweepShares() }
        let added = try? store.item(device)?.device.created
        do {
            let outcome = try await history.carryOut(.delete(device))
            if outcome == .isNoItem { throw UnknownItem(device) }
            guard outcome == .done else { throw Problem(outcome, of: device) }
            if let added { endSharing(of: device, added: added) }
        } catch let error as UnknownItem {
            await simulated?.end(device)
            throw error
        } catch {
            await simulated?.stay(device)
            throw refusal(error)
        }
    }

    /// What is told of a change that the database did not take; other errors stay as they are.
    func refusal(_ error: any Error) -> any Error {
        guard let error = error as? StoreError else { return error }
        web.logger.error("a change was not stored: \(error)")
        let reason =
            switch error.reason {
            case .full: "the disk of the database is full"
            default: "the database cannot be written; the log of the service says why"
            }
        return Problem(.serviceUnavailable, "nothing was changed: \(reason)", headers: [.retryAfter: "30"])
    }
}

/// The trackers whose items are deleted, and that have not confirmed yet that they know.
struct DeletionList: Codable, Hashable, Sendable {
    let deletions: [Deletion]

    struct Deletion: Codable, Hashable, Sendable {
        let owner: String
        let tracker: String

        init(_ device: DeviceID) { (owner, tracker) = (device.owner.text, device.device.text) }
    }
}
