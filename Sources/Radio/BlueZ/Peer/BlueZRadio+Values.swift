import Bluetooth
import SystemBus

/// Subscribing to a connected tag's values.
extension BlueZRadio {
    /// Receives the values as signals, among which bluetoothd also tells what anybody has read.
    ///
    /// A socket (AcquireNotify) would have notifications only. But when a link ends while bluetoothd before 5.84 opens
    /// one, the call may never be answered, each later subscription is refused with "Notify acquired" until bluetoothd
    /// is restarted, and StopNotify makes it crash (BlueZ's commit 476ae809).
    func values(
        of characteristic: PeerCharacteristic, of peer: BlueZPeer
    ) async throws(RadioError) -> AsyncStream<[UInt8]> {
        guard let path = path(of: characteristic, peer) else {
            throw isUp(peer) ? .noCharacteristic(characteristic.uuid, peer.tag) : .disconnected(peer.tag)
        }
        // A StopNotify that bluetoothd receives after this StartNotify would end it.
        await endings[path]?.value
        guard !Task.isCancelled else { throw .cancelled }
        let number = nextNumber()
        let stream = listen(to: path, number)
        do throws(RadioError) {
            try await startNotifying(characteristic, of: peer)
        } catch {
            // What was refused needs no StopNotify; what was not answered may have begun, and gets one with its stream.
            if case .timedOut = error { throw error }
            _ = subscriptions.remove(number, from: path)
            throw error
        }
        return stream
    }

    /// Goes on although the task may be cancelled: after a StopNotify that overtakes the tag's answer, bluetoothd answers
    /// no StartNotify of that characteristic over the same link.
    private func startNotifying(
        _ characteristic: PeerCharacteristic, of peer: BlueZPeer
    ) async throws(RadioError) {
        let outcome = await Task { () -> Result<Void, RadioError> in
            do throws(RadioError) {
                try await ask(peer, characteristic, "StartNotify", [], doing: "subscribing to \(characteristic.uuid)")
                return .success(())
            } catch { return .failure(error) }
        }.value
        try outcome.get()
    }

    /// Listens before asking, so that nothing is missed.
    private func listen(to path: ObjectPath, _ number: Int) -> AsyncStream<[UInt8]> {
        let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
        subscriptions.add(continuation, number, to: path)
        continuation.onTermination = { [weak self] _ in
            Task { [weak self] in await self?.unsubscribe(path, number) }
        }
        return stream
    }

    private func unsubscribe(_ path: ObjectPath, _ number: Int) {
        if subscriptions.remove(number, from: path) { stopNotifying(path) }
    }

    /// Whoever listens to a tag's values hears the end of its link.
    func endSubscriptions(below device: ObjectPath) {
        // Otherwise bluetoothd renews them by itself over the next link, and tells nobody when that fails.
        for path in subscriptions.end(below: device) { stopNotifying(path) }
    }

    private func stopNotifying(_ path: ObjectPath) {
        guard objects.characteristics[path] != nil else { return }
        endings[path] = Task {
            await self.callAnyway(path, BlueZName.characteristic, "StopNotify")
            self.endings[path] = nil
        }
    }
}
