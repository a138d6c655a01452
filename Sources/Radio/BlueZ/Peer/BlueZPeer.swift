import Bluetooth
import SystemBus

/// A tag connected by way of bluetoothd.
struct BlueZPeer: Peer {
    let radio: BlueZRadio
    let device: ObjectPath
    /// The number of its link.
    let link: Int
    let tag: BluetoothAddress
    let services: [PeerService]

    var isBonded: Bool { get async { await radio.isBonded(self) } }

    func read(_ characteristic: PeerCharacteristic) async throws(RadioError) -> [UInt8] {
        try await radio.read(characteristic, of: self)
    }

    func write(_ value: [UInt8], to characteristic: PeerCharacteristic, confirmed: Bool) async throws(RadioError) {
        try await radio.write(value, to: characteristic, of: self, confirmed: confirmed)
    }

    func values(of characteristic: PeerCharacteristic) async throws(RadioError) -> AsyncStream<[UInt8]> {
        try await radio.values(of: characteristic, of: self)
    }

    func disconnect() async { await radio.disconnect(self) }
}
