/// The gateway's end of Bluetooth LE over all its adapters: BlueZ, or tags in the same process.
public protocol Radio: Sendable {
    /// What the radio notices, in order, until it is closed.
    ///
    /// Meant for one reader. Bounded: the oldest is dropped first, and counted.
    var events: AsyncStream<RadioEvent> { get }

    /// The adapters as they are now, in the order of their addresses.
    var adapters: [AdapterStatus] { get async }

    /// Connects to a tag, over the adapter that heard it last if none is named, and finds out its services; a link that
    /// stands already is adopted.
    func connect(to tag: BluetoothAddress, over adapter: BluetoothAddress?) async throws(RadioError) -> any Peer

    /// Bonds with a tag; one that is bonded already stays so.
    func pair(with tag: BluetoothAddress, asking person: any PairingPerson) async throws(RadioError)

    /// Removes the bond and all that is remembered of a tag; no error when there is nothing.
    func unbond(_ tag: BluetoothAddress) async throws(RadioError)
}

/// What a radio notices.
public enum RadioEvent: Sendable {
    case heard(Sighting)
    /// Not heard for so long that an adapter has forgotten it.
    case lost(BluetoothAddress, adapter: BluetoothAddress)
    /// A link ended, from whichever side.
    case disconnected(BluetoothAddress, adapter: BluetoothAddress)
    /// A link stands; told every few seconds, with the strength of the tag's last packets in dBm, nil for not known.
    case linkHeard(BluetoothAddress, adapter: BluetoothAddress, rssi: Int?)
    /// A link ended because nothing was heard of the tag for its supervision timeout (0x08 in Core Specification 5.4,
    /// volume 1, part F), before or after ``disconnected(_:adapter:)``.
    ///
    /// Told where the system says why links end.
    case linkLost(BluetoothAddress, adapter: BluetoothAddress)
    /// An adapter came, went or changed its health.
    case adapter(AdapterStatus)
    /// What is known of whether an adapter's scan goes on; a radio that never tells this of an adapter is taken at its
    /// word that it scans.
    case scan(BluetoothAddress, ScanProof)
}

/// A tag that is connected, with its services found out.
public protocol Peer: Sendable {
    var tag: BluetoothAddress { get }
    var services: [PeerService] { get }
    /// Whether the link is encrypted by a bond.
    var isBonded: Bool { get async }

    func read(_ characteristic: PeerCharacteristic) async throws(RadioError) -> [UInt8]

    /// Writes up to 512 bytes, in several steps where the link carries less; confirmed, the tag has to answer.
    func write(_ value: [UInt8], to characteristic: PeerCharacteristic, confirmed: Bool) async throws(RadioError)

    /// Subscribes to a characteristic's notifications or indications.
    ///
    /// The stream ends with the link; ending the iteration unsubscribes. What is read of the characteristic meanwhile may
    /// be among its values.
    /// - Throws: ``RadioError``.
    func values(of characteristic: PeerCharacteristic) async throws(RadioError) -> AsyncStream<[UInt8]>

    /// Ends the link; returns when it is down.
    func disconnect() async
}

/// Who is asked while a tag is paired.
public protocol PairingPerson: Sendable {
    /// Whether the tag shows the same six digits.
    func confirms(_ number: Int, shownBy tag: BluetoothAddress) async -> Bool

    /// The number that the tag shows, 0 to 999,999; nil to give up.
    func passkey(shownBy tag: BluetoothAddress) async -> Int?

    /// A number to be typed on the tag.
    func show(_ number: Int, for tag: BluetoothAddress) async
}
