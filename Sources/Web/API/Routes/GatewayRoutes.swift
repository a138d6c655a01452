import Access
import HTTPTypes
import Hummingbird
import JSON
import Messages
import Tracking
import Web

/// `/api/v1/gateways`: what hears tags.
struct GatewayRoutes: ConsoleRoutes {
    let parts: ConsoleParts
    let operations: OperationRegistry

    /// What a gateway can be asked for.
    enum Verb: String, CaseIterable {
        case scan, adapters, pair, unpair, connect, ring, calibrate
    }

    var routes: [Route] {
        [
            Route(.get, "/api/v1/gateways", .administrator, list),
            Route(.get, "/api/v1/gateways/{gateway}", .administrator, show),
            Route(.post, "/api/v1/gateways/{gateway}/request/{verb}", .administrator, ask),
        ]
    }

    private func list(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        return try Answer.json(["gateways": await parts.gateways()])
    }

    private func show(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let name = try context.name("gateway")
        return try Answer.json(GatewayAnswer(name, try await status(of: name)))
    }

    private func status(of gateway: Name) async throws -> GatewayStatus {
        guard let message = await parts.feed.latest(parts.configuration.topics.gatewayStatus(gateway)),
            let status = try? GatewayStatus(decoding: message.payload)
        else { throw Problem(.notFound, "there is no gateway '\(gateway)'") }
        return status
    }

    private func ask(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        var query = QueryReader(request)
        let wait = query.wait()
        try query.finish()
        let gateway = try context.name("gateway")
        let text = try context.text("verb")
        guard let verb = Verb(rawValue: text) else {
            let verbs = Verb.allCases.map(\.rawValue).joined(separator: ", ")
            throw Problem(.notFound, "verb: one of \(verbs) is expected, found '\(text.excerpt(80))'")
        }
        let status = try await status(of: gateway)
        if let via = status.via {
            throw Problem(.conflict, "the node '\(gateway)' only hears, and cannot be asked; ask the gateway '\(via)'")
        }
        let state = status.state
        let body = try await request.optionalJSON(context) ?? .object([:])
        let errand = try GatewayRequest(body, verb: verb)
        guard state == .online else { throw Problem(.conflict, "the gateway '\(gateway)' is offline") }
        let starter = OperationStarter(parts: parts, operations: operations, account: context.viewer.account)
        return try await operations.accepted(try await starter.ask(gateway, to: verb.rawValue, errand), after: wait)
    }
}

extension ConsoleParts {
    /// What the broker keeps of all gateways, by name.
    func gateways() async -> [GatewayAnswer] {
        var gateways: [GatewayAnswer] = []
        for message in await feed.latest() {
            guard case .gatewayStatus(let name) = web.configuration.topics.parse(message.topic),
                let status = try? GatewayStatus(decoding: message.payload)
            else { continue }
            gateways.append(GatewayAnswer(name, status))
        }
        return gateways.sorted { $0.gateway < $1.gateway }
    }
}

/// A gateway as it is answered.
struct GatewayAnswer: Encodable {
    let gateway: String
    let state: String
    let adapters: [AdapterAnswer]
    let carriedBy: String?
    let lat: Double?
    let lon: Double?
    let room: String?
    let via: String?

    init(_ name: Name, _ status: GatewayStatus) {
        (gateway, state, carriedBy) = (name.text, status.state.rawValue, status.carrier?.text)
        adapters = status.adapters.map(AdapterAnswer.init)
        (lat, lon) = (status.place?.latitude, status.place?.longitude)
        (room, via) = (status.room?.text, status.via?.text)
    }
}

extension GatewayRequest {
    /// A request as a body says it, with the keys that its verb needs.
    init(_ document: JSONValue, verb: GatewayRoutes.Verb) throws(Problem) {
        var reader = BodyReader(document)
        self.init(transaction: "-", tag: reader.text("tag", characters: 1...100))
        (owner, device) = (reader.name("owner"), reader.name("device"))
        item = reader.itemName("item")?.text
        reportEvery = reader.integer("report_every_s", in: 1...86_400)
        stops = reader.flag("stop")
        switch verb {
        case .scan, .adapters: break
        case .pair: reader.require("tag", "owner", "item")
        case .unpair, .connect, .ring, .calibrate:
            reader.require("tag")
            if verb == .calibrate { readCalibration(from: &reader) }
            let isStranger = verb == .ring && tag.map(Self.isAddress) == true
            if let tag, !isStranger, !Self.isTracker(tag) {
                reader.refuse("tag", "owner/tracker is expected, found \"\(tag)\"")
            }
        }
        try reader.finish()
    }

    /// Whether it is six bytes with colons between them.
    private static func isAddress(_ text: String) -> Bool {
        let bytes = text.split(separator: ":", omittingEmptySubsequences: false)
        return bytes.count == 6 && bytes.allSatisfy { $0.count == 2 && $0.allSatisfy(\.isHexDigit) }
    }

    private static func isTracker(_ text: String) -> Bool {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { (try? Name($0)) != nil }
    }
}
