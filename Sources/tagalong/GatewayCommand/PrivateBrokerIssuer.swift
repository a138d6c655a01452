import Broker
import Gateway
import MQTT
import Messages
import Tracking

/// Gives trackers credentials of the private broker, for whoever may read its directory.
struct PrivateBrokerIssuer: CredentialIssuer {
    let provisioner: Provisioner
    /// Where trackers find the broker; nil where they are told otherwise, or are to use Bluetooth alone.
    let url: String?

    func issue(for tracker: DeviceID) async throws -> TrackerCredential? {
        guard let url else { return nil }
        let credential = try await provisioner.issue(for: tracker)
        return TrackerCredential(
            tracker: tracker, broker: url, user: credential.user, password: credential.password.value
        )
    }

    func confirm(_ credential: TrackerCredential) async throws {
        try await provisioner.confirm(credential.user, of: credential.tracker)
    }

    func withdraw(_ credential: TrackerCredential) async throws {
        try await provisioner.withdraw(credential.user, of: credential.tracker)
    }

    func dismiss(_ tracker: DeviceID) async throws { try await provisioner.dismiss(tracker) }
    func revoke(_ tracker: DeviceID) async throws { try await provisioner.revoke(tracker) }
}

extension PrivateBrokerIssuer {
    /// What gives trackers credentials, as they are told when they are paired; nil where the broker is not our own.
    ///
    /// - Throws: ``BrokerError``.
    init?(_ own: OwnBrokerChoice, told: Pairing.Settings, _ choice: BrokerChoice) throws {
        guard case .ours(let directory) = choice.reason, try Provisioner.isThere(in: directory) else { return nil }
        let listener = try OwnBroker.encryption(in: directory)?.listener.url
        // A user on the command line is one for all trackers.
        self.init(provisioner: own.provisioner, url: told.user == nil ? told.broker ?? listener : nil)
    }
}

extension GatewayOptions {
    /// Who gives trackers credentials of their own: nobody where the broker is not our own.
    ///
    /// - Throws: ``CommandFailure``, ``BrokerError`` or ``SettingsError``.
    func credentials(
        _ settings: CommandSettings, _ choice: BrokerChoice, _ topics: Topics
    ) throws -> (any CredentialIssuer)? {
        try PrivateBrokerIssuer(OwnBrokerChoice(settings, topics), told: pairing(settings, topics), choice)
    }
}
