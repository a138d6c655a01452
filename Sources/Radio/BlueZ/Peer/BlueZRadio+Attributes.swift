import Bluetooth
import SystemBus

/// Reading and writing a connected tag.
extension BlueZRadio {
    func isBonded(_ peer: BlueZPeer) -> Bool { isUp(peer) && objects.devices[peer.device]?.hasBond == true }

    func read(_ characteristic: PeerCharacteristic, of peer: BlueZPeer) async throws(RadioError) -> [UInt8] {
        let answer = try await ask(peer, characteristic, "ReadValue", [[:]], doing: "reading \(characteristic.uuid)")
        guard let value = answer.first?.data else {
            throw .failed("bluetoothd answered something else than bytes, reading \(characteristic.uuid)")
        }
        return value
    }

    func write(
        _ value: [UInt8], to characteristic: PeerCharacteristic, of peer: BlueZPeer, confirmed: Bool
    ) async throws(RadioError) {
        let doing = "writing \(characteristic.uuid)"
        guard value.count <= 512 else { throw .failed("a value has at most 512 bytes, not \(value.count), \(doing)") }
        // What does not fit into one packet can only be written in confirmed steps.
        let room = path(of: characteristic, peer).flatMap { objects.characteristics[$0]?.mtu }.map { $0 - 3 } ?? 20
        let isRequest = characteristic.properties.takesRequest(wanted: confirmed || value.count > room)
        let options: BusDictionary = ["type": isRequest ? "request" : "command"]
        try await ask(peer, characteristic, "WriteValue", [options], value: value, doing: doing)
    }

    func disconnect(_ peer: BlueZPeer) async {
        guard isUp(peer) else { return }
        let device = peer.device
        await callAnyway(device, BlueZName.device, "Disconnect")
        await waitForEnd(of: device, upTo: configuration.requestTimeout)
        links[device] = nil
        if stale.contains(device) { await removeAnyway(device) }
    }

    /// Whether this very link still stands.
    func isUp(_ peer: BlueZPeer) -> Bool {
        links[peer.device] == peer.link && objects.devices[peer.device]?.isConnected == true
    }

    /// Where bluetoothd has a characteristic; nil when the tag does not have it.
    func path(of characteristic: PeerCharacteristic, _ peer: BlueZPeer) -> ObjectPath? {
        guard let path = try? ObjectPath(characteristic.handle), path.isBelow(peer.device) else { return nil }
        return objects.characteristics[path] == nil ? nil : path
    }

    /// Calls a method of a characteristic.
    @discardableResult
    func ask(
        _ peer: BlueZPeer,
        _ characteristic: PeerCharacteristic,
        _ member: String,
        _ options: [BusDictionary],
        value: [UInt8]? = nil,
        doing: String
    ) async throws(RadioError) -> [BusValue] {
        guard isUp(peer) else { throw .disconnected(peer.tag) }
        guard let path = path(of: characteristic, peer) else {
            throw .noCharacteristic(characteristic.uuid, peer.tag)
        }
        let arguments = (value.map { [.bytes($0)] } ?? []) + options.map { BusValue.dictionary($0) }
        do throws(BusError) {
            return try await callPatiently(path, member, arguments) { self.isUp(peer) }
        } catch {
            noteStale(error, peer.device)
            // 14: unlikely error, also said of a link that ends, which may be told only after it.
            if error.attributeCode == 14 { await waitForEnd(of: peer.device, upTo: .seconds(1)) }
            throw isUp(peer) ? RadioError(error, peer.tag, doing: doing) : .disconnected(peer.tag)
        }
    }

    /// Calls a method of a characteristic, a few times more while bluetoothd or the tag is busy with another request.
    ///
    /// What is refused as busy was not sent, or not taken: asking again does nothing twice.
    private func callPatiently(
        _ path: ObjectPath, _ member: String, _ arguments: [BusValue], while isUseful: () -> Bool
    ) async throws(BusError) -> [BusValue] {
        for rest in Self.pausesWhileBusy {
            do throws(BusError) {
                return try await call(path, BlueZName.characteristic, member, arguments)
            } catch {
                guard error.isBusy, !Task.isCancelled else { throw error }
                await pause(rest)
                guard isUseful() else { throw error }
            }
        }
        return try await call(path, BlueZName.characteristic, member, arguments)
    }

    /// Three seconds in all: a request that is not answered costs its asker up to 30.
    private static let pausesWhileBusy = [100, 200, 400, 800, 1500].map { Duration.milliseconds($0) }

    /// An attribute that is not where it was: the tag has another firmware by now.
    ///
    /// A bonded tag says itself what has changed, and removing it would remove the bond.
    private func noteStale(_ error: BusError, _ device: ObjectPath) {
        // 1: invalid handle, 10: attribute not found.
        guard error.attributeCode == 1 || error.attributeCode == 10 else { return }
        if objects.devices[device]?.isPaired == false { stale.insert(device) }
    }
}
