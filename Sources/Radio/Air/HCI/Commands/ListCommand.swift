extension HCI {
    /// Commands about the accept list, the resolving list and private addresses.
    public enum ListCommand: Hashable, Sendable {
        case readAcceptListSize
        case clearAcceptList
        case accept(LinkAddress)
        case unaccept(LinkAddress)
        case readResolvingListSize
        case clearResolvingList
        /// Keys come last byte first.
        case resolve(LinkAddress, peerKey: [UInt8], localKey: [UInt8])
        case unresolve(LinkAddress)
        case setResolution(isOn: Bool)
        case setPrivateAddressTimeout
        case readPeerResolvableAddress(LinkAddress)
        case readLocalResolvableAddress(LinkAddress)
        case setPrivacyMode(LinkAddress)
    }
}

extension HCI.ListCommand {
    static func read(_ opcode: HCI.Opcode, _ reader: inout HCI.Reader) throws(HCI.Status) -> HCI.Command? {
        switch opcode {
        case .leReadAcceptListSize: return .list(.readAcceptListSize)
        case .leClearAcceptList: return .list(.clearAcceptList)
        case .leAddToAcceptList: return .list(.accept(try reader.linkAddress()))
        case .leRemoveFromAcceptList: return .list(.unaccept(try reader.linkAddress()))
        case .leReadResolvingListSize: return .list(.readResolvingListSize)
        case .leClearResolvingList: return .list(.clearResolvingList)
        case .leAddToResolvingList:
            let peer = try reader.linkAddress()
            return .list(.resolve(peer, peerKey: try reader.bytes(16), localKey: try reader.bytes(16)))
        case .leRemoveFromResolvingList: return .list(.unresolve(try reader.linkAddress()))
        case .leSetAddressResolution: return .list(.setResolution(isOn: try reader.flag()))
        case .leSetPrivateAddressTimeout:
            _ = try reader.number(in: UInt16(1)...0x0E10)
            return .list(.setPrivateAddressTimeout)
        case .leReadPeerResolvableAddress: return .list(.readPeerResolvableAddress(try reader.linkAddress()))
        case .leReadLocalResolvableAddress: return .list(.readLocalResolvableAddress(try reader.linkAddress()))
        case .leSetPrivacyMode:
            let peer = try reader.linkAddress()
            _ = try reader.flag()
            return .list(.setPrivacyMode(peer))
        default: return nil
        }
    }
}
