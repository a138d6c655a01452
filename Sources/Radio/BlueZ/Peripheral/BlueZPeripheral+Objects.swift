import Bluetooth
import Synchronization
import SystemBus

/// The objects that bluetoothd reads and calls.
extension BlueZPeripheral {
    static let advertisementPath: ObjectPath = "/org/tagalong/advertisement"

    /// The attributes; with handles, the services ask for places of their own in the attribute table.
    func objects(withHandles: Bool) -> [ExportedObject] {
        let root = ExportedObject(path: PeripheralLayout.root, isObjectManager: true)
        let services = layout.services.map { service in
            var properties: [String: ExportedProperty] = [
                "UUID": ExportedProperty(.string("\(service.uuid)")), "Primary": ExportedProperty(true),
            ]
            if withHandles { properties["Handle"] = ExportedProperty(.uint16(service.handle)) }
            return ExportedObject(
                path: service.path, interfaces: [ExportedInterface(name: BlueZName.gattService, properties: properties)]
            )
        }
        return [root] + services + layout.characteristics.map { object(of: $0) }
    }

    private func object(of characteristic: PeripheralLayout.Characteristic) -> ExportedObject {
        let interface = ExportedInterface(
            name: BlueZName.characteristic,
            methods: methods(of: characteristic),
            properties: [
                "UUID": ExportedProperty(.string("\(characteristic.local.uuid)")),
                "Service": ExportedProperty(.path(characteristic.service)),
                "Flags": ExportedProperty(.strings(characteristic.local.flags)),
            ]
        )
        return ExportedObject(path: characteristic.path, interfaces: [interface])
    }

    private func methods(of characteristic: PeripheralLayout.Characteristic) -> [String: ExportedMethod] {
        [
            "ReadValue": method("a{sv}", "ay") { tag, arguments throws(BusFailure) in
                let request = try Request(arguments.first)
                return [
                    .bytes(
                        try await tag.ordered { tag throws(BusFailure) in
                            try await tag.read(characteristic, request)
                        }
                    )
                ]
            },
            "WriteValue": method("aya{sv}") { tag, arguments throws(BusFailure) in
                let request = try Request(arguments.last)
                let value = arguments.first?.data ?? []
                try await tag.ordered { tag throws(BusFailure) in
                    try await tag.write(value, to: characteristic, request)
                }
                return []
            },
            "StartNotify": method { tag, _ throws(BusFailure) in
                try await tag.ordered { tag throws(BusFailure) in await tag.started(characteristic.name) }
                return []
            },
            "StopNotify": method { tag, _ throws(BusFailure) in
                try await tag.ordered { tag throws(BusFailure) in await tag.stopped(characteristic.name) }
                return []
            },
            "Confirm": method { tag, _ throws(BusFailure) in
                await tag.confirmed(characteristic.path)
                return []
            },
        ]
    }

    /// Carries out a request of bluetoothd's behind those that came before it.
    private nonisolated func ordered<Value: Sendable>(
        _ request: @escaping @Sendable (BlueZPeripheral) async throws(BusFailure) -> Value
    ) async throws(BusFailure) -> Value {
        try await order.run { [self] () throws(BusFailure) in try await request(self) }
    }

    /// What everybody sees.
    func advertisement(_ station: Station) -> ExportedObject {
        let content = configuration.advertisement
        var properties: [String: BusValue] = [
            "Type": "peripheral", "Discoverable": true,
            "ServiceUUIDs": .strings(content.services.sorted().map(\.description)),
        ]
        if let name = content.name { properties["LocalName"] = .string(name) }
        if let appearance = configuration.appearance { properties["Appearance"] = .uint16(appearance) }
        if content.txPower != nil, station.includesPower { properties["Includes"] = .strings(["tx-power"]) }
        if !content.serviceData.isEmpty {
            let data = content.serviceData.map { ($0.key.description, BusValue.bytes($0.value)) }
            properties["ServiceData"] = .properties(Dictionary(uniqueKeysWithValues: data))
        }
        if !content.manufacturerData.isEmpty {
            let data = content.manufacturerData.sorted { $0.key < $1.key }.map {
                BusDictionary.Entry(.uint16($0.key), .variant(.bytes($0.value)))
            }
            properties["ManufacturerData"] = .dictionary(BusDictionary(keyType: "q", valueType: "v", data))
        }
        let release = method { tag, _ throws(BusFailure) in
            await tag.released()
            return []
        }
        let interface = ExportedInterface(
            name: BlueZName.advertisement,
            methods: ["Release": release],
            properties: properties.mapValues { ExportedProperty($0) }
        )
        return ExportedObject(path: Self.advertisementPath, interfaces: [interface])
    }

    /// A method that only bluetoothd may call.
    func method(
        _ inputs: String = "",
        _ outputs: String = "",
        _ body: @escaping @Sendable (BlueZPeripheral, [BusValue]) async throws(BusFailure) -> [BusValue]
    ) -> ExportedMethod {
        ExportedMethod(inputs: inputs, outputs: outputs) { [weak self] arguments, caller throws(BusFailure) in
            guard let self, self.owner.withLock({ $0 == caller.sender }) else {
                throw BusFailure(name: "org.bluez.Error.NotAuthorized", message: "only bluetoothd may ask that")
            }
            return try await body(self, arguments)
        }
    }
}

/// What bluetoothd says along with a request.
struct Request {
    let central: ObjectPath
    let offset: Int

    /// - Throws: A refusal of what bluetoothd never says.
    init(_ options: BusValue?) throws(BusFailure) {
        let options = options?.entries ?? [:]
        guard let central = options["device"]?.objectPath else {
            throw BusFailure(name: "org.bluez.Error.InvalidArguments", message: "the option 'device' is missing")
        }
        self.central = central
        offset = options["offset"]?.integer ?? 0
    }
}
