/// A Samsung SmartTag: service data FD5A, 20 bytes.
///
/// Published analyses of the offline finding protocol; Samsung itself publishes nothing.
public struct SmartTagFrame: Hashable, Sendable {
    /// 1 left its owner shortly ago, 2 and 3 long ago, 4 to 6 are near it or connected.
    public var state: UInt8
    /// Counts up by one each quarter of an hour: bytes 1 to 3, the lowest first.
    ///
    /// As AirGuard reads it (seemoo-lab/AirGuard, `SamsungTracker.getInternalAgingCounter`).
    public var counter: UInt32
    /// Eight bytes that change.
    public var privacyID: [UInt8]
    /// Per cent: 100, 50, 20 or 5.
    public var battery: Int

    public static let service = BluetoothUUID(0xFD5A)

    /// Reads the service data; nil for anything else.
    public init?(_ data: [UInt8]) {
        guard data.count == 20 else { return nil }
        state = data[0] & 0x07
        counter = UInt32(data[1]) | UInt32(data[2]) << 8 | UInt32(data[3]) << 16
        privacyID = Array(data[4..<12])
        battery = BatteryStep.percent[3 - Int(data[12] & 0x03)]
    }

    /// Whether it has been away from its owner for long; nil in a state that nobody has described.
    public var isSeparated: Bool? {
        switch state {
        case 2, 3: true
        case 1, 4...6: false
        default: nil
        }
    }
}
