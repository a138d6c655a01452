public import Bluetooth
public import Tracking

/// An Eddystone beacon that sends who it is and how it is in turns, a second each.
public struct EddystoneBeacon: TagPart {
    /// Ten bytes of namespace and six of instance.
    public let identifier: [UInt8]
    /// RSSI at no distance, in dBm.
    public let power: Int8
    /// Degrees Celsius.
    public var temperature: Double
    /// Between two advertisements, by which they are counted.
    private let interval: Duration
    private let start: Timestamp
    private var now: Timestamp
    private var battery = 100

    /// How long a frame is sent before the other has its turn; our choice.
    public static let turn: Duration = .seconds(1)

    /// A tag whose battery is put in now.
    ///
    /// The identifier is filled with zeros, or shortened, to sixteen bytes; power is the RSSI at no distance, in dBm;
    /// the temperature is in °C; advertisements are counted by the interval, of a millisecond at least.
    public init(
        identifier: [UInt8],
        power: Int8 = -18,
        temperature: Double = 21,
        interval: Duration = .milliseconds(500),
        at now: Timestamp
    ) {
        self.interval = max(interval, .milliseconds(1))
        self.identifier = Array((identifier + Array(repeating: 0, count: 16)).prefix(16))
        self.power = power
        self.temperature = temperature
        start = now
        self.now = now
    }

    public var nextWakeUp: Timestamp? {
        let turns = uptime(at: now) / Self.turn.milliseconds + 1
        return start.advanced(by: .milliseconds(turns * Self.turn.milliseconds))
    }

    public func advertisement(at now: Timestamp) -> Advertisement? {
        let isIdentity = (uptime(at: now) / Self.turn.milliseconds).isMultiple(of: 2)
        let frame = isIdentity ? [0x00, UInt8(bitPattern: power)] + identifier + [0, 0] : telemetry(at: now)
        return Advertisement(services: [EddystoneFrame.service], serviceData: [EddystoneFrame.service: frame])
    }

    public mutating func handle(_ event: TagEvent, at now: Timestamp) -> [TagEffect] {
        switch event {
        case .battery(let percent):
            battery = percent
            return []
        case .tick:
            let isOver = nextWakeUp.map { $0 <= now } ?? false
            self.now = max(self.now, now)
            return isOver ? [.advertisementChanged] : []
        case .link, .subscribed, .pressed, .owned, .owner: return []
        }
    }

    /// Version 0: millivolts, 256ths of a degree, advertisements and tenths of a second since the start.
    private func telemetry(at now: Timestamp) -> [UInt8] {
        let uptime = uptime(at: now)
        // A coin cell: 3 V when it is full, 2 V when it is empty.
        let voltage = UInt16(2000 + 10 * min(max(battery, 0), 100))
        let warmth = Int16(max(-128, min(127, temperature)) * 256)
        return [0x20, 0x00] + bytes(voltage) + bytes(UInt16(bitPattern: warmth))
            + bytes(UInt32(clamping: uptime / interval.milliseconds)) + bytes(UInt32(clamping: uptime / 100))
    }

    private func uptime(at now: Timestamp) -> Int64 { max(0, start.duration(to: now).milliseconds) }

    /// The highest byte first.
    private func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
        stride(from: number.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}
