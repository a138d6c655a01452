import Bluetooth
import SystemBus

/// Subscribing to a connected tag's values.
extension BlueZRadio {
    /// Prefers a socket of its own to signals, among which bluetoothd also tells what anybody has read.
    ///
    /// bluetoothd has such sockets for notifications only, not for indications.
    func values(
        of characteristic: PeerCharacteristic, of peer: BlueZPeer
    ) async throws(RadioError) -> AsyncStream<[UInt8]> {
        let doing = "subscribing to \(characteristic.uuid)"
        guard let path = path(of: characteristic, peer) else {
            throw isUp(peer) ? .noCharacteristic(characteristic.uuid, peer.tag) : .disconnected(peer.tag)
        }
        let hasSocket = objects.characteristics[path]?.hasNotifySocket == true
        if hasSocket, characteristic.properties.contains(.notify) {
            let answer = try await ask(peer, characteristic, "AcquireNotify", [[:]], doing: doing)
            return try socketValues(answer)
        }
        let stream = signalValues(path)
        do throws(RadioError) {
            try await ask(peer, characteristic, "StartNotify", [], doing: doing)
        } catch {
            endSubscriptions(path)
            throw error
        }
        return stream
    }

    private func socketValues(_ answer: [BusValue]) throws(RadioError) -> AsyncStream<[UInt8]> {
        guard let file = answer.first?.openFile, let descriptor = try? file.duplicate() else {
            throw .failed("bluetoothd gave no socket to receive values on")
        }
        return DescriptorReader.packets(from: descriptor, upTo: 517)
    }

    /// Listens before asking, so that nothing is missed.
    private func signalValues(_ path: ObjectPath) -> AsyncStream<[UInt8]> {
        let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
        let number = nextNumber()
        subscriptions[path, default: [:]][number] = continuation
        continuation.onTermination = { [weak self] _ in
            Task { [weak self] in await self?.unsubscribe(path, number) }
        }
        return stream
    }

    private func unsubscribe(_ path: ObjectPath, _ number: Int) async {
        guard subscriptions[path]?.removeValue(forKey: number) != nil else { return }
        guard subscriptions[path]?.isEmpty == true else { return }
        subscriptions[path] = nil
        if objects.characteristics[path] != nil {
            await callAnyway(path, BlueZName.characteristic, "StopNotify")
        }
    }

    func endSubscriptions(_ path: ObjectPath) {
        for continuation in (subscriptions.removeValue(forKey: path) ?? [:]).values { continuation.finish() }
    }
}
