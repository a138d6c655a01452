public import Bluetooth
public import Tracking

/// The host of a tag for all its links: L2CAP, the attribute server, the security manager and the address.
///
/// It is a value without input or output of its own: events with their time go in, effects come out, to be carried out
/// in their order. The same events with the same generator give the same effects. Whatever bytes a peer sends, the host
/// goes on. Each link has its own MTU, subscriptions, encryption and pairing; attributes, bonds and address are the tag's.
public struct TagHost: Sendable {
    public let settings: HostSettings
    /// The address by which bonded centrals know the tag.
    public let identity: DeviceAddress
    /// With which it makes private addresses; nil where it has none.
    public let identityKey: IdentityKey?
    /// The address to advertise with.
    public internal(set) var address: DeviceAddress

    var links: [LinkNumber: HostLink] = [:]
    var database: AttributeDatabase
    var shared: SharedSecurity
    var rotation: AddressRotation?
    var generator: any RandomNumberGenerator & Sendable
    /// Counts the questions to the application.
    var lastRequest: UInt64 = 0

    /// A stack with a public or a static random address, and the bonds from before.
    ///
    /// The identity key makes private addresses, and is handed to who bonds; the generator is for keys, nonces,
    /// passkeys and addresses, seeded in a simulation.
    public init(
        settings: HostSettings,
        identity: DeviceAddress,
        identityKey: IdentityKey? = nil,
        services: [LocalService],
        bonds: BondTable = BondTable(),
        generator: any RandomNumberGenerator & Sendable,
        at now: Timestamp
    ) {
        self.settings = settings
        self.identity = identity
        self.generator = generator
        self.identityKey = identityKey
        address = identity
        database = AttributeDatabase(settings, services: services)
        shared = SharedSecurity(bonds: bonds)
        guard let identityKey, let interval = settings.addressInterval else { return }
        rotation = AddressRotation(key: identityKey, interval: interval)
        if let first = rotation?.renew(at: now, using: &self.generator) { address = first }
    }

    /// The bonds, to be kept until the next start.
    public var bonds: BondTable {
        get { shared.bonds }
        set {
            shared.bonds = newValue
            updateLayers()
        }
    }

    /// Whether a central may pair now.
    public var acceptsPairing: Bool {
        get { shared.acceptsPairing }
        set { shared.acceptsPairing = newValue }
    }

    /// Whether somebody is connected.
    public var isConnected: Bool { !links.isEmpty }

    /// Whether another central may connect.
    public var hasRoom: Bool { links.count < max(1, settings.linkLimit) }

    /// How safe each link is.
    public var linkStates: [LinkNumber: LinkState] { links.mapValues(\.attributes.security.state) }

    /// Whether a central is connected over a link that is encrypted with its bond's key.
    public var hasBondedLink: Bool { links.values.contains { $0.attributes.security.state.isBonded } }

    /// The subscriptions of all centrals.
    public var subscriptions: Set<AttributeName> {
        links.values.reduce(into: []) { $0.formUnion($1.attributes.client.configurations.keys) }
    }

    /// How many bytes a notification has room for on a link; nil for none that stands.
    public func updateLength(on link: LinkNumber) -> Int? { links[link].map { $0.attributes.bearer.mtu - 3 } }

    /// When the next ``HostEvent/tick`` is due; nil when nothing waits.
    public var nextDeadline: Timestamp? { (links.values.map(\.deadline) + [rotation?.due]).compactMap(\.self).min() }

    /// Lets something happen, and returns what is to be done, in this order.
    public mutating func handle(_ event: HostEvent, at now: Timestamp) -> [HostEffect] { dispatch(event, at: now) }

    /// The key, 16 bytes, the lowest first, as HCI carries them, for the encryption that a link's central wants, when the
    /// link layer asks for it.
    ///
    /// Diversifier and random value are as the central names them, 0 for LE Secure Connections and for a pairing under
    /// way. Nil when there is no such key, which the link layer tells as "PIN or key missing" (0x06).
    public mutating func longTermKey(diversifier: UInt16, random: UInt64, on link: LinkNumber) -> [UInt8]? {
        links[link]?.security.encryptionKey(diversifier: diversifier, random: random, shared.bonds)?.littleEndianBytes
    }
}
