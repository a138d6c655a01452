import Access
import HTTPTypes
import Hummingbird
import Messages
import Tracking
import Web

/// `/api/v1/trackers`: what trackers are wanted to be, and say that they are.
struct TrackerRoutes: ConsoleRoutes {
    let parts: ConsoleParts

    var routes: [Route] {
        [
            Route(.get, "/api/v1/trackers", .somebody, list),
            Route(.get, "/api/v1/trackers/{owner}/{tracker}", .item(.lastPosition, openByArea: true)) {
                try $0.refuseQuery()
                return try Answer.json(TrackerAnswer($1.sight(parts).shown(try await shelf.item($1.device()))))
            },
        ]
    }

    private var shelf: ItemShelf { ItemShelf(parts: parts) }

    private func list(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let sight = context.sight(parts)
        let records = try await shelf.all().filter { sight.viewer.may(.lastPosition, $0.id) }
        return try Answer.json(["trackers": records.map { TrackerAnswer(sight.shown($0)) }])
    }
}

/// A tracker as it is answered.
struct TrackerAnswer: Encodable {
    let owner: String
    let tracker: String
    let pending: Bool
    let desired: Desired?
    let reported: Reported?
    let availability: String?

    struct Desired: Encodable {
        let version: Int
        let power: String
        let reportEveryS: Int?
        let mode: String
        let item: String?
        let reference: PositionAnswer?

        init(_ state: DesiredState) {
            (version, power, reportEveryS) = (state.version, state.power.rawValue, state.reportEvery)
            (mode, item) = (state.mode.rawValue, state.item?.text)
            reference = state.reference.map { PositionAnswer($0.coordinate, accuracy: $0.accuracy, time: $0.time) }
        }
    }

    struct Reported: Encodable {
        let version: Int
        let power: String
        let reportEveryS: Int
        let mode: String
        let firmware: String
        let model: String
        let boot: UInt32
        let battery: Int?
        let activeMode: String

        init(_ state: ReportedState) {
            (version, power, reportEveryS) = (state.version, state.power.rawValue, state.reportEvery)
            (mode, firmware, model) = (state.mode.rawValue, state.firmware, state.model)
            (boot, battery, activeMode) = (state.boot, state.battery, state.activeMode.rawValue)
        }
    }

    init(_ record: ItemRecord) {
        (owner, tracker) = (record.id.owner.text, record.id.device.text)
        pending = record.isPending
        desired = record.desired.map(Desired.init)
        reported = record.reported.map(Reported.init)
        availability = record.availability?.rawValue
    }
}
