import Bluetooth

/// What the kernel says over its management socket of connections.
///
/// Codes and layouts are those of BlueZ's doc/mgmt-api.txt; numbers are little-endian.
enum ManagementEvent: Hashable, Sendable {
    /// The devices that a controller is connected to.
    case connections([ManagementAddress], controller: Int)
    /// How strong the other side of a connection is, in dBm; nil where the controller does not tell.
    case strength(Int?, of: ManagementAddress, controller: Int)
    /// The other side of a connection was not heard for the supervision timeout.
    case timedOut(ManagementAddress, controller: Int)
    /// The kernel does not tell a program without the capability `CAP_NET_ADMIN`.
    case forbidden

    private static let commandComplete: UInt16 = 0x0001
    private static let commandStatus: UInt16 = 0x0002
    private static let deviceDisconnected: UInt16 = 0x000C
    private static let permissionDenied: UInt8 = 0x14
    private static let connectionTimeout: UInt8 = 1

    /// Nil for an event of another kind, an answer that something failed, and a packet that is cut off.
    init?(_ packet: [UInt8]) {
        var bytes = ByteCursor(packet[...])
        guard let code = bytes.uint16(), let controller = bytes.uint16().map({ Int($0) }), let length = bytes.uint16(),
            let parameters = bytes.bytes(Int(length))
        else { return nil }
        var rest = ByteCursor(parameters)
        switch code {
        case Self.commandComplete:
            guard let command = rest.uint16(), let status = rest.uint8() else { return nil }
            self.init(answerTo: command, status, &rest, controller)
        case Self.commandStatus:
            guard rest.uint16() != nil, rest.uint8() == Self.permissionDenied else { return nil }
            self = .forbidden
        case Self.deviceDisconnected:
            guard let peer = rest.peer(), rest.uint8() == Self.connectionTimeout else { return nil }
            self = .timedOut(peer, controller: controller)
        default: return nil
        }
    }

    private init?(answerTo command: UInt16, _ status: UInt8, _ bytes: inout ByteCursor, _ controller: Int) {
        if status == Self.permissionDenied {
            self = .forbidden
            return
        }
        guard status == 0 else { return nil }
        switch command {
        case ManagementCommand.getConnections:
            guard let count = bytes.uint16() else { return nil }
            var peers: [ManagementAddress] = []
            for _ in 0..<count {
                guard let peer = bytes.peer() else { return nil }
                peers.append(peer)
            }
            self = .connections(peers, controller: controller)
        case ManagementCommand.getConnectionInformation:
            guard let peer = bytes.peer(), let byte = bytes.uint8() else { return nil }
            let strength = MeasuredStrength.dBm(Int(Int8(bitPattern: byte)))
            self = .strength(strength, of: peer, controller: controller)
        default: return nil
        }
    }
}

extension ByteCursor {
    fileprivate mutating func peer() -> ManagementAddress? {
        guard let address = address(), let kind = uint8() else { return nil }
        return ManagementAddress(address: address, kind: kind)
    }
}
