import Bluetooth

/// A command to the kernel over its management socket.
///
/// Codes and layouts are those of BlueZ's doc/mgmt-api.txt; numbers are little-endian.
struct ManagementCommand: Hashable, Sendable {
    let code: UInt16
    /// Which controller: 0 is `hci0`.
    let controller: Int
    let parameters: [UInt8]

    static let getConnections: UInt16 = 0x0015
    static let getConnectionInformation: UInt16 = 0x0031

    /// Asks which devices a controller is connected to.
    static func connections(of controller: Int) -> Self {
        Self(code: getConnections, controller: controller, parameters: [])
    }

    /// Asks how strong the other side of a connection is; the kernel measures at most once a second.
    static func information(of peer: ManagementAddress, on controller: Int) -> Self {
        Self(code: getConnectionInformation, controller: controller, parameters: peer.bytes)
    }

    /// Code, controller and length, then the parameters.
    var bytes: [UInt8] {
        let header = [code, UInt16(truncatingIfNeeded: controller), UInt16(truncatingIfNeeded: parameters.count)]
        return header.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] } + parameters
    }
}

/// A device as the management interface names it: an address, and of which kind it is.
struct ManagementAddress: Hashable, Sendable {
    let address: BluetoothAddress
    /// 0 for BR/EDR, 1 for a public LE address, 2 for a random one.
    let kind: UInt8

    /// Whether it is connected over Bluetooth LE.
    var isLowEnergy: Bool { kind == 1 || kind == 2 }

    var bytes: [UInt8] { (0..<6).map { UInt8(truncatingIfNeeded: address.bits >> (8 * $0)) } + [kind] }
}
