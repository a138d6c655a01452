import SystemBus

/// The adapters.
extension FakeBlueZ {
    static let adapterInterface = "org.bluez.Adapter1"

    func path(_ adapter: String) -> ObjectPath { "/org/bluez" + adapter }

    func plug(_ name: String, _ adapter: Adapter) async throws {
        adapters[name] = adapter
        if bus != nil { try await export(adapter: name) }
    }

    func unplug(_ name: String) async {
        adapters[name] = nil
        await remove(path(name))
    }

    /// What somebody else does to the adapter.
    func setPower(_ name: String, _ isOn: Bool) async {
        adapters[name]?.isPowered = isOn
        if !isOn { await setDiscovering(name, false) }
        await update(path(name), Self.adapterInterface, ["Powered": .bool(isOn)])
    }

    func setDiscovering(_ name: String, _ isOn: Bool) async {
        adapters[name]?.isDiscovering = isOn
        await update(path(name), Self.adapterInterface, ["Discovering": .bool(isOn)])
    }

    func failStarts(_ name: String, _ failures: [BusFailure]) { adapters[name]?.startFailures = failures }

    func failPower(_ name: String, _ failure: BusFailure?) { adapters[name]?.powerFailure = failure }

    func export(adapter name: String) async throws {
        guard let adapter = adapters[name] else { return }
        try await export(
            path(name),
            Self.adapterInterface,
            [
                "SetDiscoveryFilter": ExportedMethod(inputs: "a{sv}") { _, _ in await self.setFilter(name) },
                "StartDiscovery": ExportedMethod { _, _ throws(BusFailure) in
                    try await self.startDiscovery(name)
                },
                "StopDiscovery": ExportedMethod { _, _ throws(BusFailure) in try await self.stopDiscovery(name) },
                "RemoveDevice": ExportedMethod(inputs: "o") { arguments, _ throws(BusFailure) in
                    try await self.removeDevice(name, arguments)
                },
            ],
            [
                "Address": ExportedProperty(.string(adapter.address)),
                "Powered": ExportedProperty(.bool(adapter.isPowered)) { value, _ throws(BusFailure) in
                    try await self.set(name, isPowered: value.flag == true)
                },
                "Discovering": ExportedProperty(.bool(adapter.isDiscovering)),
                "Modalias": ExportedProperty("usb:v1D6Bp0246d0542"),
            ]
        )
    }

    private func setFilter(_ name: String) -> [BusValue] {
        adapters[name]?.hasFilter = true
        return []
    }

    private func startDiscovery(_ name: String) async throws(BusFailure) -> [BusValue] {
        note("\(name) StartDiscovery")
        guard let adapter = adapters[name] else { throw .bluez("Failed") }
        if !adapter.startFailures.isEmpty { throw adapters[name]?.startFailures.removeFirst() ?? .bluez("Failed") }
        guard adapter.isPowered else { throw .bluez("NotReady", "Resource Not Ready") }
        guard !adapter.isDiscovering else { throw .bluez("InProgress", "Operation already in progress") }
        await setDiscovering(name, true)
        return []
    }

    private func stopDiscovery(_ name: String) async throws(BusFailure) -> [BusValue] {
        note("\(name) StopDiscovery")
        guard adapters[name]?.isDiscovering == true else { throw .bluez("Failed", "No discovery started") }
        await setDiscovering(name, false)
        return []
    }

    private func set(_ name: String, isPowered: Bool) async throws(BusFailure) {
        note("\(name) Powered \(isPowered)")
        if let failure = adapters[name]?.powerFailure { throw failure }
        adapters[name]?.isPowered = isPowered
        if !isPowered { await setDiscovering(name, false) }
    }

    private func removeDevice(_ name: String, _ arguments: [BusValue]) async throws(BusFailure) -> [BusValue] {
        guard let device = arguments.first?.objectPath, exports[device] != nil else {
            throw .bluez("DoesNotExist", "Does Not Exist")
        }
        note("\(name) RemoveDevice")
        for key in tags.keys where path(name) + (tags[key]?.name ?? "") == device {
            tags[key]?.isPaired = false
            tags[key]?.isConnected = false
            tags[key]?.signalled = nil
        }
        await remove(device)
        return []
    }
}
