extension TagPattern {
    /// Whether all conditions hold.
    public func matches(_ advertisement: Advertisement) -> Bool {
        if let name, !name.matches(advertisement.name) { return false }
        if let serviceData, !serviceData.matches(advertisement.serviceData[serviceData.key]) { return false }
        if let manufacturer, !manufacturer.matches(advertisement.manufacturerData[manufacturer.key]) { return false }
        if let frame, !frame.matches(advertisement) { return false }
        return services.isSubset(of: advertisement.services)
    }

    /// How many bits of an advertisement the conditions settle: of two patterns that match, the greater one wins.
    public var specificity: Int {
        let data = (serviceData.map { $0.bits + $0.key.bits } ?? 0) + (manufacturer.map { $0.bits + 16 } ?? 0)
        let uuids = services.reduce(0) { $0 + $1.bits }
        return data + uuids + (name?.bits ?? 0) + (frame?.bits ?? 0)
    }
}

extension NameCondition {
    func matches(_ name: String?) -> Bool {
        guard let name else { return false }
        // What is advertised has no blanks around it; a beginning that ends with one may be all there is left.
        let found = name.utf8
        let isWhole = !isPrefix || found.count < text.utf8.count
        let wanted = isWhole ? Advertisement.trimmed(text).utf8 : text.utf8
        guard isWhole ? found.count == wanted.count : found.count >= wanted.count else { return false }
        return zip(wanted, found).allSatisfy { ignoresCase ? $0.lowercased == $1.lowercased : $0 == $1 }
    }

    /// An exact name settles one character more, its end.
    var bits: Int { 8 * (text.utf8.count + (isPrefix ? 0 : 1)) }
}

extension DataCondition {
    func matches(_ found: [UInt8]?) -> Bool {
        guard let found, found.count >= data.count, length == nil || length == found.count else { return false }
        return data.indices.allSatisfy { (data[$0] ^ found[$0]) & mask[$0] == 0 }
    }

    var bits: Int { mask.reduce(length == nil ? 0 : 8) { $0 + $1.nonzeroBitCount } }
}

extension FrameCondition {
    func matches(_ advertisement: Advertisement) -> Bool {
        switch self {
        case .iBeacon(let uuid, let major, let minor):
            guard let frame = advertisement.apple.flatMap(IBeaconFrame.init) else { return false }
            return (uuid ?? frame.uuid, major ?? frame.major, minor ?? frame.minor)
                == (frame.uuid, frame.major, frame.minor)
        case .eddystone(let kind, let namespace):
            guard let frame = advertisement.serviceData[EddystoneFrame.service].flatMap(EddystoneFrame.init)
            else { return false }
            return frame.matches(kind, namespace)
        case .dult(let network):
            guard let frame = advertisement.serviceData[DULTFrame.service].flatMap(DULTFrame.init)
            else { return false }
            return network == nil || network == frame.network
        case .altBeacon: return advertisement.manufacturerData.values.contains { AltBeaconFrame($0) != nil }
        case .findMy(let kind):
            guard let frame = advertisement.apple.flatMap(FindMyFrame.init) else { return false }
            return kind == nil || kind == frame.kind
        case .fmdn: return advertisement.serviceData[FMDNFrame.service].flatMap(FMDNFrame.init) != nil
        case .smartTag: return advertisement.serviceData[SmartTagFrame.service].flatMap(SmartTagFrame.init) != nil
        case .chipolo: return advertisement.serviceData[ChipoloFrame.service].flatMap { ChipoloFrame($0) } != nil
        case .tagalong: return advertisement.services.contains(TagalongService.uuid)
        }
    }

    /// What marks the format, its length as eight bits, and the fields that are given.
    var bits: Int {
        switch self {
        case .iBeacon(let uuid, let major, let minor):
            16 + 16 + 8 + (uuid == nil ? 0 : 128) + (major == nil ? 0 : 16) + (minor == nil ? 0 : 16)
        case .eddystone(let kind, let namespace): 16 + 8 + (kind == nil ? 0 : 8) + 8 * (namespace?.count ?? 0)
        case .dult(let network): 16 + (network == nil ? 0 : 8)
        case .altBeacon: 16 + 8
        case .findMy(let kind): 16 + 16 + 8 + (kind == nil ? 0 : 2)
        case .fmdn: 16 + 8 + 8
        case .smartTag: 16 + 8
        case .chipolo: 16
        case .tagalong: 128
        }
    }
}

extension EddystoneFrame {
    /// Only a UID has a namespace; telemetry of the same beacon has to be told apart by its address.
    fileprivate func matches(_ kind: Kind?, _ namespace: [UInt8]?) -> Bool {
        if let kind, kind != self.kind { return false }
        guard let namespace else { return true }
        guard case .uid(let id, _) = self else { return false }
        return id.starts(with: namespace)
    }
}

extension Advertisement { var apple: [UInt8]? { manufacturerData[IBeaconFrame.company] } }

extension BluetoothUUID { fileprivate var bits: Int { short == nil ? 128 : 16 } }

extension UInt8 {
    /// A capital letter of ASCII as a small one.
    fileprivate var lowercased: UInt8 { (0x41...0x5A).contains(self) ? self + 0x20 : self }
}
