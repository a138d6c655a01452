/// Half hours of a day, one after the other.
struct Window: Hashable, Sendable {
    /// The first, 0 to 47.
    let first: Int
    /// How many, 1 to 48 less the first.
    let count: Int

    static let day = Window(first: 0, count: DayRecord.slots)

    var isDay: Bool { self == .day }
    var end: Int { first + count }

    var mask: UInt64 { (count >= 64 ? .max : (UInt64(1) << UInt64(count)) - 1) << UInt64(first) }

    func overlaps(_ other: Window) -> Bool { first < other.end && other.first < end }

    /// All of one to six hours, and the day.
    static let all: [Window] =
        [day]
        + (2...12).flatMap { count in
            (0...(DayRecord.slots - count)).map { Window(first: $0, count: count) }
        }

    /// The narrowest that has nineteen of twenty of some times, with a quarter of an hour on both sides.
    init?(around seconds: [Int]) {
        guard !seconds.isEmpty else { return nil }
        let sorted = seconds.sorted()
        let cut = sorted.count / 20
        let low = max(0, sorted[cut] - 900) / DayRecord.slotSeconds
        let high = min(DayRecord.slots, (sorted[sorted.count - 1 - cut] + 900) / DayRecord.slotSeconds + 1)
        self.init(first: low, count: high - low)
    }

    init(first: Int, count: Int) { (self.first, self.count) = (first, count) }
}
