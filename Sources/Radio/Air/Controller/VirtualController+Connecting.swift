internal import Bluetooth

/// Making connections.
extension VirtualController {
    mutating func execute(_ command: HCI.ConnectCommand) throws(HCI.Status) -> [UInt8] {
        switch command {
        case .create(let request):
            guard state.initiation == nil else { throw .commandDisallowed }
            guard state.links.count < configuration.connectionLimit else { throw .connectionLimitExceeded }
            if let peer = request.peer, state.links.values.contains(where: { $0.peer == peer }) {
                throw .connectionExists
            }
            guard configuration.usablePHYs.isSuperset(of: request.parameters.keys) else { throw .unsupportedFeature }
            if request.ownAddress.isRandom, state.randomAddress == nil { throw .invalidParameters }
            state.initiation = request
            listen()
        case .cancel:
            guard state.initiation != nil else { throw .commandDisallowed }
            state.initiation = nil
            listen()
            complete(HCI.ConnectionComplete(status: .unknownConnection))
        }
        return []
    }

    /// Answers an advertisement by a connection request if it is one that the host waits for.
    mutating func initiate(_ heard: Heard, _ identity: LinkAddress?) -> Bool {
        guard let request = state.initiation, !heard.isScanResponse, heard.kind.isConnectable, isForUs(heard) else {
            return false
        }
        let address = identity ?? heard.address
        // By its identity, or by the private address that the host has read in a report.
        let isWanted = request.peer.map { $0 == address || $0 == heard.address } ?? accepts(heard.address, identity)
        guard isWanted, !state.links.values.contains(where: { $0.peer == address }) else { return false }
        // Of a PHY that the host has said nothing of, those of the primary channels' PHY count.
        guard configuration.usablePHYs.contains(heard.secondary), request.slices[heard.primary] != nil,
            let parameters = request.parameters[heard.secondary] ?? request.parameters[heard.primary]
        else { return false }
        state.candidate = Candidate(
            peer: address, heardAs: heard.address, isResolved: identity != nil, phy: heard.secondary
        )
        order(.connect(heard.transmitter, own: ownAddress(request.ownAddress), parameters))
        return true
    }

    private func ownAddress(_ own: HCI.OwnAddress) -> LinkAddress {
        if own.isRandom, let address = state.randomAddress { return LinkAddress(address, isRandom: true) }
        return LinkAddress(configuration.address, isRandom: false)
    }

    /// The connection request has gone out.
    mutating func connected(_ id: LinkID, _ parameters: ConnectionParameters) {
        guard let candidate = state.candidate, state.initiation != nil, let handle = freeHandle() else {
            return order(.disconnect(id, reason: .terminatedByRemoteUser))
        }
        state.initiation = nil
        state.candidate = nil
        let phys = LinkPHYs(toTag: candidate.phy, toController: candidate.phy)
        state.links[handle] = HostLink(id: id, peer: candidate.peer, phys: phys)
        listen()
        let complete = HCI.ConnectionComplete(
            status: .success,
            handle: handle,
            peer: candidate.peer,
            isResolved: candidate.isResolved,
            peerPrivateAddress: candidate.isResolved ? candidate.heardAs.address : .init(bits: 0),
            parameters: parameters
        )
        self.complete(complete)
        guard state.defaultDataLength != .initial else { return }
        order(.start(id, .dataLength(state.defaultDataLength)))
    }

    /// Another controller has connected to an advertisement of the host's.
    mutating func accepted(_ id: LinkID, _ acceptance: Acceptance) {
        hasStopped(acceptance.set)
        guard state.links.count < configuration.connectionLimit, let handle = freeHandle() else {
            return order(.disconnect(id, reason: .lowResources))
        }
        let identity = state.resolver.identity(of: acceptance.central, configuration.cipher)
        let peer = identity ?? acceptance.central
        let phys = LinkPHYs(toTag: acceptance.phy, toController: acceptance.phy)
        state.links[handle] = HostLink(id: id, peer: peer, isPeripheral: true, phys: phys)
        complete(
            HCI.ConnectionComplete(
                status: .success,
                handle: handle,
                isPeripheral: true,
                peer: peer,
                isResolved: identity != nil,
                peerPrivateAddress: identity == nil ? .init(bits: 0) : acceptance.central.address,
                parameters: acceptance.parameters
            )
        )
        // Volume 4, part E, section 7.7.65.18: after the connection, and not for who advertises by the legacy commands.
        guard state.advertisingSets[acceptance.set]?.parameters.isLegacy == false else { return }
        emit(.le(.advertisingSetTerminated(.success, set: acceptance.set, handle: handle, events: 0)))
    }

    private mutating func complete(_ event: HCI.ConnectionComplete) {
        emit(.le(wants(0x0A) ? .enhancedConnectionComplete(event) : .connectionComplete(event)))
    }

    /// The next handle after the latest, so that an old one is not met again soon.
    private mutating func freeHandle() -> UInt16? {
        for step in UInt16(1)...0x0EFF {
            let handle = (state.latestHandle + step) % 0x0EFF
            guard state.links[handle] == nil else { continue }
            state.latestHandle = handle
            return handle
        }
        return nil
    }
}

extension VirtualController {
    /// The advertiser that a connection request goes to.
    struct Candidate: Hashable, Sendable {
        let peer: LinkAddress
        let heardAs: LinkAddress
        let isResolved: Bool
        /// With which the connection begins.
        let phy: LinkPHY
    }
}
