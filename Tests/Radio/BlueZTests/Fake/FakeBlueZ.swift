import SystemBus

/// A small bluetoothd on a private bus, which does what it is told to, not what a controller lets it.
actor FakeBlueZ {
    struct Adapter {
        let address: String
        var isPowered = true
        var isDiscovering = false
        var hasFilter = false
        /// How the next calls of StartDiscovery are answered; those after them succeed.
        var startFailures: [BusFailure] = []
        var powerFailure: BusFailure?
    }

    let busAddress: String
    var bus: SystemBus?
    var exports: [ObjectPath: [BusExport]] = [:]
    var adapters: [String: Adapter] = [:]
    var tags: [String: FakeTag] = [:]
    var agent: (sender: String, path: ObjectPath)?
    /// What was called, such as `hci0 StartDiscovery`.
    var calls: [String] = []
    /// The characteristics that somebody has subscribed to.
    var notifying: Set<ObjectPath> = []

    init(on busAddress: String) {
        self.busAddress = busAddress
    }

    /// Appears on the bus with its adapters; what it knew of tags it keeps only of bonded ones.
    func start() async throws {
        let bus = try SystemBus(.address(busAddress))
        self.bus = bus
        exports = [.root: [try await bus.export(ExportedObject(path: .root, isObjectManager: true))]]
        try await export(
            "/org/bluez",
            "org.bluez.AgentManager1",
            [
                "RegisterAgent": ExportedMethod(inputs: "os") { arguments, caller in
                    await self.register(caller.sender, arguments)
                    return []
                }
            ]
        )
        for name in adapters.keys.sorted() { try await export(adapter: name) }
        // Links that somebody has made before.
        for tag in tags.values where tag.isConnected || tag.isRemembered { try await export(tag, -60, "hci0") }
        _ = try await bus.uniqueName()
        try await bus.requestName("org.bluez")
    }

    /// Leaves the bus as a crash does.
    func stop() async {
        await bus?.close()
        (bus, agent, exports, notifying) = (nil, nil, [:], [])
        for name in adapters.keys {
            adapters[name]?.isDiscovering = false
            adapters[name]?.hasFilter = false
        }
        for key in tags.keys {
            tags[key]?.isConnected = false
            tags[key]?.signalled = nil
        }
        tags = tags.filter(\.value.isPaired)
    }

    func note(_ call: String) { calls.append(call) }

    func forgetCalls() { calls = [] }

    func count(_ call: String) -> Int { calls.count { $0 == call } }

    private func register(_ sender: String, _ arguments: [BusValue]) {
        calls.append("RegisterAgent")
        if let path = arguments.first?.objectPath { agent = (sender, path) }
    }

    func export(
        _ path: ObjectPath,
        _ interface: String,
        _ methods: [String: ExportedMethod],
        _ properties: [String: ExportedProperty] = [:]
    ) async throws {
        guard let bus else { return }
        let object = ExportedObject(
            path: path,
            interfaces: [ExportedInterface(name: interface, methods: methods, properties: properties)]
        )
        exports[path, default: []].append(try await bus.export(object))
    }

    func remove(_ path: ObjectPath) async {
        for key in exports.keys.filter({ $0 == path || $0.isBelow(path) }).sorted().reversed() {
            for export in exports.removeValue(forKey: key) ?? [] { await export.remove() }
        }
    }

    /// Changes a property and tells it.
    func update(_ path: ObjectPath, _ interface: String, _ values: [String: BusValue]) async {
        try? await exports[path]?.first?.update(interface, values)
    }
}
