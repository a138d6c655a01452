import Access
import HTTPTypes
import Hummingbird
import Messages
import Tracking
import Web

/// `/api/v1/items/…/calibration`: how strongly a gateway hears the item's tag, for whoever may change the item.
struct CalibrationRoutes: ConsoleRoutes {
    let parts: ConsoleParts
    let operations: OperationRegistry

    var routes: [Route] {
        [
            Route(.get, "/api/v1/items/{owner}/{tracker}/calibration", .item(.history), gateways),
            Route(.post, "/api/v1/items/{owner}/{tracker}/calibration", .item(.command), ask),
        ]
    }

    /// Those that may have the tag; only they know whether they do.
    private func gateways(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let device = try context.device()
        let record = try await ItemShelf(parts: parts).item(device)
        // Gateways and their rooms are told to nobody who could not ask them.
        let isTold = record.isControllable && context.viewer.may(.command, device)
        let all = isTold ? await parts.gateways() : []
        let asked = all.filter { $0.state == Availability.online.rawValue && $0.via == nil }
        return try Answer.json(["gateways": asked.map { CalibratingGateway(gateway: $0.gateway, room: $0.room) }])
    }

    private func ask(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let device = try context.device()
        var query = QueryReader(request)
        let wait = query.wait()
        try query.finish()
        _ = try await ItemShelf(parts: parts).item(device)
        var reader = BodyReader(try await request.json(context))
        reader.require("gateway")
        let gateway = reader.name("gateway")
        var errand = GatewayRequest(transaction: "-", tag: "\(device)")
        errand.readCalibration(from: &reader)
        try reader.finish()
        guard let gateway else { throw Problem(.unprocessableContent, "gateway: a gateway's name is expected") }
        guard await parts.gateways().contains(where: { $0.isAsked(gateway) }) else {
            throw Problem(.conflict, "the gateway '\(gateway)' is not online: choose another one, or start it")
        }
        let starter = OperationStarter(parts: parts, operations: operations, account: context.viewer.account)
        let verb = GatewayRoutes.Verb.calibrate.rawValue
        let operation = try await starter.ask(gateway, to: verb, errand, about: device)
        return try await operations.accepted(operation, after: wait)
    }
}

/// A gateway that may have an item's tag.
private struct CalibratingGateway: Encodable {
    let gateway: String
    let room: String?
}

extension GatewayAnswer {
    /// Whether it is that gateway, and can be asked for something.
    fileprivate func isAsked(_ name: Name) -> Bool {
        gateway == name.text && state == Availability.online.rawValue && via == nil
    }
}

extension GatewayRequest {
    /// Reads what `calibrate` needs beside the tag.
    mutating func readCalibration(from reader: inout BodyReader) {
        reader.require("action")
        action = reader.word("action")
        if action == .measure { reader.require("distance_m") }
        distance = reader.number("distance_m", in: CalibrationAction.distances)
        seconds = reader.integer("seconds", in: CalibrationAction.durations)
    }
}
