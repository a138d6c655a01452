import Air
import Bluetooth

/// What is done with a tag's attributes over a link.
extension AirRadio {
    func read(
        _ characteristic: PeerCharacteristic, of tag: BluetoothAddress, _ link: Int
    ) async throws(RadioError) -> [UInt8] {
        let station = try await begin(tag, link)
        let value: [UInt8]
        do throws(AttributeError) {
            value = try await station.tag.server.read(characteristic.name, over: station.state)
        } catch { throw .refused(tag, doing: "reading \(characteristic.uuid)", code: error.code) }
        try await end(tag, link)
        return value
    }

    func write(
        _ value: [UInt8],
        to characteristic: PeerCharacteristic,
        confirmed: Bool,
        of tag: BluetoothAddress,
        _ link: Int
    ) async throws(RadioError) {
        let station = try await begin(tag, link)
        do throws(AttributeError) {
            guard value.count <= GATTValueError.longestValue else { throw .invalidLength }
            try await station.tag.server.write(value, to: characteristic.name, over: station.state)
        } catch {
            // Without an answer nobody learns of a refusal.
            if confirmed { throw .refused(tag, doing: "writing \(characteristic.uuid)", code: error.code) }
        }
        try await end(tag, link)
    }

    func subscribe(
        to characteristic: PeerCharacteristic, of tag: BluetoothAddress, _ link: Int
    ) async throws(RadioError) -> AsyncStream<[UInt8]> {
        let station = try await begin(tag, link)
        let name = characteristic.name
        let doing = "subscribing to \(characteristic.uuid)"
        let properties = characteristic.properties
        guard !properties.isDisjoint(with: [.notify, .indicate]) else {
            throw .refused(tag, doing: doing, code: AttributeError.requestNotSupported.code)
        }
        guard station.state.isEncrypted || !station.needsEncryption(name) else {
            throw .refused(tag, doing: doing, code: AttributeError.insufficientEncryption.code)
        }
        let (stream, subscriber) = AsyncStream.makeStream(of: [UInt8].self, bufferingPolicy: .bufferingNewest(4096))
        let id = nextLink()
        subscriber.onTermination = { [weak self] _ in
            // Called from whichever thread ends the iteration.
            Task { await self?.unsubscribe(id, from: name, of: tag, link) }
        }
        tags[tag]?.link?.subscribers[name, default: [:]][id] = subscriber
        await station.tag.server.subscribed(to: name, true)
        try await end(tag, link)
        return stream
    }

    private func unsubscribe(_ id: Int, from name: AttributeName, of tag: BluetoothAddress, _ link: Int) async {
        guard tags[tag]?.link?.id == link, tags[tag]?.link?.subscribers[name]?.removeValue(forKey: id) != nil else {
            return
        }
        guard tags[tag]?.link?.subscribers[name]?.isEmpty == true else { return }
        await tags[tag]?.tag.server.subscribed(to: name, false)
    }

    func deliver(_ update: AttributeUpdate, from tag: BluetoothAddress) {
        guard let subscribers = tags[tag]?.link?.subscribers[update.attribute] else { return }
        for subscriber in subscribers.values { subscriber.yield(update.value) }
    }

    private struct Begun {
        var tag: AirTag
        var state: LinkState

        func needsEncryption(_ name: AttributeName) -> Bool {
            let service = tag.server.services.first { $0.uuid == name.service }
            return service?.characteristics.first { $0.uuid == name.characteristic }?.needsEncryption ?? false
        }
    }

    /// An operation goes to the tag, if the link stands and no fault is due.
    private func begin(_ tag: BluetoothAddress, _ link: Int) async throws(RadioError) -> Begun {
        try checkCancellation()
        guard tags[tag]?.link?.id == link else { throw .disconnected(tag) }
        tags[tag]?.operations += 1
        let operations = tags[tag]?.operations ?? 0
        switch tags[tag]?.fault {
        case .breaksBefore(operations): await breakLink(of: tag)
        case .silentFrom(let from) where operations >= from:
            await waitInVain()
            await disconnect(tag, link)
            throw .timedOut(tag, doing: "waiting for its answer")
        default: break
        }
        guard let station = tags[tag], let standing = station.link, standing.id == link else {
            throw .disconnected(tag)
        }
        return Begun(tag: station.tag, state: standing.state)
    }

    /// The answer comes back, unless the link has ended.
    private func end(_ tag: BluetoothAddress, _ link: Int) async throws(RadioError) {
        if case .breaksAfter(let count) = tags[tag]?.fault, tags[tag]?.operations == count { await breakLink(of: tag) }
        guard tags[tag]?.link?.id == link else { throw .disconnected(tag) }
    }
}

extension PeerCharacteristic {
    fileprivate var name: AttributeName { AttributeName(service: service, characteristic: uuid) }
}
