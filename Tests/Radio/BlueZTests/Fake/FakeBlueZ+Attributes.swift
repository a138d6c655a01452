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
                    [.bytes(try await self.read(address, index, path))]
                },
                "WriteValue": ExportedMethod(inputs: "aya{sv}") { arguments, _ throws(BusFailure) in
                    try await self.write(address, index, arguments)
                },
                "StartNotify": ExportedMethod { _, _ throws(BusFailure) in
                    try await self.startNotifying(path, address)
                },
                "StopNotify": ExportedMethod { _, _ in
                    await self.stopNotifying(path)
                    return []
                },
                // As it is in 5.66 once a link was lost in the middle of it.
                "AcquireNotify": ExportedMethod(inputs: "a{sv}", outputs: "hq") { _, _ throws(BusFailure) in
                    throw .bluez("NotPermitted", "Notify acquired")
                },
            ],
            properties
        )
    }

    /// Tells what was read to all who listen, too.
    private func read(_ address: String, _ index: Int, _ path: ObjectPath) async throws(BusFailure) -> [UInt8] {
        guard let characteristic = tags[address]?.characteristics[index] else { throw .bluez("Failed") }
        try refuse(address, index)
        try? await tell(characteristic.value, of: path)
        return characteristic.value
    }

    private func write(_ address: String, _ index: Int, _ arguments: [BusValue]) throws(BusFailure) -> [BusValue] {
        let type = arguments.last?.entries?["type"]?.text ?? ""
        note("WriteValue \(type)")
        try refuse(address, index)
        let flag = type == "command" ? "write-without-response" : "write"
        if tags[address]?.characteristics[index].flags.contains(flag) == true {
            tags[address]?.characteristics[index].value = arguments.first?.data ?? []
        } else if type == "request" {
            throw .bluez("NotPermitted", "Write not permitted")
        }
        // A tag that takes no command drops it.
        return []
    }

    private func refuse(_ address: String, _ index: Int) throws(BusFailure) {
        if tags[address]?.characteristics[index].refusals.isEmpty == false {
            throw tags[address]?.characteristics[index].refusals.removeFirst() ?? .bluez("Failed")
        }
        if let failure = tags[address]?.characteristics[index].failure { throw failure }
    }

    private func startNotifying(_ path: ObjectPath, _ address: String) async throws(BusFailure) -> [BusValue] {
        note("StartNotify")
        if tags[address]?.isBusySubscribing == true {
            tags[address]?.isBusySubscribing = false
            throw .bluez("InProgress", "In Progress")
        }
        if case .losingLink(let isToldLate) = tags[address]?.subscribing {
            tags[address]?.subscribing = .succeeding
            if isToldLate {
                Task {
                    try? await Task.sleep(for: .milliseconds(20))
                    await breakLink(address, by: "hci0")
                }
            } else {
                await breakLink(address, by: "hci0")
            }
            throw .bluez("Failed", "Operation failed with ATT error: 0x0e")
        }
        while tags[address]?.subscribing == .waiting { try? await Task.sleep(for: .milliseconds(2)) }
        note("StartNotify answered")
        guard tags[address]?.subscribing == .succeeding else { throw .bluez("NotPermitted", "Notify acquired") }
        notifying.insert(path)
        return []
    }

    private func stopNotifying(_ path: ObjectPath) {
        note("StopNotify")
        notifying.remove(path)
    }

    /// A value comes from the tag, and is told if somebody wanted it.
    func notify(_ address: String, _ index: Int, _ value: [UInt8], by adapter: String) async throws {
        guard let tag = tags[address] else { return }
        let path = path(adapter) + tag.name + "service0001" + "char000\(index)"
        guard notifying.contains(path) else { return }
        try await tell(value, of: path)
    }

    private func tell(_ value: [UInt8], of path: ObjectPath) async throws {
        try await bus?.emitPropertiesChanged(
            path: path,
            interface: Self.characteristicInterface,
            changed: ["Value": .bytes(value)]
        )
    }
}
