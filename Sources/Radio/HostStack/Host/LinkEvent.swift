public import Bluetooth

/// What happens on one link of a tag's host: below it in the link layer, or above it at the user.
public enum LinkEvent: Sendable {
    /// A central has connected to the address that the tag had then.
    case connected(peer: DeviceAddress, own: DeviceAddress)
    /// The link layer has received a packet.
    case received(ACLFragment)
    /// A packet of the link layer has room for so many bytes now: 27 to 251.
    case dataLengthChanged(Int)
    /// Encryption is on, or on with a new key, or off.
    case encryptionChanged(isOn: Bool)
    case disconnected

    /// The application answers this central's write by a value, which the others are not told.
    case answer(AttributeUpdate)
    /// The user says whether the number that both sides show is the same.
    case comparisonConfirmed(Bool)
    /// The user types the passkey, or gives up.
    case passkeyEntered(UInt32?)
    /// The tag wants an encrypted link, and asks the central for it.
    case securityWanted
    /// The tag wants other connection parameters.
    case parametersWanted(ConnectionParameters)
}
