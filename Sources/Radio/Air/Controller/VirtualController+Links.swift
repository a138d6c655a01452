/// Connections that stand.
extension VirtualController {
    /// A connection as the host knows it by its handle.
    struct HostLink: Sendable {
        let id: LinkID
        let peer: LinkAddress
        /// Whether the peer is the central.
        var isPeripheral = false
        /// Whether the central waits for the host to name a key.
        var isAskedForKey = false
        var isEncrypted = false
        var phys = LinkPHYs()
        /// Packets of the host that have not reached the peer.
        var inFlight = 0
        /// At the latest connection event, in dBm; 127 before.
        var rssi: Int8 = 127
    }

    mutating func execute(_ command: HCI.LinkCommand) throws(HCI.Status) -> [UInt8] {
        switch command {
        case .disconnect(let handle, let reason): order(.disconnect(try link(handle).id, reason: reason))
        case .readRemoteVersion(let handle): try start(.version, on: handle)
        case .readRemoteFeatures(let handle): try start(.features(configuration.features), on: handle)
        case .update(let handle, let parameters):
            // Without the connection parameters request procedure, which it does not announce, only a central may: volume
            // 6, part B, section 5.1.1; the code is that of Zephyr's controller (`ull_cp_conn_update`).
            guard try !link(handle).isPeripheral else { throw .commandDisallowed }
            try start(.update(parameters), on: handle)
        case .startEncryption(let handle, let request):
            guard try !link(handle).isPeripheral else { throw .commandDisallowed }
            try start(.encrypt(request), on: handle)
        case .setPHY(let handle, let wish):
            try check(wish)
            try start(.phy(wish), on: handle)
        case .setDataLength(let handle, let length):
            try start(.dataLength(length), on: handle)
            return Self.octets(handle)
        case .readRSSI(let handle): return Self.octets(handle) + [UInt8(bitPattern: try link(handle).rssi)]
        case .readTransmitPower(let handle):
            _ = try link(handle)
            return Self.octets(handle) + [0]
        case .readChannelMap(let handle):
            _ = try link(handle)
            return Self.octets(handle) + [0xFF, 0xFF, 0xFF, 0xFF, 0x1F]
        case .readPHY(let handle):
            let phys = try link(handle).phys
            return Self.octets(handle) + [phys.toTag.rawValue, phys.toController.rawValue]
        case .keyReply(let handle, let key): return try name(key, on: handle)
        case .keyNegativeReply(let handle): return try name(nil, on: handle)
        }
        return []
    }

    /// The peripheral's part: nobody asks a central for a key.
    private mutating func name(_ key: [UInt8]?, on handle: UInt16) throws(HCI.Status) -> [UInt8] {
        let link = try link(handle)
        guard link.isAskedForKey else { throw .commandDisallowed }
        state.links[handle]?.isAskedForKey = false
        order(.key(link.id, key))
        return Self.octets(handle)
    }

    /// A host may ask for the controller's own PHYs only.
    func check(_ wish: PHYWish) throws(HCI.Status) {
        guard wish.named.isSubset(of: configuration.usablePHYs) else { throw .unsupportedFeature }
    }

    private static func octets(_ handle: UInt16) -> [UInt8] { [UInt8(handle & 0xFF), UInt8(handle >> 8)] }

    private func link(_ handle: UInt16) throws(HCI.Status) -> HostLink {
        guard let link = state.links[handle] else { throw .unknownConnection }
        return link
    }

    private mutating func start(_ procedure: LinkProcedure, on handle: UInt16) throws(HCI.Status) {
        order(.start(try link(handle).id, procedure))
    }

    /// ACL data of the host; without a connection it comes too late, beyond the buffers it is lost.
    mutating func forward(_ packet: HCI.ACLPacket) {
        guard let link = state.links[packet.handle] else { return }
        let waiting = state.links.values.reduce(0) { $0 + $1.inFlight }
        guard waiting < Int(configuration.bufferCount),
            packet.fragment.bytes.count <= Int(ControllerConfiguration.bufferLength)
        else { return emit(.dataOverflow) }
        state.links[packet.handle]?.inFlight += 1
        order(.send(link.id, packet.fragment))
    }

    mutating func handleLink(_ event: AirEvent) {
        switch event {
        case .received(let id, let fragment):
            guard let handle = handle(of: id) else { return }
            outputs.append(.host(HCI.ACLPacket(handle: handle, fragment: fragment).bytesToHost))
        case .delivered(let id, let count):
            guard let handle = handle(of: id) else { return }
            state.links[handle]?.inFlight -= count
            emit(.completedPackets(handle: handle, count: UInt16(clamping: count)))
        case .strength(let id, let rssi):
            guard let handle = handle(of: id) else { return }
            state.links[handle]?.rssi = rssi
        case .completed(let id, let outcome):
            guard let handle = handle(of: id) else { return }
            report(outcome, on: handle)
        case .keyWanted(let id, let random, let diversifier):
            guard let handle = handle(of: id) else { return }
            // A host that does not want to be asked has no key: volume 4, part E, section 7.7.65.5.
            guard wants(0x05) else { return order(.key(id, nil)) }
            state.links[handle]?.isAskedForKey = true
            emit(.le(.keyRequest(handle: handle, random: random, diversifier: diversifier)))
        case .disconnected(let id, let reason):
            guard let handle = handle(of: id) else { return }
            state.links[handle] = nil
            emit(.disconnected(handle: handle, reason: reason))
        case .heard, .connected, .accepted, .advertised: break
        }
    }

    private func handle(of id: LinkID) -> UInt16? { state.links.first { $0.value.id == id }?.key }

    private mutating func report(_ outcome: LinkOutcome, on handle: UInt16) {
        switch outcome {
        case .features(let features): emit(.le(.remoteFeatures(.success, handle: handle, features)))
        case .version(let version): emit(.remoteVersion(.success, handle: handle, version))
        case .dataLength(let length): emit(.le(.dataLengthChanged(handle: handle, length)))
        case .updated(let parameters): emit(.le(.connectionUpdated(.success, handle: handle, parameters)))
        case .phy(let phys):
            state.links[handle]?.phys = phys
            emit(.le(.phyUpdated(.success, handle: handle, phys)))
        case .encrypted:
            let isRefresh = state.links[handle]?.isEncrypted == true
            state.links[handle]?.isEncrypted = true
            emit(
                isRefresh
                    ? .encryptionRefreshed(.success, handle: handle)
                    : .encryptionChanged(.success, handle: handle, isOn: true)
            )
        case .notEncrypted(let status): emit(.encryptionChanged(status, handle: handle, isOn: false))
        }
    }
}
