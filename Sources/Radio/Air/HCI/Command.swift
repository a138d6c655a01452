extension HCI {
    /// A command of the host with its parameters read and within their ranges.
    public enum Command: Hashable, Sendable {
        case device(DeviceCommand)
        case classic(ClassicCommand)
        case scan(ScanCommand)
        case advertise(AdvertisingCommand)
        case connect(ConnectCommand)
        case link(LinkCommand)
        case list(ListCommand)
    }
}

extension HCI.Command {
    /// Reads the parameters of a command.
    ///
    /// - Throws: `unknownCommand`, or `invalidParameters` where the number of bytes or a value is not allowed.
    public init(_ packet: HCI.CommandPacket) throws(HCI.Status) {
        var reader = HCI.Reader(packet.parameters)
        guard let command = try Self.read(packet.opcode, &reader) else { throw .unknownCommand }
        try reader.end()
        self = command
    }

    /// Asks one family after the other; nil when none knows the command.
    private static func read(_ opcode: HCI.Opcode, _ reader: inout HCI.Reader) throws(HCI.Status) -> Self? {
        if let command = try HCI.DeviceCommand.read(opcode, &reader) { return command }
        if let command = try HCI.ScanCommand.read(opcode, &reader) { return command }
        if let command = try HCI.AdvertisingCommand.read(opcode, &reader) { return command }
        if let command = try HCI.ConnectCommand.read(opcode, &reader) { return command }
        if let command = try HCI.ClassicCommand.read(opcode, &reader) { return command }
        if let command = try HCI.LinkCommand.read(opcode, &reader) { return command }
        return try HCI.ListCommand.read(opcode, &reader)
    }
}
