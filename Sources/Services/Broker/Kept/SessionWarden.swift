internal import Logging
internal import MQTT
internal import Messages

/// Ends sessions of guests for whom more waits than may, or which have more of them than may; so that what one writes and another does not fetch does not fill
/// the memory that the history service's messages need.
struct SessionWarden: Sendable {
    let provisioner: Provisioner
    let logger: Logger

    private struct Stood: Error {}

    /// Looks once at what the broker has written down, and tells whose sessions were ended.
    ///
    /// - Throws: ``BrokerError``, or what the connection throws.
    @discardableResult
    func check() async throws -> [KeptMessages.Excess] {
        let directory = provisioner.files.directory
        guard let kept = await KeptMessages(in: directory), let owner = PrivateBroker.connection(in: directory)
        else { return [] }
        let excesses = kept.excesses(among: try provisioner.records())
        for excess in excesses {
            for session in excess.sessions { try await end(session, owner) }
            logger.warning(
                """
                \(excess.amount.messages) messages of \(excess.amount.bytes) bytes waited for \(excess.user), \
                in \(excess.sessions.count) sessions, which may be \(SessionBounds.messages), \
                \(SessionBounds.bytes) and \(SessionBounds.sessions): dropped
                """
            )
        }
        return excesses
    }

    /// The owner may use any id, and a session that begins anew ends the one before.
    private func end(_ clientID: String, _ owner: MQTTConfiguration) async throws {
        let session = BusSession(clientID: clientID, subscriptions: [], persistent: false)
        let client = try MQTTClient(configuration: owner, session: session, logger: logger)
        do {
            try await client.run { event in
                if case .connected = event { throw Stood() }
            }
        } catch is Stood {}
    }
}
