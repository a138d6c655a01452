import HTTPTypes
import Messages
import Tracking
import Web

/// Where trackers and gateways are asked for something.
struct OperationStarter: Sendable {
    let parts: ConsoleParts
    let operations: OperationRegistry
    /// Who asks.
    let account: Name?

    private var topics: Topics { parts.configuration.topics }

    /// Asks a tracker to do something once.
    func order(_ verb: Command.Verb, of tracker: DeviceID) async throws -> Operation {
        let id = Self.newID()
        let payload = Command(id: id, verb: verb).encoded()
        return try await begin(verb.rawValue, .tracker(tracker), id: id) {
            Message(topic: topics.command(tracker), payload: payload)
        }
    }

    /// Asks a gateway to do something; for an unknown tag of an owner's guard list, that owner may follow it, and what is
    /// about an item whoever may change that.
    func ask(
        _ gateway: Name, to verb: String, _ request: GatewayRequest, guarding owner: Name? = nil,
        about subject: DeviceID? = nil
    ) async throws -> Operation {
        let id = Self.newID()
        var request = request
        request.transaction = id
        let payload = request.encoded()
        let pairing =
            verb == GatewayRoutes.Verb.pair.rawValue
            ? Operation.Pairing(tag: request.tag, owner: request.owner, item: request.item) : nil
        return try await begin(verb, .gateway(gateway), id: id, guarding: owner, about: subject, pairing: pairing) {
            Message(topic: topics.gatewayRequest(gateway, verb: verb), payload: payload)
        }
    }

    /// Passes on what somebody answered to a question of an operation.
    func answer(_ answer: GatewayRequest, to operation: Operation) async throws {
        guard case .gateway(let gateway) = operation.target else { return }
        var request = answer
        request.transaction = operation.id
        let topic = topics.gatewayRequest(gateway, verb: operation.verb)
        try await publish(Message(topic: topic, payload: request.encoded()))
    }

    private func begin(
        _ verb: String, _ target: Operation.Target, id: String, guarding owner: Name? = nil,
        about subject: DeviceID? = nil, pairing: Operation.Pairing? = nil, _ message: () -> Message
    ) async throws -> Operation {
        let operation = await operations.begin(verb, target, id: id, by: account, guarding: owner, about: subject)
        if let pairing { await operations.note(pairing, of: id) }
        do { try await publish(message()) } catch {
            await operations.cancel(id)
            throw error
        }
        return operation
    }

    private func publish(_ message: Message) async throws {
        guard await parts.feed.isConnected else { throw Problem.noBroker }
        try await parts.feed.publish(message)
    }

    private static func newID() -> String { "web-\(String(UInt64.random(in: 0 ... .max), radix: 16))" }
}

extension Problem {
    /// Nothing can be sent at present.
    static var noBroker: Problem {
        let sentence = "the broker cannot be reached at present: try again when it is back"
        return Problem(.serviceUnavailable, sentence, headers: [.retryAfter: "5"])
    }
}
