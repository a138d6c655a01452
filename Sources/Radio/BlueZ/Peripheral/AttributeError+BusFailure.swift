import Bluetooth
import SystemBus

extension AttributeError {
    private static let prefix = "org.bluez.Error."

    /// The error with which bluetoothd is told to answer.
    ///
    /// bluetoothd makes codes of the attribute protocol out of the error's name. Of the application's own it passes on
    /// 0x80 to 0x9F, as the message of `Failed`; a code that it has no word for becomes Unlikely (0x0E).
    var busFailure: BusFailure {
        switch code {
        case 0x02, 0x03: named("NotPermitted")
        case 0x06: named("NotSupported")
        case 0x07: named("InvalidOffset")
        case 0x05, 0x08, 0x0C, 0x0F: named("NotAuthorized")
        case 0x0D: named("InvalidValueLength")
        case 0xFE: named("InProgress")
        case 0x80...0x9F: BusFailure(name: Self.prefix + "Failed", message: hexadecimal)
        default: named("Unlikely")
        }
    }

    private func named(_ name: String) -> BusFailure {
        BusFailure(name: Self.prefix + name, message: "attribute error \(hexadecimal)")
    }

    private var hexadecimal: String { "0x" + (code < 16 ? "0" : "") + String(code, radix: 16) }
}
