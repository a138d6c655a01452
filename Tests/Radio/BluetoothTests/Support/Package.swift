import Bluetooth
import Foundation
import Settings

/// What an operation that ought to fail says; empty when it succeeds.
func errorText(_ work: () throws -> Void) -> String {
    do {
        try work()
        return ""
    } catch {
        return "\(error)"
    }
}

extension BluetoothUUID {
    /// A UUID that stands in a test.
    static func written(_ text: String) -> BluetoothUUID { BluetoothUUID(text) ?? BluetoothUUID(0) }
}
