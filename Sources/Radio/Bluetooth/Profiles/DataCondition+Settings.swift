import Settings

private enum DataKey: String, SettingsKey {
    case uuid, company, data, mask, length
}

extension DataCondition<BluetoothUUID> {
    /// The section `service-data`.
    init(serviceData value: SettingsValue) throws(SettingsError) {
        let section = try value.section(DataKey.self)
        try section.allow([.uuid, .data, .mask, .length], with: "'service-data'")
        let uuid = try section.required(.uuid).uuid()
        self = try Self.read(section, key: uuid)
    }
}

extension DataCondition<UInt16> {
    /// The section `manufacturer`.
    init(manufacturer value: SettingsValue) throws(SettingsError) {
        let section = try value.section(DataKey.self)
        try section.allow([.company, .data, .mask, .length], with: "'manufacturer'")
        let company = try section.required(.company).assignedNumber()
        self = try Self.read(section, key: company)
    }
}

extension DataCondition {
    private static func read(_ section: SettingsSection<DataKey>, key: Key) throws(SettingsError) -> Self {
        let data = try section[.data]?.bytes(1...255) ?? []
        var mask: [UInt8] = []
        if let value = section[.mask] {
            mask = try value.bytes(1...255)
            guard mask.count == data.count else {
                throw value.unexpected("as many bytes as 'data' has, \(data.count),")
            }
        }
        let length = try section[.length]?.integer(in: max(1, data.count)...255, unit: "bytes")
        return Self(key: key, data: data, mask: mask, length: length)
    }
}
