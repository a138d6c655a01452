import Air
import Bluetooth

/// A tag in the air, connected.
struct AirPeer: Peer {
    let radio: AirRadio
    let tag: BluetoothAddress
    let link: Int
    let services: [PeerService]

    var isBonded: Bool { get async { await radio.isBonded(tag, link) } }

    func read(_ characteristic: PeerCharacteristic) async throws(RadioError) -> [UInt8] {
        try await radio.read(characteristic, of: tag, link)
    }

    func write(_ value: [UInt8], to characteristic: PeerCharacteristic, confirmed: Bool) async throws(RadioError) {
        try await radio.write(value, to: characteristic, confirmed: confirmed, of: tag, link)
    }

    func values(of characteristic: PeerCharacteristic) async throws(RadioError) -> AsyncStream<[UInt8]> {
        try await radio.subscribe(to: characteristic, of: tag, link)
    }

    func disconnect() async { await radio.disconnect(tag, link) }
}
