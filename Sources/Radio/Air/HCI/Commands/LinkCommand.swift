extension HCI {
    /// Commands about one connection, by its handle.
    public enum LinkCommand: Hashable, Sendable {
        case disconnect(UInt16, reason: Status)
        case readRemoteVersion(UInt16)
        case readRemoteFeatures(UInt16)
        case readRSSI(UInt16)
        case readTransmitPower(UInt16)
        case readChannelMap(UInt16)
        case update(UInt16, ConnectionParameters)
        case startEncryption(UInt16, EncryptionRequest)
        /// The key, last byte first.
        case keyReply(UInt16, key: [UInt8])
        case keyNegativeReply(UInt16)
        case setDataLength(UInt16, DataLength)
        case readPHY(UInt16)
        case setPHY(UInt16, PHYWish)
    }
}

extension HCI.LinkCommand {
    static func read(_ opcode: HCI.Opcode, _ reader: inout HCI.Reader) throws(HCI.Status) -> HCI.Command? {
        switch opcode {
        case .disconnect: return .link(.disconnect(try reader.handle(), reason: try reader.disconnectReason()))
        case .readRemoteVersion: return .link(.readRemoteVersion(try reader.handle()))
        case .leReadRemoteFeatures: return .link(.readRemoteFeatures(try reader.handle()))
        case .readRSSI: return .link(.readRSSI(try reader.handle()))
        case .readTransmitPowerLevel:
            let handle = try reader.handle()
            _ = try reader.flag()
            return .link(.readTransmitPower(handle))
        case .leReadChannelMap: return .link(.readChannelMap(try reader.handle()))
        case .leUpdateConnection: return .link(.update(try reader.handle(), try reader.connectionParameters()))
        case .leStartEncryption: return .link(.startEncryption(try reader.handle(), try reader.encryptionRequest()))
        case .leKeyReply:
            return .link(.keyReply(try reader.handle(), key: try reader.bytes(16)))
        case .leKeyNegativeReply: return .link(.keyNegativeReply(try reader.handle()))
        case .leSetDataLength: return .link(.setDataLength(try reader.handle(), try reader.dataLength()))
        case .leReadPHY: return .link(.readPHY(try reader.handle()))
        case .leSetPHY:
            let handle = try reader.handle()
            let wish = try reader.phyWish()
            // How coded PHY is coded: always with S=8 here.
            _ = try reader.bytes(2)
            return .link(.setPHY(handle, wish))
        default: return nil
        }
    }
}

extension HCI.Reader {
    /// LE Set PHY and LE Set Default PHY: a mask of what does not matter, and one of PHYs for each direction.
    mutating func phyWish() throws(HCI.Status) -> PHYWish {
        let indifferent = try number(UInt8.self)
        let toTag = try phys(isIndifferent: indifferent & 1 != 0)
        return PHYWish(toTag: toTag, toController: try phys(isIndifferent: indifferent & 2 != 0))
    }

    private mutating func phys(isIndifferent: Bool) throws(HCI.Status) -> Set<LinkPHY>? {
        let mask = try number(UInt8.self)
        if isIndifferent { return nil }
        guard mask != 0 else { throw .invalidParameters }
        guard mask & ~7 == 0 else { throw .unsupportedFeature }
        return Set(LinkPHY.allCases.filter { mask & $0.mask != 0 })
    }

    fileprivate mutating func disconnectReason() throws(HCI.Status) -> HCI.Status {
        let allowed: Set<UInt8> = [0x05, 0x13, 0x14, 0x15, 0x1A, 0x29, 0x3B]
        let reason = try number(UInt8.self)
        guard allowed.contains(reason) else { throw .invalidParameters }
        return HCI.Status(rawValue: reason)
    }

    fileprivate mutating func encryptionRequest() throws(HCI.Status) -> EncryptionRequest {
        let random = try number(UInt64.self)
        let diversifier = try number(UInt16.self)
        return EncryptionRequest(random: random, diversifier: diversifier, key: try bytes(16))
    }
}
