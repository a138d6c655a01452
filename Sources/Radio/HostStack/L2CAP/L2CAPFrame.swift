/// A basic information frame: Core Specification 5.4, volume 3, part A, section 3.1.
struct L2CAPFrame: Hashable, Sendable {
    /// The channel's number; one that is not in ``L2CAPChannel`` belongs to nobody here.
    var channel: UInt16
    var payload: [UInt8]

    static let headerLength = 4

    var bytes: [UInt8] {
        UInt16(truncatingIfNeeded: payload.count).littleEndianBytes + channel.littleEndianBytes + payload
    }

    /// The pieces in which it travels when a packet has room for that many bytes.
    func fragments(of length: Int) -> [ACLFragment] {
        let bytes = bytes, step = max(length, 1)
        return stride(from: 0, to: bytes.count, by: step).map { start in
            ACLFragment(Array(bytes[start..<min(start + step, bytes.count)]), isStart: start == 0)
        }
    }
}
