import Air
import Bluetooth
import RadioSupport
import Synchronization

/// The air by way of something like bluetoothd, which tells those who listen to a characteristic what is read of it.
final class EchoingRadio: Radio {
    let air: AirRadio

    init(_ air: AirRadio) { self.air = air }

    var events: AsyncStream<RadioEvent> { air.events }
    var adapters: [AdapterStatus] { get async { await air.adapters } }

    func connect(to tag: BluetoothAddress, over adapter: BluetoothAddress?) async throws(RadioError) -> any Peer {
        EchoingPeer(try await air.connect(to: tag, over: adapter))
    }

    func pair(with tag: BluetoothAddress, asking person: any PairingPerson) async throws(RadioError) {
        try await air.pair(with: tag, asking: person)
    }

    func unbond(_ tag: BluetoothAddress) async throws(RadioError) { try await air.unbond(tag) }
}

private final class EchoingPeer: Peer {
    private let peer: any Peer
    private let listeners = Mutex<[String: AsyncStream<[UInt8]>.Continuation]>([:])

    init(_ peer: any Peer) { self.peer = peer }

    var tag: BluetoothAddress { peer.tag }
    var services: [PeerService] { peer.services }
    var isBonded: Bool { get async { await peer.isBonded } }

    func read(_ characteristic: PeerCharacteristic) async throws(RadioError) -> [UInt8] {
        let value = try await peer.read(characteristic)
        listeners.withLock { _ = $0[characteristic.handle]?.yield(value) }
        return value
    }

    func write(_ value: [UInt8], to characteristic: PeerCharacteristic, confirmed: Bool) async throws(RadioError) {
        try await peer.write(value, to: characteristic, confirmed: confirmed)
    }

    func values(of characteristic: PeerCharacteristic) async throws(RadioError) -> AsyncStream<[UInt8]> {
        let values = try await peer.values(of: characteristic)
        let (stream, listener) = AsyncStream.makeStream(of: [UInt8].self)
        listeners.withLock { $0[characteristic.handle] = listener }
        let relaying = Task {
            for await value in values { listener.yield(value) }
            listener.finish()
        }
        listener.onTermination = { _ in relaying.cancel() }
        return stream
    }

    func disconnect() async { await peer.disconnect() }
}
