public import Bluetooth
public import Tracking

/// The host of a tag for one link at a time: L2CAP, the attribute server, the security manager and the address.
///
/// It is a value without input or output of its own: events with their time go in, effects come out, to be carried out
/// in their order. The same events with the same generator give the same effects. Whatever bytes a peer sends, the host
/// goes on.
public struct TagHost: Sendable {
    public let settings: HostSettings
    /// The address by which bonded centrals know the tag.
    public let identity: DeviceAddress
    /// The address to advertise with.
    public internal(set) var address: DeviceAddress
    /// Whether somebody is connected.
    public internal(set) var isConnected = false

    /// 27 is what every link layer packet has room for.
    var fragmentLength = 27
    var assembler = FrameAssembler()
    var signalling = Signalling()
    var attributes: ATTServer
    var security: SecurityManager
    var rotation: AddressRotation?
    private var generator: any RandomNumberGenerator & Sendable

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
        address = identity
        let database = AttributeDatabase(settings, services: services)
        attributes = ATTServer(database: database, mtu: settings.mtu)
        security = SecurityManager(
            settings: settings.security, identity: identity, identityKey: identityKey, bonds: bonds
        )
        guard let identityKey, let interval = settings.addressInterval else { return }
        rotation = AddressRotation(key: identityKey, interval: interval)
        if let first = rotation?.renew(at: now, using: &self.generator) { address = first }
    }

    /// The bonds, to be kept until the next start.
    public var bonds: BondTable {
        get { security.bonds }
        set {
            security.bonds = newValue
            updateLayers()
        }
    }

    /// With which it makes private addresses; nil where it has none.
    public var identityKey: IdentityKey? { security.identityKey }

    /// Whether a central may pair now.
    public var acceptsPairing: Bool {
        get { security.acceptsPairing }
        set { security.acceptsPairing = newValue }
    }

    /// How safe the link is.
    public var link: LinkState { attributes.security.state }

    /// The central's subscriptions.
    public var subscriptions: Set<AttributeName> { Set(attributes.client.configurations.keys) }

    /// How many bytes a notification has room for on this link.
    public var updateLength: Int { attributes.bearer.mtu - 3 }

    /// When the next ``HostEvent/tick`` is due; nil when nothing waits.
    public var nextDeadline: Timestamp? {
        let deadlines = [attributes.bearer.confirmationDeadline, security.deadline, signalling.deadline, rotation?.due]
        return deadlines.compactMap(\.self).min()
    }

    /// Lets something happen, and returns what is to be done, in this order.
    public mutating func handle(_ event: HostEvent, at now: Timestamp) -> [HostEffect] {
        let output = LinkOutput(fragmentLength: fragmentLength)
        var turn = PairingStep(now: now, generator: generator, output: output)
        dispatch(event, &turn)
        generator = turn.generator
        updateLayers()
        return turn.output.effects
    }

    /// The key, 16 bytes, the lowest first, as HCI carries them, for the encryption that the central wants, when the
    /// link layer asks for it.
    ///
    /// Diversifier and random value are as the central names them, 0 for LE Secure Connections and for a pairing under
    /// way. Nil when there is no such key, which the link layer tells as "PIN or key missing" (0x06).
    public mutating func longTermKey(diversifier: UInt16, random: UInt64) -> [UInt8]? {
        isConnected ? security.encryptionKey(diversifier: diversifier, random: random)?.littleEndianBytes : nil
    }

    /// Lets every layer know what the others have come to.
    private mutating func updateLayers() {
        guard isConnected, let peer = security.link?.peer else { return }
        attributes.security = LinkSecurity(
            isEncrypted: security.isEncrypted,
            isBonded: security.isEncrypted && security.bond.map { security.bonds.bond(of: $0.peer) != nil } ?? false,
            hasKey: security.bonds.bond(of: peer) != nil
        )
        guard let bond = security.bond else { return }
        security.bonds.setClient(attributes.client, of: bond.peer)
    }
}
