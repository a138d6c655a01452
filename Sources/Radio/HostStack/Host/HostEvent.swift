public import Bluetooth

/// What happens to a tag's host: below it in the link layer, above it in the application, or in time.
public enum HostEvent: Sendable {
    /// A central has connected to the address that the tag had then.
    case connected(peer: DeviceAddress, own: DeviceAddress)
    /// The link layer has received a packet.
    case received(ACLFragment)
    /// A packet of the link layer has room for so many bytes now: 27 to 251.
    case dataLengthChanged(Int)
    /// Encryption is on, or on with a new key, or off.
    case encryptionChanged(isOn: Bool)
    case disconnected

    /// The application answers a ``HostEffect/read(_:over:request:)`` or ``HostEffect/write(_:to:over:request:)``;
    /// the value of a write is empty.
    case answered(RequestNumber, Result<[UInt8], AttributeError>)
    /// The application has a value to notify or indicate.
    case update(AttributeUpdate)
    /// The services are others now; 1800 and 1801 are the host's own.
    case servicesChanged([LocalService])
    /// The user says whether the number that both sides show is the same.
    case comparisonConfirmed(Bool)
    /// The user types the passkey, or gives up.
    case passkeyEntered(UInt32?)
    /// The tag wants an encrypted link, and asks the central for it.
    case securityWanted
    /// The tag wants other connection parameters.
    case parametersWanted(ConnectionParameters)
    /// The tag is to have a new private address at once; one without an identity key keeps its own.
    case addressRenewal
    /// The tag has this address from now on, which something else than its host makes, such as a key that it advertises.
    case addressGiven(DeviceAddress)

    /// Time has passed.
    case tick
}
