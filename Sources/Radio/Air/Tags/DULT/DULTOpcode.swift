/// What is asked of a DULT accessory, and what it answers: 16 bits, the lowest byte first, then operands.
///
/// draft-ietf-dult-accessory-protocol-00, "Accessory Information" and "Non-owner controls".
public enum DULTOpcode: UInt16, Hashable, Sendable, CaseIterable {
    case getProductData = 0x0003
    case getManufacturerName = 0x0004
    case getModelName = 0x0005
    case getAccessoryCategory = 0x0006
    case getProtocolVersion = 0x0007
    case getCapabilities = 0x0008
    case getNetwork = 0x0009
    case getFirmwareVersion = 0x000A
    case getBatteryType = 0x000B
    case getBatteryLevel = 0x000C
    case soundStart = 0x0300
    case soundStop = 0x0301
    case commandResponse = 0x0302
    case soundCompleted = 0x0303
    case getIdentifier = 0x0404
    case getIdentifierResponse = 0x0405

    /// What the answer to a question about the accessory adds to its opcode.
    static let informationResponse: UInt16 = 0x0800
}

/// How a command went: the second operand of a command response.
public enum DULTStatus: UInt16, Hashable, Sendable, CaseIterable {
    case success = 0x0000
    case invalidState = 0x0001
    case invalidConfiguration = 0x0002
    case invalidLength = 0x0003
    case invalidParameter = 0x0004
    case invalidCommand = 0xFFFF
}

/// Messages as they travel.
enum DULTMessage {
    static func of(_ opcode: UInt16, _ operands: [UInt8] = []) -> [UInt8] { bytes(opcode) + operands }

    static func response(to opcode: UInt16, _ status: DULTStatus) -> [UInt8] {
        of(DULTOpcode.commandResponse.rawValue, bytes(opcode) + bytes(status.rawValue))
    }

    private static func bytes(_ word: UInt16) -> [UInt8] { [UInt8(truncatingIfNeeded: word), UInt8(word >> 8)] }
}
