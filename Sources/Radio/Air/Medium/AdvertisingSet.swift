/// What an advertiser repeats.
public struct AdvertisingSet: Hashable, Sendable {
    public var kind: AdvertisingKind
    public var address: LinkAddress
    /// Whom a directed advertisement is for.
    public var target: LinkAddress?
    /// At most 31 bytes are sent, or as many as an extended advertisement has room for.
    public var data: [UInt8]
    /// At most 31 bytes are sent, or as many as an extended advertisement has room for.
    public var scanResponse: [UInt8]
    /// Between advertising events in microseconds, to which 0–10 ms of chance are added.
    public var interval: Int64
    /// One bit a channel: 37, 38, 39.
    public var channels: UInt8
    /// Advertising events after which a controller's set ends; 0 is for ever.
    public var eventLimit: UInt8 = 0
    /// What makes it an extended advertisement; nil for a legacy one.
    public let extended: ExtendedAdvertising?

    /// A set with an interval, in microseconds, that is brought into the 20 ms to 10.24 s of the specification.
    ///
    /// Advertising and scan response data have at most 31 bytes; channels are one bit each. Extended ones have at most
    /// 1650, what can be connected has one packet's, and only what is `scannable` has a scan response, which then has all
    /// of the data.
    public init(
        _ kind: AdvertisingKind,
        address: LinkAddress,
        data: [UInt8],
        scanResponse: [UInt8] = [],
        interval: Int64,
        target: LinkAddress? = nil,
        channels: UInt8 = 0b111,
        extended: ExtendedAdvertising? = nil
    ) {
        (self.kind, self.address, self.target, self.extended) = (kind, address, target, extended)
        let room = Self.room(kind, extended, isDirected: target != nil)
        self.data = Array(data.prefix(room.data))
        self.scanResponse = Array(scanResponse.prefix(room.response))
        self.interval = min(max(interval, 20_000), 10_240_000)
        self.channels = channels & 0b111 == 0 ? 0b111 : channels & 0b111
    }

    private static func room(
        _ kind: AdvertisingKind, _ extended: ExtendedAdvertising?, isDirected: Bool
    ) -> (data: Int, response: Int) {
        guard let extended else { return (31, 31) }
        if kind == .scannable { return (0, ExtendedAdvertising.longest) }
        return (kind.isConnectable ? extended.room(isDirected: isDirected) : ExtendedAdvertising.longest, 0)
    }

    /// Whether a scan request is answered; what is extended and connectable is not scannable.
    var isScannable: Bool { extended == nil ? kind.isScannable : kind == .scannable }

    /// How long the advertiser stays on one channel, in microseconds: its packet, the pause after it, and room for a scan
    /// request and its response or for a connection request, which with extended ones go over other channels.
    var channelMicroseconds: Int64 {
        if let extended { return extended.primaryMicroseconds + 150 }
        // The address belongs to the payload.
        return LinkPHY.basic.packet(data.count + 6) + (kind == .broadcast ? 150 : 900)
    }
}
