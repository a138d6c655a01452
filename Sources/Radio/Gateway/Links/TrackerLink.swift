import Bluetooth
import Logging
import Tracking

/// A link to one of our own trackers, from its checks to its end.
struct TrackerLink: Sendable {
    let device: DeviceID
    let number: TrackerNumber?
    let peer: any Peer
    let outgoing: Outgoing
    let say: @Sendable (TrackerRadioEvent) -> Void
    let logger: Logger

    /// Runs until the link ends or the task is cancelled.
    ///
    /// - Throws: ``LinkError`` when the tracker is not what it should be, or fails.
    func run() async throws {
        do {
            try await check()
            // Subscribed to before anything is told, so that no answer is missed.
            var streams: [(BluetoothUUID, AsyncStream<[UInt8]>)] = []
            for uuid in [TagalongService.control, TagalongService.state, TagalongService.fix] {
                streams.append((uuid, try await peer.values(of: characteristic(uuid))))
            }
            say(.linked(device))
            defer { say(.unlinked(device)) }
            let state = try await peer.read(characteristic(TagalongService.state))
            receive(state, of: TagalongService.state)
            try await exchange(streams, knowing: state)
        } catch let error as RadioError {
            throw LinkError.radio(error)
        }
    }

    private func check() async throws {
        let identity: TrackerIdentity
        do {
            let value = try await peer.read(characteristic(TagalongService.identity))
            identity = try TrackerIdentity(gattValue: value)
        } catch let error as GATTValueError {
            throw LinkError.malformed(device, error)
        }
        if let number, identity.number != number { throw LinkError.otherTracker(device, found: identity.number) }
        guard identity.isRegistered else { throw LinkError.reset(device) }
    }

    private func characteristic(_ uuid: BluetoothUUID) throws(RadioError) -> PeerCharacteristic {
        guard let found = peer.characteristic(uuid, of: TagalongService.uuid) else {
            throw .noCharacteristic(uuid, peer.tag)
        }
        return found
    }

    /// Whichever side ends first ends all.
    private func exchange(
        _ streams: [(BluetoothUUID, AsyncStream<[UInt8]>)], knowing state: [UInt8]
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (uuid, values) in streams {
                group.addTask {
                    var known = uuid == TagalongService.state ? state : nil
                    for await value in values {
                        // bluetoothd tells what was read once more.
                        if value != known { receive(value, of: uuid) }
                        known = nil
                    }
                }
            }
            group.addTask { for await _ in outgoing.rings { try await sendOutgoing() } }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    private func receive(_ value: [UInt8], of uuid: BluetoothUUID) {
        do throws(GATTValueError) {
            guard let uplink = try Uplink(of: uuid, value: value) else { return }
            say(.received(uplink, from: device))
        } catch { logger.warning("\(device): \(error)") }
    }

    private func sendOutgoing() async throws {
        while let downlink = outgoing.next() {
            let (uuid, value) = downlink.gatt
            do throws(RadioError) {
                try await peer.write(value, to: characteristic(uuid), confirmed: true)
            } catch .refused(let tag, let doing, let code) {
                say(.refused(downlink, by: device, reason: "\(RadioError.refused(tag, doing: doing, code: code))"))
            } catch { throw error }
        }
    }
}
