import Bluetooth

/// All attributes of a tag in the order of their handles, which count from 1 without gaps.
///
/// The generic access (1800) and generic attribute (1801) services stand first, so that their handles stay when the
/// others change: Core Specification 5.4, volume 3, part C, section 12 and part G, section 7.
struct AttributeDatabase: Hashable, Sendable {
    private(set) var attributes: [Attribute] = []
    private(set) var hash: UInt128 = 0

    static let serviceChanged = AttributeName(
        service: AttributeType.genericAttribute, characteristic: AttributeType.serviceChanged
    )

    /// The attributes of an application under a name that people see; the appearance is of Assigned Numbers, section
    /// 2.6.
    ///
    /// Services 1800 and 1801, and those that no handle is left for, are left out.
    init(
        name: String,
        appearance: UInt16,
        parameters: ConnectionParameters? = nil,
        tellsFeatures: Bool = false,
        services: [LocalService]
    ) {
        addGenericAccess(name, appearance, parameters)
        addGenericAttribute(tellsFeatures)
        let own = [AttributeType.genericAccess, AttributeType.genericAttribute]
        for service in services where !own.contains(service.uuid) && hasRoom(for: service) { add(service) }
        hash = DatabaseHash.value(of: attributes)
    }

    subscript(handle: UInt16) -> Attribute? {
        handle > 0 && handle <= attributes.count ? attributes[Int(handle) - 1] : nil
    }

    /// The attributes of a range of handles.
    func attributes(in range: HandleRange) -> ArraySlice<Attribute> {
        let start = min(Int(range.first) - 1, attributes.count)
        return attributes[start..<max(start, min(Int(range.last), attributes.count))]
    }

    /// The handle of a characteristic's value; nil when there is none of that name.
    func valueHandle(of name: AttributeName) -> UInt16? {
        attributes.first { attribute in
            if case .value(name, _) = attribute.content { return true }
            return attribute.content == .serviceChanged && name == Self.serviceChanged
        }?.handle
    }

    /// The characteristic of a name; nil when there is none.
    func characteristic(_ name: AttributeName) -> LocalCharacteristic? {
        for attribute in attributes {
            if case .value(name, let characteristic) = attribute.content { return characteristic }
        }
        return nil
    }
}

extension ConnectionParameters {
    /// The value of the peripheral's preferred connection parameters: volume 3, part C, section 12.3.
    fileprivate var attributeValue: [UInt8] {
        [interval.lowerBound, interval.upperBound, latency, timeout].flatMap(\.littleEndianBytes)
    }
}

extension AttributeDatabase {
    private func hasRoom(for service: LocalService) -> Bool {
        attributes.count + 1 + 3 * service.characteristics.count < 0xFFFF
    }

    private mutating func addGenericAccess(_ name: String, _ appearance: UInt16, _ parameters: ConnectionParameters?) {
        addService(AttributeType.genericAccess) { database in
            // An attribute's value has at most 512 bytes, and a name of whole characters.
            var short = Substring(name)
            while short.utf8.count > 248 { short.removeLast() }
            database.add(AttributeType.deviceName, .read, .fixed(Array(short.utf8)))
            database.add(AttributeType.appearance, .read, .fixed(appearance.littleEndianBytes))
            guard let parameters else { return }
            database.add(AttributeType.preferredParameters, .read, .fixed(parameters.attributeValue))
        }
    }

    private mutating func addGenericAttribute(_ tellsFeatures: Bool) {
        addService(AttributeType.genericAttribute) { database in
            let indicated = LocalCharacteristic(uuid: AttributeType.serviceChanged, properties: .indicate)
            database.add(AttributeType.serviceChanged, .indicate, .serviceChanged)
            database.append(AttributeType.clientConfiguration, .configuration(Self.serviceChanged, indicated))
            database.add(AttributeType.clientFeatures, [.read, .write], .clientFeatures)
            database.add(AttributeType.databaseHash, .read, .databaseHash)
            guard tellsFeatures else { return }
            // Without bearers over channels with credits: volume 3, part G, section 7.4.
            database.add(AttributeType.serverFeatures, .read, .fixed([0]))
        }
    }

    private mutating func add(_ service: LocalService) {
        addService(service.uuid) { database in
            for characteristic in service.characteristics {
                let name = AttributeName(service: service.uuid, characteristic: characteristic.uuid)
                database.add(characteristic.uuid, characteristic.properties, .value(name, characteristic))
                guard !characteristic.properties.isDisjoint(with: [.notify, .indicate]) else { continue }
                database.append(AttributeType.clientConfiguration, .configuration(name, characteristic))
            }
        }
    }

    private mutating func addService(_ uuid: BluetoothUUID, _ fill: (inout Self) -> Void) {
        let index = attributes.count
        append(AttributeType.primaryService, .fixed(uuid.littleEndian))
        fill(&self)
        attributes[index].groupEnd = UInt16(attributes.count)
    }

    /// Adds a characteristic's declaration and value.
    private mutating func add(
        _ uuid: BluetoothUUID, _ properties: CharacteristicProperties, _ content: Attribute.Content
    ) {
        let valueHandle = UInt16(attributes.count + 2)
        let declaration = [properties.rawValue] + valueHandle.littleEndianBytes + uuid.littleEndian
        append(AttributeType.characteristic, .fixed(declaration))
        append(uuid, content)
    }

    private mutating func append(_ type: BluetoothUUID, _ content: Attribute.Content) {
        let handle = UInt16(attributes.count + 1)
        attributes.append(Attribute(handle: handle, type: type, content: content, groupEnd: handle))
    }
}
