extension HCI {
    /// One packet as the UART transport (H4) frames it: a byte for the kind, then the packet.
    public enum Packet: Hashable, Sendable {
        case command(CommandPacket)
        case acl(ACLPacket)
        case event(Event)
    }

    /// A command with its parameters still unread.
    public struct CommandPacket: Hashable, Sendable {
        public let opcode: Opcode
        public let parameters: [UInt8]

        public init(_ opcode: Opcode, _ parameters: [UInt8] = []) {
            (self.opcode, self.parameters) = (opcode, parameters)
        }
    }

    /// A fragment of an L2CAP frame on a connection.
    public struct ACLPacket: Hashable, Sendable {
        public let handle: UInt16
        public let fragment: ACLFragment
    }

    /// Why bytes from the host are no packet.
    public enum Malformed: Error, Hashable, Sendable {
        /// Neither a command nor ACL data.
        case kind(UInt8)
        /// A command whose length field and bytes disagree.
        case command(Opcode)
        /// Too short for its header, or ACL data whose length field and bytes disagree.
        case length(Int)
    }
}

extension HCI.Malformed: CustomStringConvertible {
    public var description: String {
        switch self {
        case .kind(let kind):
            "A packet from the host begins with \(kind), which is neither a command (1) nor ACL data (2)."
        case .command(let opcode): "The command \(opcode) from the host has not the length that its header says."
        case .length(let count): "A packet of \(count) bytes from the host has not the length that its header says."
        }
    }
}

extension HCI.Packet {
    /// Reads one packet from the host.
    ///
    /// - Throws: what is wrong with the frame; parameters of commands are not looked at.
    public init(fromHost bytes: [UInt8]) throws(HCI.Malformed) {
        switch bytes.first {
        case 1: self = .command(try Self.command(bytes))
        case 2: self = .acl(try Self.acl(bytes))
        case .some(let kind): throw .kind(kind)
        case nil: throw .length(0)
        }
    }

    private static func command(_ bytes: [UInt8]) throws(HCI.Malformed) -> HCI.CommandPacket {
        guard bytes.count >= 3 else { throw .length(bytes.count) }
        let opcode = HCI.Opcode(rawValue: UInt16(bytes[1]) | UInt16(bytes[2]) << 8)
        guard bytes.count >= 4, bytes.count == 4 + Int(bytes[3]) else { throw .command(opcode) }
        return HCI.CommandPacket(opcode, Array(bytes[4...]))
    }

    private static func acl(_ bytes: [UInt8]) throws(HCI.Malformed) -> HCI.ACLPacket {
        guard bytes.count >= 5, bytes.count == 5 + (Int(bytes[3]) | Int(bytes[4]) << 8) else {
            throw .length(bytes.count)
        }
        let head = UInt16(bytes[1]) | UInt16(bytes[2]) << 8
        let fragment = ACLFragment(bytes: Array(bytes[5...]), isFirst: head >> 12 & 0b11 != 0b01)
        return HCI.ACLPacket(handle: head & 0x0FFF, fragment: fragment)
    }

    /// The packet as it goes over the transport.
    public var bytes: [UInt8] {
        switch self {
        case .command(let command): command.bytes
        case .acl(let packet): packet.bytesToHost
        case .event(let event): event.bytes
        }
    }
}

extension HCI.CommandPacket {
    /// The command as the host sends it; parameters beyond 255 bytes do not fit and are cut off.
    public var bytes: [UInt8] {
        var writer = HCI.Writer([1])
        writer.put(opcode.rawValue)
        writer.put(UInt8(clamping: parameters.count))
        writer.put(Array(parameters.prefix(255)))
        return writer.bytes
    }
}

extension HCI.ACLPacket {
    /// The data as the controller sends it: a first fragment is marked flushable, as the specification wants.
    public var bytesToHost: [UInt8] { bytes(first: 0b10) }

    /// The data as a host sends it: a first fragment is marked not flushable.
    public var bytesToController: [UInt8] { bytes(first: 0b00) }

    private func bytes(first: UInt16) -> [UInt8] {
        var writer = HCI.Writer([2])
        writer.put(handle & 0x0FFF | (fragment.isFirst ? first : 0b01) << 12)
        writer.put(UInt16(clamping: fragment.bytes.count))
        writer.put(fragment.bytes)
        return writer.bytes
    }
}

/// A piece of an L2CAP frame.
public struct ACLFragment: Hashable, Sendable {
    public let bytes: [UInt8]
    /// Whether a frame begins here, with its length and channel.
    public let isFirst: Bool

    public init(bytes: [UInt8], isFirst: Bool) { (self.bytes, self.isFirst) = (bytes, isFirst) }

    /// The same bytes in pieces that are not longer than a limit.
    public func split(to limit: Int) -> [ACLFragment] {
        guard bytes.count > limit, limit > 0 else { return [self] }
        return stride(from: 0, to: bytes.count, by: limit).map { start in
            ACLFragment(bytes: Array(bytes[start..<min(start + limit, bytes.count)]), isFirst: isFirst && start == 0)
        }
    }
}
