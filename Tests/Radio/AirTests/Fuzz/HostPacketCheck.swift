import Testing

@testable import Air

/// Looks at every packet for the host as a strict host does, and keeps the books of connections and credits.
struct HostPacketCheck {
    /// Packets that each connection still owes the host.
    private(set) var owed: [UInt16: Int] = [:]

    /// The host sends a packet.
    mutating func sent(_ bytes: [UInt8]) {
        guard case .acl(let packet)? = try? HCI.Packet(fromHost: bytes), owed[packet.handle] != nil else { return }
        owed[packet.handle, default: 0] += 1
    }

    /// The controller has answered with these; whether each is well-formed and fits the books.
    mutating func hasRightPackets(_ packets: [[UInt8]]) -> Bool { packets.allSatisfy { isRight($0) } }

    private mutating func isRight(_ bytes: [UInt8]) -> Bool {
        switch bytes.first {
        case 2:
            guard bytes.count >= 5, bytes.count == 5 + Int(bytes[3]) + Int(bytes[4]) << 8 else { return false }
            return owed[UInt16(bytes[1]) | UInt16(bytes[2] & 0x0F) << 8] != nil
        case 4:
            guard bytes.count >= 3, bytes.count == 3 + Int(bytes[2]) else { return false }
            return isRight(event: bytes[1], Array(bytes.dropFirst(3)))
        default: return false
        }
    }

    private mutating func isRight(event code: UInt8, _ values: [UInt8]) -> Bool {
        func handle(_ index: Int) -> UInt16 { UInt16(values[index]) | UInt16(values[index + 1]) << 8 }
        switch (code, values.first) {
        case (0x3E, 0x01), (0x3E, 0x0A):
            guard values[1] == 0 else { return true }
            defer { owed[handle(2)] = 0 }
            return owed[handle(2)] == nil
        case (0x05, _): return owed.removeValue(forKey: handle(1)) != nil
        case (0x13, _):
            guard let count = owed[handle(1)] else { return false }
            owed[handle(1)] = count - Int(handle(3))
            return count >= Int(handle(3))
        case (0x0E, _) where handle(1) == HCI.Opcode.reset.rawValue && values.last == 0:
            owed = [:]
            return true
        default: return true
        }
    }
}
