public import Air
public import Bluetooth

/// A tag in the air: what it advertises, its attributes, and how it behaves when it is paired.
public struct AirTag: Sendable {
    public var address: BluetoothAddress
    public var advertisement: Advertisement
    public var server: any AttributeServer
    public var pairing: PairingMethod
    /// How many bonds it has room for.
    public var bondCapacity: Int
    /// Whether it takes a new bond at this moment.
    public var acceptsPairing: @Sendable () async -> Bool

    /// What a person has to do while it is paired.
    public enum PairingMethod: Hashable, Sendable {
        case justWorks
        /// Both sides show this number; it is to be compared.
        case numericComparison(Int)
        /// The tag shows this number; it is to be typed at the gateway.
        case passkey(Int)
        /// The number is to be typed on the tag, where this one is typed.
        case typedOnTag(shown: Int, typed: Int)
    }

    public init(
        address: BluetoothAddress,
        advertisement: Advertisement,
        server: any AttributeServer,
        pairing: PairingMethod = .justWorks,
        bondCapacity: Int = 8,
        acceptsPairing: @escaping @Sendable () async -> Bool = { true }
    ) {
        self.address = address
        self.advertisement = advertisement
        self.server = server
        self.pairing = pairing
        self.bondCapacity = bondCapacity
        self.acceptsPairing = acceptsPairing
    }

    /// One of our trackers, as it advertises and pairs.
    public init(address: BluetoothAddress, tracker: TrackerServer, pairing: PairingMethod = .justWorks) {
        self.init(
            address: address,
            advertisement: tracker.advertisement.advertisement,
            server: tracker,
            pairing: pairing,
            acceptsPairing: { await tracker.acceptsPairing }
        )
    }
}

/// What goes wrong with a tag; reads, writes and subscriptions are counted from 1 since the fault was set.
public enum AirFault: Hashable, Sendable {
    /// It does not take a connection.
    case refusesConnection
    /// The link breaks while it is paired; no bond is left.
    case breaksWhilePairing
    /// The link breaks before the n-th operation reaches it.
    case breaksBefore(Int)
    /// The link breaks when the n-th operation is done, before the gateway learns it.
    case breaksAfter(Int)
    /// It answers nothing from the n-th operation on.
    case silentFrom(Int)
}
