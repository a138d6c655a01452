import Messages
import Tracking

/// Asks a running gateway to let a tag go.
struct Unpairing {
    let device: DeviceID
    let gateway: Name
    let topics: Topics

    static let verb = "unpair"

    /// Whether the broker keeps that the gateway is there.
    func isGatewayOnline(_ kept: [Message]) -> Bool {
        let status = kept.last { $0.topic == topics.gatewayStatus(gateway) }
        return status.flatMap { try? GatewayStatus(decoding: $0.payload) }?.state == .online
    }

    /// Asks, and waits for the gateway's answer.
    ///
    /// - Returns: What became of the tag, as a sentence without a full stop.
    /// - Throws: ``CommandFailure`` when the gateway fails or does not answer.
    func ask(_ errand: Errand) async throws -> String {
        let request = GatewayRequest(
            transaction: "cli-\(String(UInt64.random(in: 0 ... .max), radix: 16))",
            tag: "\(device)"
        )
        let topic = topics.gatewayRequest(gateway, verb: Self.verb)
        try await errand.publish(Message(topic: topic, payload: request.encoded()))
        try Output.error.write("the gateway \(gateway) is asked to let \(device) go …\n")
        let limit = errand.remind(after: .seconds(60))
        defer { limit.cancel() }
        for await event in errand.events {
            switch event {
            case .connected: break
            case .timeUp:
                throw CommandFailure(.failure, "the gateway \(gateway) does not answer; see its log, or end it first")
            case .received(let message):
                if let sentence = try answer(message, to: request) { return sentence }
            }
        }
        throw BusClosed()
    }

    private func answer(_ message: Message, to request: GatewayRequest) throws -> String? {
        guard message.topic == topics.gatewayResponse(gateway, verb: Self.verb),
            let response = try? GatewayResponse(decoding: message.payload),
            response.transaction == request.transaction
        else { return nil }
        switch response.state {
        case .done: return (response.message ?? "the gateway has let it go").printable
        case .failed: throw CommandFailure(.failure, "\(gateway): \((response.error ?? "it failed").printable)")
        case .working, .confirm, .passkey, .show: return nil
        }
    }
}
