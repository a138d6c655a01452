/// A time of day as a clock on the wall shows it, to the second: 00:00:00 to 23:59:59.
public struct ClockTime: Hashable, Comparable, Sendable {
    /// Seconds that a day without a change of its clocks has had by then, 0 to 86,399.
    public let secondsOfDay: Int

    public static let midnight = ClockTime(unchecked: 0)
    public static let noon = ClockTime(unchecked: 43_200)

    init(unchecked seconds: Int) { secondsOfDay = seconds }

    /// A time so many seconds after midnight; nil outside 0 to 86,399.
    public init?(secondsOfDay seconds: Int) {
        guard (0..<86_400).contains(seconds) else { return nil }
        self.init(unchecked: seconds)
    }

    /// A time; nil when the clock has none of these numbers, as for 24:00.
    public init?(hour: Int, minute: Int, second: Int = 0) {
        guard (0..<24).contains(hour), (0..<60).contains(minute), (0..<60).contains(second) else { return nil }
        self.init(unchecked: hour * 3600 + minute * 60 + second)
    }

    /// 0 to 23.
    public var hour: Int { secondsOfDay / 3600 }
    /// 0 to 59.
    public var minute: Int { secondsOfDay / 60 % 60 }
    /// 0 to 59.
    public var second: Int { secondsOfDay % 60 }

    public static func < (left: Self, right: Self) -> Bool { left.secondsOfDay < right.secondsOfDay }

    /// Reads `7:30`, `07:30` or `07:30:15`; nil when it is no time of day.
    public init?(_ text: some StringProtocol) {
        let parts = Array(text.utf8.prefix(9)).split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Int(digits: $0) }
        guard (2...3).contains(parts.count), numbers.count == parts.count, parts[0].count <= 2,
            parts.dropFirst().allSatisfy({ $0.count == 2 })
        else { return nil }
        self.init(hour: numbers[0], minute: numbers[1], second: numbers.count == 3 ? numbers[2] : 0)
    }

    /// Hour and minute: `07:30`.
    public var text: String { "\(hour.padded(2)):\(minute.padded(2))" }
}

extension ClockTime: CustomStringConvertible {
    /// `07:30`, and `07:30:15` where there are seconds.
    public var description: String { second == 0 ? text : "\(text):\(second.padded(2))" }
}
