/// What an advertiser repeats.
public struct AdvertisingSet: Hashable, Sendable {
    public var kind: AdvertisingKind
    public var address: LinkAddress
    /// Whom a directed advertisement is for.
    public var target: LinkAddress?
    /// At most 31 bytes are sent.
    public var data: [UInt8]
    /// At most 31 bytes are sent.
    public var scanResponse: [UInt8]
    /// Between advertising events in microseconds, to which 0–10 ms of chance are added.
    public var interval: Int64
    /// One bit a channel: 37, 38, 39.
    public var channels: UInt8

    /// A set with an interval, in microseconds, that is brought into the 20 ms to 10.24 s of the specification.
    ///
    /// Advertising and scan response data have at most 31 bytes; channels are one bit each.
    public init(
        _ kind: AdvertisingKind,
        address: LinkAddress,
        data: [UInt8],
        scanResponse: [UInt8] = [],
        interval: Int64,
        target: LinkAddress? = nil,
        channels: UInt8 = 0b111
    ) {
        (self.kind, self.address, self.target) = (kind, address, target)
        self.data = Array(data.prefix(31))
        self.scanResponse = Array(scanResponse.prefix(31))
        self.interval = min(max(interval, 20_000), 10_240_000)
        self.channels = channels & 0b111 == 0 ? 0b111 : channels & 0b111
    }

    /// How long one of its packets is on the air, in microseconds: preamble, access address, header, address, check.
    var airMicroseconds: Int64 { Int64(16 + data.count) * 8 }
}
