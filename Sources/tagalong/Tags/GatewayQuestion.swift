import Messages
import Tracking

/// A request to one gateway on an errand, and its answers among all messages.
struct GatewayQuestion {
    let gateway: Name
    let verb: String
    var request: GatewayRequest

    init(gateway: Name, verb: String, tag: String) {
        (self.gateway, self.verb) = (gateway, verb)
        request = GatewayRequest(
            transaction: "cli-\(String(UInt64.random(in: 0 ... .max), radix: 16))", tag: tag
        )
    }

    func message(_ topics: Topics) -> Message {
        Message(topic: topics.gatewayRequest(gateway, verb: verb), payload: request.encoded())
    }

    /// What the gateway answers to this very request; nil for any other message.
    func answer(in message: Message, _ topics: Topics) -> GatewayResponse? {
        guard message.topic == topics.gatewayResponse(gateway, verb: verb),
            let response = try? GatewayResponse(decoding: message.payload),
            response.transaction == request.transaction
        else { return nil }
        return response
    }
}
