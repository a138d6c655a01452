internal import CMosquitto
internal import Messages

/// Why a connection ended or never stood, in the broker's words where it gave any.
extension ConnectionLoop {
    /// Prefers what the broker said to what the library made of it.
    func explain(_ trouble: MQTTError) -> MQTTError {
        if let refusal { return refusal }
        if let farewell = handle.inbox.farewell { return closed(farewell) }
        guard case .lost(let address) = trouble, handle.inbox.answer == nil else { return trouble }
        if let complaint = handle.inbox.complaint { return .encryption(address: address, reason: complaint) }
        return .noAnswer(address: address)
    }

    /// What the broker has refused, if anything.
    var refusal: MQTTError? {
        if let refused = handle.inbox.refusedSubscription { return refused }
        guard let code = handle.inbox.answer?.code, code != 0 else { return nil }
        let badUser = [MQTT_RC_BAD_USERNAME_OR_PASSWORD.rawValue, MQTT_RC_NOT_AUTHORIZED.rawValue, 4, 5]
        if badUser.contains(UInt32(code)) { return .refusedUser(configuration.username, address: handle.address) }
        return .refusedByBroker(address: handle.address, reason: MosquittoHandle.text(reason: code))
    }

    private func closed(_ code: Int32) -> MQTTError {
        if UInt32(code) == MQTT_RC_SESSION_TAKEN_OVER.rawValue {
            return .sessionTaken(clientID: session.clientID, address: handle.address)
        }
        return .closedByBroker(address: handle.address, reason: MosquittoHandle.text(reason: code))
    }
}
