extension Advertisement {
    /// Reads advertising data or scan response data, as a controller reports it, legacy or extended; types that nothing
    /// here needs are skipped.
    ///
    /// - Throws: ``AdvertisingDataError`` for what is no such data.
    public init(decoding data: [UInt8]) throws(AdvertisingDataError) { try self.init(decoding: data[...]) }

    /// Reads advertising data or scan response data in a part of a longer packet; types that nothing here needs are
    /// skipped.
    ///
    /// - Throws: ``AdvertisingDataError`` for what is no such data, with the offset in the part.
    public init(decoding data: ArraySlice<UInt8>) throws(AdvertisingDataError) {
        self.init()
        var hasWholeName = false
        var start = data.startIndex
        while start < data.endIndex {
            let length = Int(data[start])
            let offset = start - data.startIndex
            if length == 0 {
                try Self.checkEnd(data, from: start)
                return
            }
            guard length < data.endIndex - start else { throw .truncated(at: offset) }
            let type = data[start + 1]
            let value = data[(start + 2)..<(start + 1 + length)]
            guard decode(value, type: type, hasWholeName: &hasWholeName) else {
                throw .wrongLength(type: type, at: offset)
            }
            start += 1 + length
        }
    }

    /// Adds what a later report says: its values take the place of those known.
    public mutating func merge(_ later: Advertisement) {
        if let name = later.name { self.name = name }
        services.formUnion(later.services)
        serviceData.merge(later.serviceData) { $1 }
        manufacturerData.merge(later.manufacturerData) { $1 }
        if let txPower = later.txPower { self.txPower = txPower }
    }

    /// The part behind the last structure holds zeros only: Core Specification 5.4, volume 3, part C, section 11.
    private static func checkEnd(_ data: ArraySlice<UInt8>, from start: Int) throws(AdvertisingDataError) {
        guard let index = data[start...].firstIndex(where: { $0 != 0 }) else { return }
        throw .notZero(at: index - data.startIndex)
    }

    /// Takes the value of one structure; false for a length that the type cannot have.
    private mutating func decode(_ value: ArraySlice<UInt8>, type: UInt8, hasWholeName: inout Bool) -> Bool {
        switch type {
        case AdvertisingStructure.someServices16, AdvertisingStructure.services16:
            return decode(services: value, size: 2)
        case AdvertisingStructure.someServices32, AdvertisingStructure.services32:
            return decode(services: value, size: 4)
        case AdvertisingStructure.someServices128, AdvertisingStructure.services128:
            return decode(services: value, size: 16)
        case AdvertisingStructure.shortName, AdvertisingStructure.name:
            decode(name: value, isWhole: type == AdvertisingStructure.name, &hasWholeName)
            return true
        case AdvertisingStructure.txPower:
            guard let byte = value.first, value.count == 1 else { return false }
            txPower = Int(Int8(bitPattern: byte))
            return true
        case AdvertisingStructure.serviceData16: return decode(serviceData: value, size: 2)
        case AdvertisingStructure.serviceData32: return decode(serviceData: value, size: 4)
        case AdvertisingStructure.serviceData128: return decode(serviceData: value, size: 16)
        case AdvertisingStructure.manufacturer:
            guard value.count >= 2 else { return false }
            manufacturerData[value.littleEndian16(at: 0)] = Array(value.dropFirst(2))
            return true
        default: return true
        }
    }

    private mutating func decode(services value: ArraySlice<UInt8>, size: Int) -> Bool {
        guard value.count.isMultiple(of: size) else { return false }
        for offset in stride(from: 0, to: value.count, by: size) {
            guard let uuid = Self.uuid(value, at: offset, size: size) else { return false }
            services.insert(uuid)
        }
        return true
    }

    private mutating func decode(serviceData value: ArraySlice<UInt8>, size: Int) -> Bool {
        guard value.count >= size, let uuid = Self.uuid(value, at: 0, size: size) else { return false }
        serviceData[uuid] = Array(value.dropFirst(size))
        return true
    }

    /// Some tags fill their name with zeros; a whole name goes before a shortened one.
    private mutating func decode(name value: ArraySlice<UInt8>, isWhole: Bool, _ hasWholeName: inout Bool) {
        guard isWhole || !hasWholeName else { return }
        hasWholeName = isWhole
        name = String(decoding: value.prefix { $0 != 0 }, as: UTF8.self)
    }

    private static func uuid(_ value: ArraySlice<UInt8>, at offset: Int, size: Int) -> BluetoothUUID? {
        if size == 2 { return BluetoothUUID(value.littleEndian16(at: offset)) }
        let start = value.startIndex + offset
        return BluetoothUUID(littleEndian: value[start..<(start + size)])
    }
}

extension ArraySlice<UInt8> {
    /// Two bytes as a number; the caller has seen that they are there.
    fileprivate func littleEndian16(at offset: Int) -> UInt16 {
        UInt16(self[startIndex + offset]) | UInt16(self[startIndex + offset + 1]) << 8
    }
}
