import Access
import HTTPTypes
import History
import Hummingbird
import Messages
import Store
import Tracking
import Web

/// `/api/v1/heard`: what was heard and is no item, so that it can be made one.
struct HeardRoutes: ConsoleRoutes {
    let parts: ConsoleParts

    var routes: [Route] { [Route(.get, "/api/v1/heard", .administrator, list)] }

    private func list(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let sight = context.sight(parts)
        let heard = try parts.store.devices().filter { $0.kind == .phone }.compactMap { row in
            try sight.latest(of: row.id, limit: 1, as: .lastPosition).first
        }
        let owners = Set(heard.map(\.device.owner))
        let phones = try await parts.history.phones(of: owners)
        let devices = heard.sorted { $0.received > $1.received }.map { last in
            HeardDevice(last, isPhone: phones.contains(last.device))
        }
        return try Answer.json(["devices": devices])
    }
}

/// A device that is no item, as it is answered.
struct HeardDevice: Encodable {
    let owner: String
    let device: String
    let phone: Bool
    let position: PositionAnswer
    let lastSeen: String
    let battery: Int?

    init(_ last: StoredFix, isPhone: Bool) {
        (owner, device, phone) = (last.device.owner.text, last.device.device.text, isPhone)
        (position, lastSeen, battery) = (PositionAnswer(last.fix), last.received.description, last.battery)
    }
}
