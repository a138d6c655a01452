internal import Messages

/// Why a connection ended or never stood, in the broker's words where it gave any.
extension BrokerLine {
    /// Prefers what the broker said to how the connection broke.
    func explain(_ trouble: MQTTError) -> MQTTError {
        if let refusal { return refusal }
        if let farewell = inbox.farewell { return closed(farewell) }
        guard case .lost(let address) = trouble, inbox.answer == nil else { return trouble }
        isUnanswered = true
        return .noAnswer(address: address)
    }

    /// What the broker has refused, if anything.
    var refusal: MQTTError? {
        if let refused = inbox.refusedSubscription { return refused }
        guard let code = inbox.answer?.code, code.isFailure else { return nil }
        if code == .badUser || code == .notAuthorized { return .refusedUser(configuration.username, address: address) }
        return .refusedByBroker(address: address, reason: code.words)
    }

    private func closed(_ code: ReasonCode) -> MQTTError {
        if code == .sessionTaken { return .sessionTaken(clientID: session.clientID, address: address) }
        return .closedByBroker(address: address, reason: code.words)
    }

    /// What breaks MQTT's rules; a server that does so from the beginning is no broker.
    func malformed(_ reason: String) -> MQTTError {
        guard inbox.answer != nil else { return .noAnswer(address: address) }
        return .library(address: address, reason: "the broker breaks MQTT's rules, as \(reason)")
    }
}
