import Broker
import Messages

/// The rights that a gateway needs on the private broker for the formats of other programs.
enum ForeignAccess {
    /// Sees to it that the owner of the private broker, as whom a gateway beside it connects, has these and no others.
    ///
    /// - Throws: ``BrokerError``.
    static func allow(
        _ formats: ForeignFormats, _ own: OwnBrokerChoice, _ choice: BrokerChoice
    ) async throws {
        guard case .ours(let directory) = choice.reason, try Provisioner.isThere(in: directory) else { return }
        try await own.provisioner.allowOwner(formats)
    }
}
