import Broker
import Messages

/// The rights that a gateway needs on the private broker for the formats of other programs.
enum ForeignAccess {
    /// Sees to it that the owner of the private broker, as whom a gateway beside it connects, has these and no others.
    ///
    /// - Throws: ``BrokerError``.
    static func allow(
        _ formats: ForeignFormats, _ settings: CommandSettings, _ choice: BrokerChoice, _ topics: Topics
    ) async throws {
        guard case .ours(let directory) = choice.reason, try Provisioner.isThere(in: directory) else { return }
        try await OwnBrokerChoice(settings, topics).provisioner.allowOwner(formats)
    }
}
