import Bluetooth
import TestSupport

@testable import HostStack

/// A small database: handles 1 to 5 are 1800, 6 to 13 are 1801, and these follow.
///
///     14 180F  15 16 2A19 read notify  17 2902
///     18 FFF0  19 20 FFF1 read write indicate, encrypted  21 2902  22 23 FFF2 write without response
///     24 25 FFF3 write  26 27 FFF4 read
///     28 f000… 29 30 f001… read write
enum Samples {
    static let battery = AttributeName(service: BluetoothUUID(0x180F), characteristic: BluetoothUUID(0x2A19))
    static let secret = own(0xFFF1)
    static let command = own(0xFFF2)
    static let written = own(0xFFF3)
    static let long = own(0xFFF4)
    static let far = AttributeName(service: wide(0xF000), characteristic: wide(0xF001))

    static let services = [
        LocalService(
            uuid: battery.service,
            characteristics: [LocalCharacteristic(uuid: battery.characteristic, properties: [.read, .notify])]
        ),
        LocalService(
            uuid: BluetoothUUID(0xFFF0),
            characteristics: [
                LocalCharacteristic(
                    uuid: BluetoothUUID(0xFFF1),
                    properties: [.read, .write, .indicate],
                    needsEncryption: true
                ),
                LocalCharacteristic(uuid: BluetoothUUID(0xFFF2), properties: .writeWithoutResponse),
                LocalCharacteristic(uuid: BluetoothUUID(0xFFF3), properties: .write),
                LocalCharacteristic(uuid: BluetoothUUID(0xFFF4), properties: .read),
            ]
        ),
        LocalService(
            uuid: far.service,
            characteristics: [LocalCharacteristic(uuid: far.characteristic, properties: [.read, .write])]
        ),
    ]

    static let values: [AttributeName: [UInt8]] = [
        battery: [90], secret: [1, 2, 3], long: (0..<100).map { UInt8($0) }, far: [7, 8],
    ]

    private static func own(_ short: UInt16) -> AttributeName {
        AttributeName(service: BluetoothUUID(0xFFF0), characteristic: BluetoothUUID(short))
    }

    private static func wide(_ short: UInt16) -> BluetoothUUID {
        let low = short.littleEndianBytes
        return BluetoothUUID(littleEndian: hex("0102030405060708090A0B0C") + low + [0, 0]) ?? BluetoothUUID(short)
    }
}
