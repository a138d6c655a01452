import Glibc
import SystemBus

/// The tags' attributes.
extension FakeBlueZ {
    static let characteristicInterface = "org.bluez.GattCharacteristic1"

    func exportServices(_ tag: FakeTag, _ device: ObjectPath) async throws {
        let service = device + "service0001"
        try await export(
            service,
            "org.bluez.GattService1",
            [:],
            [
                "UUID": ExportedProperty("0000ffe0-0000-1000-8000-00805f9b34fb"),
                "Device": ExportedProperty(.path(device)),
            ]
        )
        for index in tag.characteristics.indices {
            try await export(tag.characteristics[index], service, service + "char000\(index)", tag.address, index)
        }
    }

    private func export(
        _ characteristic: FakeTag.Characteristic,
        _ service: ObjectPath,
        _ path: ObjectPath,
        _ address: String,
        _ index: Int
    ) async throws {
        var properties: [String: ExportedProperty] = [
            "UUID": ExportedProperty(.string(characteristic.uuid)),
            "Service": ExportedProperty(.path(service)),
            "Flags": ExportedProperty(.strings(characteristic.flags)),
            "Value": ExportedProperty(.bytes([])),
        ]
        if characteristic.flags.contains("notify") { properties["NotifyAcquired"] = ExportedProperty(false) }
        try await export(
            path,
            Self.characteristicInterface,
            [
                "ReadValue": ExportedMethod(inputs: "a{sv}", outputs: "ay") { _, _ throws(BusFailure) in
                    [.bytes(try await self.read(address, index))]
                },
                "WriteValue": ExportedMethod(inputs: "aya{sv}") { arguments, _ throws(BusFailure) in
                    try await self.write(address, index, arguments)
                },
                "StartNotify": ExportedMethod { _, _ in
                    await self.note("StartNotify")
                    return []
                },
                "StopNotify": ExportedMethod { _, _ in
                    await self.note("StopNotify")
                    return []
                },
                "AcquireNotify": ExportedMethod(inputs: "a{sv}", outputs: "hq") { _, _ throws(BusFailure) in
                    try await self.acquire(path)
                },
            ],
            properties
        )
    }

    private func read(_ address: String, _ index: Int) throws(BusFailure) -> [UInt8] {
        guard let characteristic = tags[address]?.characteristics[index] else { throw .bluez("Failed") }
        if let failure = characteristic.failure { throw failure }
        return characteristic.value
    }

    private func write(_ address: String, _ index: Int, _ arguments: [BusValue]) throws(BusFailure) -> [BusValue] {
        if let failure = tags[address]?.characteristics[index].failure { throw failure }
        tags[address]?.characteristics[index].value = arguments.first?.data ?? []
        note("WriteValue \(arguments.last?.entries?["type"]?.text ?? "")")
        return []
    }

    private func acquire(_ path: ObjectPath) throws(BusFailure) -> [BusValue] {
        var pair: [Int32] = [0, 0]
        guard unsafe socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0, &pair) == 0 else { throw .bluez("Failed") }
        sockets[path] = pair[0]
        return [.file(BusFile(owning: pair[1])), .uint16(517)]
    }

    /// A value comes from the tag, by whichever way was asked for.
    func notify(_ address: String, _ index: Int, _ value: [UInt8], by adapter: String) async throws {
        guard let tag = tags[address] else { return }
        let path = path(adapter) + tag.name + "service0001" + "char000\(index)"
        if let socket = sockets[path] {
            _ = unsafe value.withUnsafeBytes { unsafe send(socket, $0.baseAddress, $0.count, 0) }
        } else {
            try await bus?.emitPropertiesChanged(
                path: path,
                interface: Self.characteristicInterface,
                changed: ["Value": .bytes(value)]
            )
        }
    }
}
