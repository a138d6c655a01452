import Bluetooth
import Synchronization

/// A radio that hears one tag of another make, which may bond and then tells an address that stays.
final class RotatingRadio: Radio {
    static let adapter = BluetoothAddress(bits: 1)

    let sighting: Sighting
    /// The address that a bond reveals; nil for a tag that does not bond.
    let identity: BluetoothAddress?
    let events: AsyncStream<RadioEvent>
    /// Whether there is a bond, as the radio was asked for it last.
    let isBonded = Mutex<Bool?>(nil)

    init(
        _ address: BluetoothAddress,
        _ kind: AddressKind?,
        _ advertisement: Advertisement,
        _ identity: BluetoothAddress?
    ) {
        sighting = Sighting(
            tag: address, adapter: Self.adapter, advertisement: advertisement, rssi: -50, addressKind: kind
        )
        self.identity = identity
        let (events, feed) = AsyncStream.makeStream(of: RadioEvent.self)
        self.events = events
        feed.yield(.heard(sighting))
    }

    var adapters: [AdapterStatus] { [AdapterStatus(name: "hci0", address: Self.adapter, health: .scanning)] }

    func connect(to tag: BluetoothAddress, over adapter: BluetoothAddress?) async throws(RadioError) -> any Peer {
        Connected(tag: isBonded.withLock { $0 == true } ? identity ?? tag : tag)
    }

    func pair(with tag: BluetoothAddress, asking person: any PairingPerson) async throws(RadioError) {
        guard identity != nil else { throw .pairingFailed(tag, .refusedUnasked) }
        isBonded.withLock { $0 = true }
    }

    func unbond(_ tag: BluetoothAddress) async throws(RadioError) { isBonded.withLock { $0 = false } }

    private struct Connected: Peer {
        let tag: BluetoothAddress
        var services: [PeerService] { [] }
        var isBonded: Bool { true }

        func read(_ characteristic: PeerCharacteristic) async throws(RadioError) -> [UInt8] {
            throw .disconnected(tag)
        }
        func write(_ value: [UInt8], to characteristic: PeerCharacteristic, confirmed: Bool) async throws(RadioError) {}
        func values(of characteristic: PeerCharacteristic) async throws(RadioError) -> AsyncStream<[UInt8]> {
            AsyncStream { $0.finish() }
        }
        func disconnect() async {}
    }
}
