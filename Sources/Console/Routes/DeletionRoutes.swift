import Foundation
import HTTPTypes
import History
import Hummingbird
import NIOCore
import Tracking

/// `DELETE /api/v1/items/{owner}/{tracker}`, and `/api/v1/deletions`: the trackers that have still to learn of theirs.
struct DeletionRoutes: ConsoleRoutes {
    let parts: ConsoleParts

    func add(to router: Router<ConsoleContext>) {
        router.delete("/api/v1/items/{owner}/{tracker}") { _, context in try await delete(context) }
        router.get("/api/v1/deletions") { _, _ in
            let waiting = try await parts.history.perform { core, _ in (core.deletions, []) }
            return try Self.answer(DeletionList(deletions: waiting.map(DeletionList.Deletion.init)))
        }
    }

    private func delete(_ context: ConsoleContext) async throws -> Response {
        let (owner, tracker) = (context.parameters.get("owner") ?? "", context.parameters.get("tracker") ?? "")
        guard let owner = try? Name(owner), let name = try? Name(tracker) else { throw Self.unknown(owner, tracker) }
        let device = DeviceID(owner: owner, device: name)
        do {
            try await parts.history.perform { core, now in ((), try core.delete(device, at: now)) }
        } catch is UnknownItem {
            throw Self.unknown(owner.text, tracker)
        }
        // The data is gone; the tracker has still to be told.
        return Response(status: .noContent)
    }

    private static func unknown(_ owner: String, _ tracker: String) -> Problem {
        Problem(.notFound, "there is no item \(owner)/\(tracker)")
    }

    private static func answer(_ list: DeletionList) throws -> Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return Response(
            status: .ok,
            headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: try encoder.encode(list)))
        )
    }
}

/// The trackers whose items are deleted, and that have not confirmed yet that they know.
struct DeletionList: Codable, Hashable, Sendable {
    let deletions: [Deletion]

    struct Deletion: Codable, Hashable, Sendable {
        let owner: String
        let tracker: String

        init(_ device: DeviceID) {
            (owner, tracker) = (device.owner.text, device.device.text)
        }
    }
}
