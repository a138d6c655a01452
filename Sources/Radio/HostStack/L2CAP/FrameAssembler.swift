/// Puts the fragments of one link together to frames: Core Specification 5.4, volume 3, part A, section 7.2.
///
/// What does not fit together is dropped, and the next start begins anew: the link layer below is reliable, so only a
/// broken peer sends such fragments.
struct FrameAssembler: Sendable {
    /// The longest payload that is kept; a frame that announces more is passed over.
    static let longestPayload = 1024

    private var bytes: [UInt8] = []
    private var isAssembling = false

    /// Takes a fragment; answers a frame when it is complete.
    mutating func receive(_ fragment: ACLFragment) -> L2CAPFrame? {
        if fragment.isStart {
            bytes = []
            isAssembling = true
        }
        guard isAssembling, bytes.count + fragment.bytes.count <= L2CAPFrame.headerLength + Self.longestPayload
        else { return drop() }
        bytes += fragment.bytes
        var reader = PDUReader(bytes)
        guard let length = reader.number(UInt16.self), let channel = reader.number(UInt16.self) else { return nil }
        guard length <= Self.longestPayload, reader.count <= length else { return drop() }
        guard reader.count == length else { return nil }
        _ = drop()
        return L2CAPFrame(channel: channel, payload: reader.remainder())
    }

    private mutating func drop() -> L2CAPFrame? {
        bytes = []
        isAssembling = false
        return nil
    }
}
