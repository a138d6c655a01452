internal import Bluetooth

/// The accept list and the resolving list.
extension VirtualController {
    mutating func execute(_ command: HCI.ListCommand) throws(HCI.Status) -> [UInt8] {
        switch command {
        case .readAcceptListSize, .readResolvingListSize: return [configuration.listSize]
        case .clearAcceptList:
            try checkAcceptListIsFree()
            state.acceptList = []
        case .accept(let address):
            try checkAcceptListIsFree()
            guard state.acceptList.count < Int(configuration.listSize) else { throw .memoryExceeded }
            state.acceptList.insert(address)
        case .unaccept(let address):
            try checkAcceptListIsFree()
            state.acceptList.remove(address)
        case .clearResolvingList:
            try checkResolvingListIsFree()
            state.resolver.entries = [:]
        case .resolve(let address, let peerKey, _): try resolve(address, peerKey.reversed())
        case .unresolve(let address):
            try checkResolvingListIsFree()
            guard state.resolver.entries.removeValue(forKey: address) != nil else { throw .unknownConnection }
        case .setResolution(let isOn):
            guard !isAtWork else { throw .commandDisallowed }
            state.resolver.isOn = isOn
        case .setPrivateAddressTimeout: break
        case .readPeerResolvableAddress(let address), .readLocalResolvableAddress(let address):
            guard state.resolver.entries[address] != nil else { throw .unknownConnection }
            var writer = HCI.Writer()
            // Its own resolvable addresses the host makes itself.
            let isPeer = command == .readPeerResolvableAddress(address)
            writer.put(isPeer ? state.resolver.latest[address] ?? .init(bits: 0) : .init(bits: 0))
            return writer.bytes
        case .setPrivacyMode(let address):
            try checkResolvingListIsFree()
            guard state.resolver.entries[address] != nil else { throw .unknownConnection }
        }
        return []
    }

    /// Volume 4, part E, section 7.8.38: an identity and a key stand in the list once.
    private mutating func resolve(_ address: LinkAddress, _ key: [UInt8]) throws(HCI.Status) {
        try checkResolvingListIsFree()
        guard state.resolver.entries[address] == nil,
            Resolver.isVoid(key) || !state.resolver.entries.values.contains(key)
        else { throw .invalidParameters }
        guard state.resolver.entries.count < Int(configuration.listSize) else { throw .memoryExceeded }
        state.resolver.entries[address] = key
    }

    /// The resolving list must not change while it is in use.
    private func checkResolvingListIsFree() throws(HCI.Status) {
        guard !state.resolver.isOn || !isAtWork else { throw .commandDisallowed }
    }

    /// Whether it scans, advertises or connects.
    private var isAtWork: Bool {
        state.scanner.isOn || state.initiation != nil || state.advertisingSets.values.contains(where: \.isOn)
    }

    /// Whether the accept list has an advertiser, by its identity or by the address that it uses.
    func accepts(_ address: LinkAddress, _ identity: LinkAddress?) -> Bool {
        state.acceptList.contains(address) || identity.map(state.acceptList.contains) ?? false
    }

    /// The accept list must not change while it is in use.
    private func checkAcceptListIsFree() throws(HCI.Status) {
        let scans = state.scanner.isOn && state.scanner.parameters.usesAcceptList
        let initiates = state.initiation.map { $0.peer == nil } ?? false
        guard !scans, !initiates else { throw .commandDisallowed }
    }
}
