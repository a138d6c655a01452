public import Bluetooth

extension HCI {
    /// What the controller tells the host.
    public enum Event: Hashable, Sendable {
        /// A command is done; the parameters begin with its status.
        case commandComplete(Opcode, returning: [UInt8])
        case commandStatus(Status, Opcode)
        case disconnected(handle: UInt16, reason: Status)
        case encryptionChanged(Status, handle: UInt16, isOn: Bool)
        case encryptionRefreshed(Status, handle: UInt16)
        case remoteVersion(Status, handle: UInt16, LinkVersion)
        case hardwareError(UInt8)
        case completedPackets(handle: UInt16, count: UInt16)
        case dataOverflow
        /// An inquiry is over, whoever was found.
        case inquiryComplete(Status)
        /// A BR/EDR connection has not come about.
        case connectionFailed(Status, BluetoothAddress)
        /// A BR/EDR device has not told its name.
        case nameFailed(Status, BluetoothAddress)
        case le(LEEvent)
    }
}

extension HCI.Event {
    /// The event code.
    public var code: UInt8 {
        switch self {
        case .inquiryComplete: 0x01
        case .connectionFailed: 0x03
        case .disconnected: 0x05
        case .nameFailed: 0x07
        case .encryptionChanged: 0x08
        case .remoteVersion: 0x0C
        case .commandComplete: 0x0E
        case .commandStatus: 0x0F
        case .hardwareError: 0x10
        case .completedPackets: 0x13
        case .dataOverflow: 0x1A
        case .encryptionRefreshed: 0x30
        case .le: 0x3E
        }
    }

    /// Whether the host can switch the event off by its event mask.
    var isMaskable: Bool {
        switch self {
        case .commandComplete, .commandStatus, .completedPackets: false
        case .disconnected, .encryptionChanged, .encryptionRefreshed, .remoteVersion, .hardwareError, .dataOverflow,
            .inquiryComplete, .connectionFailed, .nameFailed, .le:
            true
        }
    }

    /// The packet as it goes to the host.
    public var bytes: [UInt8] {
        let parameters = parameters
        return [4, code, UInt8(clamping: parameters.count)] + parameters.prefix(255)
    }

    private var parameters: [UInt8] {
        var writer = HCI.Writer()
        switch self {
        case .commandComplete(let opcode, let values):
            writer.put(UInt8(1))
            writer.put(opcode.rawValue)
            writer.put(values)
        case .commandStatus(let status, let opcode):
            writer.put(status)
            writer.put(UInt8(1))
            writer.put(opcode.rawValue)
        case .disconnected(let handle, let reason):
            writer.put(.success, on: handle)
            writer.put(reason)
        case .encryptionChanged(let status, let handle, let isOn):
            writer.put(status, on: handle)
            writer.put(UInt8(isOn ? 1 : 0))
        case .encryptionRefreshed(let status, let handle): writer.put(status, on: handle)
        case .remoteVersion(let status, let handle, let version):
            writer.put(status, on: handle)
            writer.put(version)
        case .hardwareError(let code): writer.put(code)
        case .completedPackets(let handle, let count):
            writer.put(UInt8(1))
            writer.put(handle)
            writer.put(count)
        case .dataOverflow: writer.put(UInt8(1))
        case .inquiryComplete(let status): writer.put(status)
        case .connectionFailed(let status, let address):
            writer.put(status, on: 0)
            writer.put(address)
            // A link for data, not encrypted.
            writer.put([1, 0])
        case .nameFailed(let status, let address):
            writer.put(status)
            writer.put(address)
            writer.put([UInt8](repeating: 0, count: 248))
        case .le(let event):
            writer.put(event.subevent)
            writer.put(event.parameters)
        }
        return writer.bytes
    }
}

extension HCI.Writer {
    mutating func put(_ status: HCI.Status, on handle: UInt16) {
        put(status)
        put(handle)
    }

    mutating func put(_ version: LinkVersion) {
        put(version.version)
        put(version.company)
        put(version.subversion)
    }
}
