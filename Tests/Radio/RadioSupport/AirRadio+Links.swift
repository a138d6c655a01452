import Air
public import Bluetooth

extension AirRadio {
    public func connect(
        to tag: BluetoothAddress, over adapter: BluetoothAddress?
    ) async throws(RadioError) -> any Peer {
        let link = try await link(to: tag, over: adapter)
        let services = tags[tag]?.tag.server.services ?? []
        return AirPeer(radio: self, tag: tag, link: link, services: services.map(\.discovered))
    }

    /// The link that stands, or a new one.
    private func link(to tag: BluetoothAddress, over wanted: BluetoothAddress?) async throws(RadioError) -> Int {
        try checkCancellation()
        if let link = tags[tag]?.link { return link.id }
        let adapter = try adapter(for: tag, wanted: wanted)
        if tags[tag]?.fault == .refusesConnection {
            throw .connectionFailed(tag, reason: "it did not take the connection")
        }
        let id = nextLink()
        let isEncrypted = tags[tag].map { $0.isBonded && $0.tagIsBonded } ?? false
        tags[tag]?.link = Link(id: id, adapter: adapter, isEncrypted: isEncrypted)
        await tags[tag]?.tag.server.link(isUp: true)
        return id
    }

    /// A request of a cancelled task is refused, as BlueZ's bus refuses it.
    func checkCancellation() throws(RadioError) {
        if Task.isCancelled { throw .failed("it was cancelled") }
    }

    /// Ends a tag's link, from its side or from nobody's.
    public func breakLink(of tag: BluetoothAddress) async {
        guard let link = tags[tag]?.link else { return }
        tags[tag]?.link = nil
        for subscriber in link.subscribers.values.flatMap(\.values) { subscriber.finish() }
        await tags[tag]?.tag.server.link(isUp: false)
        emit(.disconnected(tag, adapter: link.adapter))
    }

    func disconnect(_ tag: BluetoothAddress, _ link: Int) async {
        guard tags[tag]?.link?.id == link else { return }
        await breakLink(of: tag)
    }

    func isBonded(_ tag: BluetoothAddress, _ link: Int) -> Bool {
        tags[tag]?.link.map { $0.id == link && $0.isEncrypted } ?? false
    }

    public func pair(with tag: BluetoothAddress, asking person: any PairingPerson) async throws(RadioError) {
        let id = try await link(to: tag, over: nil)
        guard let station = tags[tag], station.link?.isEncrypted == false else { return }
        if station.fault == .breaksWhilePairing {
            await breakLink(of: tag)
            throw .disconnected(tag)
        }
        if case .silentFrom = station.fault {
            await waitInVain()
            throw .pairingFailed(tag, .timedOut)
        }
        let mine = station.tagIsBonded ? 1 : 0
        guard station.otherBonds + mine < station.tag.bondCapacity || mine == 1 else {
            throw .pairingFailed(tag, .refused("it has no room for another bond"))
        }
        guard await station.tag.acceptsPairing() else {
            throw .pairingFailed(tag, .refused("it has an owner and takes no other bond"))
        }
        if let failure = await Self.ask(person, station.tag) { throw .pairingFailed(tag, failure) }
        guard tags[tag]?.link?.id == id else { throw .disconnected(tag) }
        tags[tag]?.link?.isEncrypted = true
        tags[tag]?.isBonded = true
        tags[tag]?.tagIsBonded = true
    }

    private static func ask(_ person: any PairingPerson, _ tag: AirTag) async -> PairingFailure? {
        switch tag.pairing {
        case .justWorks: return nil
        case .numericComparison(let number):
            return await person.confirms(number, shownBy: tag.address) ? nil : .rejected
        case .passkey(let number):
            guard let typed = await person.passkey(shownBy: tag.address) else { return .canceled }
            return typed == number ? nil : .authentication
        case .typedOnTag(let shown, let typed):
            await person.show(shown, for: tag.address)
            return shown == typed ? nil : .authentication
        }
    }

    public func unbond(_ tag: BluetoothAddress) async throws(RadioError) {
        try checkCancellation()
        await breakLink(of: tag)
        tags[tag]?.isBonded = false
    }
}

extension LocalService {
    /// The service as a central finds it.
    fileprivate var discovered: PeerService {
        PeerService(
            uuid: uuid,
            characteristics: characteristics.map {
                PeerCharacteristic(
                    service: uuid, uuid: $0.uuid, properties: $0.properties, handle: "\(uuid)/\($0.uuid)"
                )
            }
        )
    }
}
