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
        case .clearResolvingList: state.resolver.entries = [:]
        case .resolve(let address, let peerKey, _):
            guard state.resolver.entries.count < Int(configuration.listSize) else { throw .memoryExceeded }
            state.resolver.entries[address] = peerKey.reversed()
        case .unresolve(let address):
            guard state.resolver.entries.removeValue(forKey: address) != nil else { throw .unknownConnection }
        case .setResolution(let isOn): state.resolver.isOn = isOn
        case .setPrivateAddressTimeout: break
        case .readPeerResolvableAddress(let address), .readLocalResolvableAddress(let address):
            guard state.resolver.entries[address] != nil else { throw .unknownConnection }
            return [UInt8](repeating: 0, count: 6)
        case .setPrivacyMode(let address):
            guard state.resolver.entries[address] != nil else { throw .unknownConnection }
        }
        return []
    }

    /// The accept list must not change while it is in use.
    private func checkAcceptListIsFree() throws(HCI.Status) {
        let scans = state.scanner.isOn && state.scanner.parameters.usesAcceptList
        let initiates = state.initiation.map { $0.peer == nil } ?? false
        guard !scans, !initiates else { throw .commandDisallowed }
    }
}
