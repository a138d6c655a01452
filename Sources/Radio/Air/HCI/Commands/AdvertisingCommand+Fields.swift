extension HCI.Reader {
    mutating func advertisingSet() throws(HCI.Status) -> UInt8 { try number(in: 0...0xEF) }

    mutating func legacyAdvertising() throws(HCI.Status) -> HCI.AdvertisingParameters {
        let shortest = try number(UInt16.self)
        let longest = try number(UInt16.self)
        let kinds: [AdvertisingKind] = [.connectable, .directed, .scannable, .broadcast, .directed]
        let kind = Int(try number(in: UInt8(0)...4))
        let own = try ownAddress()
        let target = try linkAddress()
        let channels = try number(in: UInt8(1)...7)
        _ = try number(in: UInt8(0)...3)
        let isHighDuty = kind == 1
        // At high duty the interval means nothing.
        guard isHighDuty || (0x20...0x4000).contains(shortest) && (shortest...0x4000).contains(max(longest, 0x20))
        else {
            throw .invalidParameters
        }
        return HCI.AdvertisingParameters(
            set: 0,
            isLegacy: true,
            kind: kinds[kind],
            interval: isHighDuty ? 0x20 : UInt32(longest),
            ownAddress: own,
            channels: channels,
            isHighDuty: isHighDuty,
            target: target
        )
    }

    mutating func extendedAdvertising() throws(HCI.Status) -> HCI.AdvertisingParameters {
        let set = try advertisingSet()
        let properties = try number(UInt16.self)
        let shortest = try number(UInt32.self, octets: 3)
        let longest = try number(UInt32.self, octets: 3)
        let channels = try number(in: UInt8(1)...7)
        let own = try ownAddress()
        let target = try linkAddress()
        _ = try number(in: UInt8(0)...3)
        let form = try extendedForm(properties)
        guard shortest >= 0x20, longest >= shortest, AdvertisingKind.allows(properties) else {
            throw .invalidParameters
        }
        return HCI.AdvertisingParameters(
            set: set,
            isLegacy: false,
            kind: AdvertisingKind(properties: properties),
            interval: longest,
            ownAddress: own,
            channels: channels,
            isHighDuty: properties & 0b1000 != 0,
            target: properties & 0b100 == 0 ? nil : target,
            extended: form
        )
    }

    /// Power, primary PHY, skip, secondary PHY, set identifier, notification; nil where the properties ask for legacy
    /// advertising, which only LE 1M has.
    private mutating func extendedForm(_ properties: UInt16) throws(HCI.Status) -> ExtendedAdvertising? {
        // The power is the controller's choice, and each auxiliary packet is sent.
        _ = try number(UInt8.self)
        let primary = try phy()
        _ = try number(UInt8.self)
        let secondary = try phy()
        let identifier = try number(in: UInt8(0)...15)
        _ = try flag()
        if properties & 0x10 != 0 {
            guard primary == .basic else { throw .invalidParameters }
            return nil
        }
        guard primary != .double else { throw .unsupportedFeature }
        // Without the advertiser's address, which this air always has.
        guard properties & 0x20 == 0 else { throw .unsupportedFeature }
        let txPower: Int8? = properties & 0x40 == 0 ? nil : 0
        return ExtendedAdvertising(primary: primary, secondary: secondary, identifier: identifier, txPower: txPower)
    }

    private mutating func phy() throws(HCI.Status) -> LinkPHY {
        guard let phy = LinkPHY(rawValue: try number()) else { throw .unsupportedFeature }
        return phy
    }

    mutating func legacyAdvertisingData() throws(HCI.Status) -> HCI.AdvertisingData {
        let count = Int(try number(in: UInt8(0)...31))
        return HCI.AdvertisingData(bytes: Array(try bytes(31).prefix(count)))
    }

    mutating func extendedAdvertisingData(mayStay: Bool = true) throws(HCI.Status) -> HCI.AdvertisingData {
        guard let operation = HCI.AdvertisingData.Operation(rawValue: try number(in: 0...(mayStay ? 4 : 3))) else {
            throw .invalidParameters
        }
        _ = try number(in: UInt8(0)...1)
        let count = Int(try number(in: UInt8(0)...251))
        // A piece is never empty, the whole may be, and "unchanged" must be.
        guard operation == .whole || (operation == .unchanged) == (count == 0) else { throw .invalidParameters }
        return HCI.AdvertisingData(operation: operation, bytes: try bytes(count))
    }

    mutating func extendedAdvertisingEnable() throws(HCI.Status) -> HCI.AdvertisingCommand {
        let isOn = try flag()
        var sets: [HCI.AdvertisingEnable] = []
        for _ in 0..<(try number(in: UInt8(0)...63)) {
            let set = try advertisingSet()
            sets.append(HCI.AdvertisingEnable(set: set, duration: try number(), eventLimit: try number()))
        }
        guard Set(sets.map(\.set)).count == sets.count, !(isOn && sets.isEmpty) else { throw .invalidParameters }
        return isOn ? .enable(sets) : .disable(sets.map(\.set))
    }
}

extension AdvertisingKind {
    /// Whether the properties of an extended advertising set go together: volume 4, part E, section 7.8.53.
    fileprivate static func allows(_ properties: UInt16) -> Bool {
        let isLegacy = properties & 0x10 != 0
        return isLegacy
            ? [0x13, 0x15, 0x1D, 0x12, 0x10].contains(properties)
            : properties & 0b11 != 0b11 && properties & 0b1000 == 0
    }

    /// The kind that the properties of an extended advertising set ask for; whom the others are for is told apart.
    fileprivate init(properties: UInt16) {
        self =
            switch (properties & 0b1 != 0, properties & 0b10 != 0, properties & 0b100 != 0) {
            case (true, _, true): .directed
            case (true, _, false): .connectable
            case (false, true, _): .scannable
            case (false, false, _): .broadcast
            }
    }
}
