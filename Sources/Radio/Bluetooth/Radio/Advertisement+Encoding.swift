extension Advertisement {
    /// How many bytes a legacy advertisement has room for.
    public static let legacyLimit = 31

    /// Writes the advertisement as advertising data, in an order that depends on the values only: flags, services,
    /// data, power, name.
    ///
    /// The flags are general discoverable, no classic Bluetooth, unless told otherwise, and none in a scan response; a
    /// name that does not fit is shortened, to one letter at least.
    ///
    /// - Throws: ``AdvertisingDataError/tooLong(_:limit:)`` when the rest does not fit.
    public func encoded(flags: UInt8? = 0x06, limit: Int = legacyLimit) throws(AdvertisingDataError) -> [UInt8] {
        var writer = StructureWriter()
        if let flags { writer.add(AdvertisingStructure.flags, [flags]) }
        writer.add(services: services.sorted())
        for (uuid, data) in serviceData.sorted(by: { $0.key < $1.key }) {
            let type = uuid.short == nil ? AdvertisingStructure.serviceData128 : AdvertisingStructure.serviceData16
            writer.add(type, uuid.littleEndian + data)
        }
        for (company, data) in manufacturerData.sorted(by: { $0.key < $1.key }) {
            writer.add(AdvertisingStructure.manufacturer, [UInt8(company & 0xFF), UInt8(company >> 8)] + data)
        }
        if let txPower { writer.add(AdvertisingStructure.txPower, [UInt8(bitPattern: Int8(clamping: txPower))]) }
        if let name { writer.add(name: name, limit: limit) }
        guard !writer.isTooLong, writer.bytes.count <= limit else {
            throw .tooLong(writer.bytes.count, limit: limit)
        }
        return writer.bytes
    }
}

/// Puts structures behind one another.
private struct StructureWriter {
    private(set) var bytes: [UInt8] = []
    /// Whether a value was longer than a structure's length can tell.
    private(set) var isTooLong = false

    mutating func add(_ type: UInt8, _ value: [UInt8]) {
        isTooLong = isTooLong || value.count > 254
        bytes += [UInt8(truncatingIfNeeded: value.count + 1), type] + value
    }

    mutating func add(services: [BluetoothUUID]) {
        let short = services.filter { $0.short != nil }
        let long = services.filter { $0.short == nil }
        if !short.isEmpty { add(AdvertisingStructure.services16, short.flatMap(\.littleEndian)) }
        if !long.isEmpty { add(AdvertisingStructure.services128, long.flatMap(\.littleEndian)) }
    }

    /// A name is shortened between characters, so that it stays text.
    mutating func add(name: String, limit: Int) {
        let room = min(limit - bytes.count - 2, 254)
        if name.utf8.count <= room { return add(AdvertisingStructure.name, Array(name.utf8)) }
        var short = Substring(name)
        while short.utf8.count > room, short.count > 1 { short.removeLast() }
        add(AdvertisingStructure.shortName, Array(short.utf8))
    }
}
