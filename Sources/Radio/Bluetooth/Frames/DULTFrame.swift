/// What an accessory that follows "Detecting Unwanted Location Trackers" says: service data FCB2.
///
/// draft-ietf-dult-accessory-protocol-00, section 3.4.2.
public struct DULTFrame: Hashable, Sendable {
    /// Who runs the network: 1 Apple, 2 Google.
    public var network: UInt8
    public var isNearOwner: Bool

    public static let service = BluetoothUUID(0xFCB2)

    /// Network, state and what the maker adds, which fills the 31 bytes of an advertisement at most.
    private static let lengths = 2...27

    /// Reads the service data; nil for anything else.
    public init?(_ data: [UInt8]) {
        guard Self.lengths.contains(data.count) else { return nil }
        network = data[0]
        isNearOwner = data[1] & 1 == 1
    }

    /// What an accessory's control point answers of a request.
    ///
    /// Draft 00, "Non-owner controls": Command_Response (0302), the opcode that was asked and a status, each 16 bits with the
    /// lowest byte first; or Sound_Completed (0303). What some makers put before the opcode of a request stands before
    /// that of the answer, too.
    public static func status(in answer: [UInt8], ofRequest request: [UInt8]) -> UInt16? {
        guard request.count >= 2 else { return nil }
        let start = request.dropLast(2)
        if answer == start + [0x03, 0x03] { return 0 }
        let response = start + [0x02, 0x03] + request.suffix(2)
        guard answer.count == response.count + 2, answer.starts(with: response) else { return nil }
        return UInt16(answer[answer.count - 2]) | UInt16(answer[answer.count - 1]) << 8
    }
}
