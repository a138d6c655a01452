import Bluetooth
import Gateway
import Messages
import Tracking

/// Asks a running gateway to let a tag go.
struct Unpairing {
    let device: DeviceID
    let gateway: Name
    let topics: Topics

    static let verb = "unpair"

    /// What to subscribe to: whichever gateway answers.
    static func filters(_ topics: Topics) -> [String] {
        ["\(topics.own)/gateway/+/status", "\(topics.own)/gateway/+/response/\(verb)"]
    }

    /// The gateway that has the link to a tag, by what the broker keeps; nil when none is there.
    ///
    /// The bond is one adapter's, whatever the gateway on it is called.
    static func gateway(of entry: TagEntry, called name: Name, _ kept: [Message], _ topics: Topics) -> Name? {
        let online = kept.compactMap { message -> (name: Name, status: GatewayStatus)? in
            guard case .gatewayStatus(let gateway) = topics.parse(message.topic),
                let status = try? GatewayStatus(decoding: message.payload), status.state == .online
            else { return nil }
            return (gateway, status)
        }
        let holder = entry.adapter.flatMap { adapter in
            online.first { $0.status.adapters.contains { $0.address == adapter.description } }
        }
        return holder?.name ?? online.first { $0.name == name }?.name
    }

    /// Asks, and waits for the gateway's answer: a sentence without a full stop.
    ///
    /// - Throws: ``CommandFailure`` when the gateway fails or does not answer.
    func ask(_ errand: Errand) async throws -> String {
        let question = GatewayQuestion(gateway: gateway, verb: Self.verb, tag: "\(device)")
        try await errand.publish(question.message(topics))
        try Output.error.write("asking the gateway \(gateway) to unpair \(device) …\n")
        let limit = errand.remind(after: .seconds(60))
        defer { limit.cancel() }
        for await event in errand.events {
            switch event {
            case .connected: break
            case .timeUp:
                throw CommandFailure(.failure, "the gateway \(gateway) does not answer; see its log, or stop it first")
            case .received(let message):
                if let sentence = try answer(message, to: question) { return sentence }
            }
        }
        throw BusClosed()
    }

    private func answer(_ message: Message, to question: GatewayQuestion) throws -> String? {
        guard let response = question.answer(in: message, topics) else { return nil }
        switch response.state {
        case .done: return (response.message ?? "the gateway has let it go").printable
        case .failed: throw CommandFailure(.failure, "\(gateway): \((response.error ?? "it failed").printable)")
        case .working, .confirm, .passkey, .show: return nil
        }
    }
}
