import Bluetooth
import SystemBus
import Testing

/// As much of bluetoothd as a tag deals with: one adapter, and what a central on it would make it ask.
actor FakeBlueZ {
    static let adapter: ObjectPath = "/org/bluez/hci0"
    static let central: ObjectPath = "/org/bluez/hci0/dev_C0_FF_EE_00_12_34"
    static let centralAddress = "C0:FF:EE:00:12:34"

    /// The methods that a tag has called, in order.
    nonisolated let calls: AsyncStream<String>
    private let record: AsyncStream<String>.Continuation
    private let bus: SystemBus
    private var exports: [BusExport] = []
    private var device: BusExport?
    /// The tag's name on the bus.
    private var tag = ""
    var tagName: String { tag }
    private var application: [ObjectPath: [String: BusValue]] = [:]
    /// What happens once the tag can be seen, before its call is answered.
    private let onAdvertising: @Sendable (FakeBlueZ) async throws -> Void

    init(
        _ address: String, onAdvertising: @escaping @Sendable (FakeBlueZ) async throws -> Void = { _ in }
    ) async throws {
        self.onAdvertising = onAdvertising
        (calls, record) = AsyncStream.makeStream()
        bus = try SystemBus(.address(address))
        exports = [
            try await bus.export(ExportedObject(path: .root, isObjectManager: true)),
            try await bus.export(ExportedObject(path: "/org/bluez", interfaces: [agentManager])),
            try await bus.export(ExportedObject(path: Self.adapter, interfaces: adapterInterfaces)),
        ]
        try await bus.requestName("org.bluez")
    }

    /// Ends, as bluetoothd does when it is killed.
    func end() async { await bus.close() }

    private nonisolated func method(
        _ name: String,
        _ inputs: String,
        _ body: @escaping @Sendable (FakeBlueZ, [BusValue], String) async throws -> Void = { _, _, _ in }
    ) -> ExportedMethod {
        ExportedMethod(inputs: inputs) { [weak self] arguments, caller throws(BusFailure) in
            do { if let self { try await body(self, arguments, caller.sender) } } catch {
                throw BusFailure(name: "org.bluez.Error.Failed", message: "\(error)")
            }
            self?.record.yield(name)
            return []
        }
    }

    private var agentManager: ExportedInterface {
        ExportedInterface(
            name: "org.bluez.AgentManager1",
            methods: [
                "RegisterAgent": method("RegisterAgent", "os"),
                "RequestDefaultAgent": method("RequestDefaultAgent", "o"),
                "UnregisterAgent": method("UnregisterAgent", "o"),
            ]
        )
    }

    private var adapterInterfaces: [ExportedInterface] {
        let properties: [String: BusValue] = [
            "Address": "00:AA:01:00:00:00", "Alias": "laptop", "Powered": false, "Pairable": false,
        ]
        let adapter = ExportedInterface(
            name: "org.bluez.Adapter1",
            properties: properties.mapValues { ExportedProperty($0, setter: { _, _ in }) }
        )
        let manager = ExportedInterface(
            name: "org.bluez.GattManager1",
            methods: [
                "RegisterApplication": method("RegisterApplication", "oa{sv}") { fake, arguments, sender in
                    try await fake.load(arguments, sender)
                },
                "UnregisterApplication": method("UnregisterApplication", "o"),
            ]
        )
        let advertising = ExportedInterface(
            name: "org.bluez.LEAdvertisingManager1",
            methods: [
                "RegisterAdvertisement": method("RegisterAdvertisement", "oa{sv}") { fake, _, _ in
                    try await fake.onAdvertising(fake)
                },
                "UnregisterAdvertisement": method("UnregisterAdvertisement", "o"),
            ],
            properties: ["SupportedIncludes": ExportedProperty(.strings(["tx-power"]))]
        )
        return [adapter, manager, advertising]
    }

    /// Reads a tag's objects, as RegisterApplication makes bluetoothd do.
    private func load(_ arguments: [BusValue], _ sender: String) async throws {
        tag = sender
        let root = try #require(arguments.first?.objectPath)
        let answer = try await call(root, "org.freedesktop.DBus.ObjectManager", "GetManagedObjects")
        for object in answer.first?.pairs ?? [] {
            guard let path = object.key.objectPath else { continue }
            application[path] = object.value.entries?["org.bluez.GattCharacteristic1"]?.entries
        }
    }

    /// The characteristic of this UUID among the tag's.
    func characteristic(_ uuid: BluetoothUUID) throws -> ObjectPath {
        try #require(application.first { $0.value["UUID"]?.text == "\(uuid)" }?.key)
    }

    @discardableResult
    func call(
        _ path: ObjectPath,
        _ interface: String,
        _ member: String,
        _ arguments: [BusValue] = []
    ) async throws -> [BusValue] {
        try await bus.call(
            BusCall(
                destination: tag,
                path: path,
                interface: interface,
                member: member,
                arguments: arguments,
                // The tag answers from the threads that all tests share.
                timeout: .seconds(1000)
            )
        )
    }

    /// Asks what a central asks of a characteristic.
    @discardableResult
    func ask(
        _ member: String,
        _ uuid: BluetoothUUID,
        _ value: [UInt8]? = nil,
        offset: UInt16 = 0
    ) async throws -> [UInt8] {
        var arguments: [BusValue] = []
        if member.hasSuffix("Value") {
            if let value { arguments = [.bytes(value)] }
            arguments.append(.properties(["device": .path(Self.central), "offset": .uint16(offset)]))
        }
        let path = try characteristic(uuid)
        return try await call(path, "org.bluez.GattCharacteristic1", member, arguments).first?.data ?? []
    }

    /// Lets the central be there, connected or not.
    func setCentral(connected: Bool, bonded: Bool) async throws {
        let values: [String: BusValue] = ["Connected": .bool(connected), "Bonded": .bool(bonded)]
        if let device { return try await device.update("org.bluez.Device1", values) }
        var properties = values.mapValues { ExportedProperty($0) }
        properties["Address"] = ExportedProperty(.string(Self.centralAddress))
        device = try await bus.export(
            ExportedObject(
                path: Self.central,
                interfaces: [ExportedInterface(name: "org.bluez.Device1", properties: properties)]
            )
        )
    }

    /// Asks whether the tag takes a pairing with a number; false when it rejects it.
    func pairs(_ number: UInt32) async throws -> Bool {
        do {
            let arguments: [BusValue] = [.path(Self.central), .uint32(number)]
            try await call("/org/tagalong/tagagent", "org.bluez.Agent1", "RequestConfirmation", arguments)
            return true
        } catch let error as BusError {
            guard error.failureName == "org.bluez.Error.Rejected" else { throw error }
            return false
        }
    }

    /// What the tag tells of its characteristics.
    func values() async throws -> BusSignals {
        try await bus.signals(BusMatch(sender: tag, interface: "org.freedesktop.DBus.Properties"))
    }
}
