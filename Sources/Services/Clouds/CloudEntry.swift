internal import Cryptography
public import Settings
public import Tracking

/// A cloud as it is set up: how it is spoken with, and whose its devices are.
public struct CloudEntry: Sendable {
    /// What it is called in the address of its webhook.
    public var name: Name
    public var cloud: any CellularCloud
    /// The end of the webhook's address.
    var token: SecretText
    /// The trackers by what the cloud calls their devices.
    public var trackers: [String: DeviceID]

    public init(name: Name, cloud: any CellularCloud, token: SecretText, trackers: [String: DeviceID]) {
        (self.name, self.cloud, self.token, self.trackers) = (name, cloud, token, trackers)
    }

    /// Whether a text is the token; how long that takes does not tell how much of it is right.
    func opens(with text: String) -> Bool {
        let pairs = zip(Digest.sha256(Array(text.utf8)), Digest.sha256(Array(token.value.utf8)))
        return pairs.reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
