import Access
import Hummingbird
import Store
import Tracking
import Web

/// `/api/v1/devices`: whose positions are kept, of items and phones alike.
struct DeviceRoutes: ConsoleRoutes {
    let parts: ConsoleParts

    var routes: [Route] { [Route(.get, "/api/v1/devices", .somebody, list)] }

    private func list(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let devices = try parts.store.devices().filter { context.viewer.may(.history, $0.id) }
        return try Answer.json(["devices": devices.map { DeviceAnswer($0, for: context.viewer) }])
    }
}

/// A device whose positions are kept, as it is answered.
private struct DeviceAnswer: Encodable {
    let owner: String
    let tracker: String
    let kind: String
    let item: String?
    let may: [ItemPermission]

    init(_ row: DeviceRow, for viewer: Principal) {
        (owner, tracker, kind) = (row.id.owner.text, row.id.device.text, row.kind.rawValue)
        item = row.item?.text
        may = ItemPermission.all(of: viewer, on: row.id)
    }
}
