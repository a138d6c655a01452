public import Tracking

/// Who a tracker is, for everybody who connects.
public struct TrackerIdentity: Hashable, Sendable {
    public var number: TrackerNumber
    /// Whether it has an owner.
    public var isRegistered: Bool
    /// Whether it locates and reports.
    public var isActive: Bool
    /// Whether it has answered a registration that waits to be confirmed.
    public var isPending: Bool

    public init(number: TrackerNumber, isRegistered: Bool, isActive: Bool = false, isPending: Bool = false) {
        self.number = number
        self.isRegistered = isRegistered
        self.isActive = isActive
        self.isPending = isPending
    }
}

extension TrackerIdentity: GATTValue {
    public init(gattValue bytes: [UInt8]) throws(GATTValueError) {
        var reader = try GATTReader(versioned: "identity", bytes)
        let flags = try reader.integer("flags", UInt8.self)
        self.init(
            number: try reader.trackerNumber(),
            isRegistered: flags & 1 != 0,
            isActive: flags & 2 != 0,
            isPending: flags & 4 != 0
        )
    }

    public var gattValue: [UInt8] {
        var writer = GATTWriter.versioned
        writer.put((isRegistered ? 1 : 0) | (isActive ? 2 : 0) | (isPending ? 4 : 0) as UInt8)
        writer.put(bytes: number.bytes)
        return writer.bytes
    }
}

extension GATTReader {
    mutating func trackerNumber() throws(GATTValueError) -> TrackerNumber {
        let bytes = try bytes("number", count: 8)
        guard let number = TrackerNumber(bytes: bytes) else { throw refusal("number", "8 bytes", bytes.count) }
        return number
    }
}
