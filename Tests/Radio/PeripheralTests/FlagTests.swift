import Bluetooth
import SystemBus
import Testing

@testable import BlueZ

struct FlagTests {
    private static let cases: [(CharacteristicProperties, Bool, [String])] = [
        (.read, false, ["read"]),
        (.read, true, ["encrypt-read"]),
        ([.read, .notify], false, ["read", "notify"]),
        ([.read, .notify], true, ["encrypt-read", "encrypt-notify"]),
        ([.write, .indicate], true, ["encrypt-write", "encrypt-indicate"]),
        (.writeWithoutResponse, false, ["write-without-response"]),
        (.writeWithoutResponse, true, ["write-without-response", "encrypt-write"]),
        ([.write, .writeWithoutResponse], true, ["write-without-response", "encrypt-write"]),
    ]

    @Test(arguments: cases)
    func `a characteristic has bluetoothd's flags`(
        properties: CharacteristicProperties,
        needsEncryption: Bool,
        flags: [String]
    ) {
        let characteristic = LocalCharacteristic(
            uuid: BluetoothUUID(0x2A19),
            properties: properties,
            needsEncryption: needsEncryption
        )
        #expect(characteristic.flags == flags)
    }

    private static let errors: [(UInt8, String, String)] = [
        (0x02, "org.bluez.Error.NotPermitted", "attribute error 0x02"),
        (0x05, "org.bluez.Error.NotAuthorized", "attribute error 0x05"),
        (0x07, "org.bluez.Error.InvalidOffset", "attribute error 0x07"),
        (0x0D, "org.bluez.Error.InvalidValueLength", "attribute error 0x0d"),
        (0x13, "org.bluez.Error.Unlikely", "attribute error 0x13"),
        // The message alone is what bluetoothd reads a code from.
        (0x81, "org.bluez.Error.Failed", "0x81"),
        (0x9F, "org.bluez.Error.Failed", "0x9f"),
        (0xFD, "org.bluez.Error.Unlikely", "attribute error 0xfd"),
        (0xFE, "org.bluez.Error.InProgress", "attribute error 0xfe"),
    ]

    @Test(arguments: errors)
    func `an attribute error becomes one that bluetoothd understands`(code: UInt8, name: String, message: String) {
        let failure = AttributeError(code: code).busFailure
        #expect(failure.name == name)
        #expect(failure.message == message)
    }

    @Test func `services have the same places in every run, in the order of their paths`() {
        let one = LocalCharacteristic(uuid: BluetoothUUID(0x2A19), properties: .read)
        let local = [
            LocalService(uuid: BluetoothUUID(0x180F), characteristics: Array(repeating: one, count: 8)),
            LocalService(uuid: BluetoothUUID(0x1804), characteristics: [one]),
        ]
        let layout = PeripheralLayout(local)
        // 33 attributes at most, in steps of 16.
        #expect(layout.services.map(\.handle) == [0x100, 0x130])
        #expect(layout.services.map(\.path.text) == ["/org/tagalong/tag/service00", "/org/tagalong/tag/service01"])
        #expect(layout.characteristics.map(\.path) == layout.characteristics.map(\.path).sorted())
    }
}
