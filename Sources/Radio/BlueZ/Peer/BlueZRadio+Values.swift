import Bluetooth
import SystemBus

/// Subscribing to a connected tag's values.
extension BlueZRadio {
    /// By signals, among which bluetoothd also tells what anybody has read.
    ///
    /// A socket (AcquireNotify) would have notifications only. But where a link falls while BlueZ before 5.84 makes one,
    /// it never answers, refuses every later subscription as "Notify acquired" until it is started again, and falls
    /// itself when it is told to stop: its commit 476ae809 has the story.
    func values(
        of characteristic: PeerCharacteristic, of peer: BlueZPeer
    ) async throws(RadioError) -> AsyncStream<[UInt8]> {
        guard let path = path(of: characteristic, peer) else {
            throw isUp(peer) ? .noCharacteristic(characteristic.uuid, peer.tag) : .disconnected(peer.tag)
        }
        // An end that is told after this beginning would end it.
        await endings[path]?.value
        let number = nextNumber()
        let stream = listen(to: path, number)
        do throws(RadioError) {
            try await ask(peer, characteristic, "StartNotify", [], doing: "subscribing to \(characteristic.uuid)")
        } catch {
            // Of what was refused there is nothing to end; of what was not answered there may be.
            if !isOpen(error) { _ = subscriptions.remove(number, from: path) }
            throw error
        }
        return stream
    }

    private func isOpen(_ error: RadioError) -> Bool {
        if case .timedOut = error { true } else { Task.isCancelled }
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
        // Else bluetoothd makes them anew by itself over the next link, and nobody hears when that fails.
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
