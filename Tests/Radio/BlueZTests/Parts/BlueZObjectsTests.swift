import Bluetooth
import Messages
import Testing

@testable import BlueZ
@testable import SystemBus

struct BlueZObjectsTests {
    private static let adapter: ObjectPath = "/org/bluez/hci0"
    private static let device: ObjectPath = "/org/bluez/hci0/dev_C0_00_00_00_00_01"

    private static func added(_ path: ObjectPath, _ interface: String, _ properties: [String: BusValue]) -> BusSignal {
        let interfaces = BusDictionary(
            keyType: "s",
            valueType: "a{sv}",
            [.init(.string(interface), .properties(properties))]
        )
        return BusSignal(
            path: .root,
            interface: "org.freedesktop.DBus.ObjectManager",
            member: "InterfacesAdded",
            arguments: [.path(path), .dictionary(interfaces)]
        )
    }

    private static func changed(_ properties: [String: BusValue]) -> BusSignal {
        BusSignal(
            path: device,
            interface: "org.freedesktop.DBus.Properties",
            member: "PropertiesChanged",
            arguments: ["org.bluez.Device1", .properties(properties), .strings([])]
        )
    }

    /// An adapter that scans and a tag that it has found.
    private static var known: BlueZObjects {
        var objects = BlueZObjects()
        _ = objects.apply(
            added(adapter, "org.bluez.Adapter1", ["Address": "00:00:00:00:00:01", "Discovering": true])
        )
        _ = objects.apply(
            added(
                device,
                "org.bluez.Device1",
                ["Address": "C0:00:00:00:00:01", "Adapter": .path(adapter), "RSSI": .int16(-60)]
            )
        )
        return objects
    }

    private static func news(_ objects: inout BlueZObjects, _ properties: [String: BusValue]) -> DeviceObject.News? {
        for case .device(_, let news) in objects.apply(changed(properties)) { return news }
        return nil
    }

    @Test(arguments: [(-60, -60), (-127, -127), (20, 20), (127, nil)] as [(Int16, Int?)])
    func `a report is a life sign, with or without a strength`(value: Int16, rssi: Int?) {
        var objects = Self.known
        let news = Self.news(&objects, ["RSSI": .int16(value)])
        #expect(news == DeviceObject.News(rssi: rssi, isLifeSign: true, isSighting: true))
    }

    @Test(arguments: [("org.bluez.Reason.Timeout", 1), ("org.bluez.Reason.Remote", 0), ("org.bluez.Reason.Local", 0)])
    func `of the reasons that a later bluetoothd tells only a timeout is a loss`(reason: String, losses: Int) {
        var objects = Self.known
        let signal = BusSignal(
            path: Self.device,
            interface: "org.bluez.Device1",
            member: "Disconnected",
            arguments: [.string(reason), "Connection timeout"]
        )
        #expect(objects.apply(signal) == Array(repeating: .linkLost(Self.device), count: losses))
    }

    @Test func `a strength of 0 says that scanning has ended`() {
        var objects = Self.known
        #expect(Self.news(&objects, ["RSSI": .int16(0)]) == nil)
    }

    @Test func `what was advertised is collected`() throws {
        var objects = Self.known
        let manufacturer = BusDictionary(keyType: "q", valueType: "v", [.init(.uint16(76), .variant(.bytes([2, 21])))])
        _ = Self.news(&objects, ["ManufacturerData": .dictionary(manufacturer)])
        let battery = "0000180f-0000-1000-8000-00805f9b34fb"
        _ = Self.news(&objects, ["ServiceData": .properties([battery: .bytes([99])]), "TxPower": .int16(-4)])
        _ = Self.news(&objects, ["UUIDs": .strings([battery]), "Name": "tag"])
        let advertisement = try #require(objects.devices[Self.device]?.advertisement)
        #expect(advertisement.manufacturerData == [76: [2, 21]])
        #expect(advertisement.serviceData == [BluetoothUUID(0x180F): [99]])
        #expect(advertisement.services == [BluetoothUUID(0x180F)])
        #expect(advertisement.txPower == -4)
        #expect(advertisement.name == "tag")
    }

    @Test func `services that are found out are no advertisement`() {
        var objects = Self.known
        #expect(Self.news(&objects, ["UUIDs": .strings([]), "Name": "tag"])?.isLifeSign == false)
    }

    @Test func `a tag that is only remembered is not heard`() {
        var objects = Self.known
        let properties: [String: BusValue] = ["Address": "C0:00:00:00:00:02", "Adapter": .path(Self.adapter)]
        let managed = BusDictionary(
            keyType: "o",
            valueType: "a{sa{sv}}",
            [
                .init(
                    .path(Self.adapter + "dev_C0_00_00_00_00_02"),
                    .dictionary(
                        BusDictionary(
                            keyType: "s",
                            valueType: "a{sv}",
                            [.init("org.bluez.Device1", .properties(properties))]
                        )
                    )
                )
            ]
        )
        let changes = objects.load(.dictionary(managed))
        #expect(changes == [.device(Self.adapter + "dev_C0_00_00_00_00_02", DeviceObject.News())])
    }

    @Test func `a link that goes with its tag has ended`() throws {
        var objects = Self.known
        _ = objects.apply(Self.changed(["Connected": true]))
        let state = try #require(objects.devices[Self.device])
        let removed = BusSignal(
            path: .root,
            interface: "org.freedesktop.DBus.ObjectManager",
            member: "InterfacesRemoved",
            arguments: [.path(Self.device), .strings(["org.bluez.Device1"])]
        )
        #expect(objects.apply(removed) == [.disconnected(Self.device, state), .deviceRemoved(Self.device, state)])
        #expect(objects.devices.isEmpty)
    }

    @Test func `signals that make no sense change nothing`() {
        var objects = Self.known
        let senseless: [[BusValue]] = [
            [], ["org.bluez.Device1"], [.int32(1), .int32(2)], ["org.bluez.Device1", "text", .strings([])],
            ["org.bluez.Device1", .properties(["RSSI": "loud", "Connected": .int32(1), "UUIDs": .int16(3)])],
        ]
        for member in ["PropertiesChanged", "InterfacesAdded", "InterfacesRemoved"] {
            for arguments in senseless {
                for interface in ["org.freedesktop.DBus.Properties", "org.freedesktop.DBus.ObjectManager"] {
                    let signal = BusSignal(
                        path: Self.device,
                        interface: interface,
                        member: member,
                        arguments: arguments
                    )
                    _ = objects.apply(signal)
                }
            }
        }
        #expect(objects.devices[Self.device]?.isConnected == false)
        #expect(objects.devices.count == 1)
    }

    @Test(
        arguments: [
            ("usb:v1D6Bp0246d0542", 566, false), ("usb:v1D6Bp0246d0557", 587, false),
            ("usb:v1D6Bp0246d0558", 588, true),
            ("bluetooth:v000Fp1200d1436", nil, true), ("usb:v1D6Bp0246d05", nil, true),
        ] as [(String, Int?, Bool)]
    )
    func `the filter depends on the version`(modalias: String, version: Int?, hasStrength: Bool) {
        #expect(DiscoveryFilter.version(ofModalias: modalias) == version)
        let filter = DiscoveryFilter.everything(version: version)
        #expect((filter["RSSI"]?.integer == -127) == hasStrength)
        #expect(filter["Transport"]?.text == "le")
        #expect(filter["DuplicateData"]?.flag == true)
    }
}
