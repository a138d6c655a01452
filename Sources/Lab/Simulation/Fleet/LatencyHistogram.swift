/// Times from a publication to its acknowledgement, in a space that does not grow with their number.
///
/// Below 32 µs each microsecond counts for itself; from there each doubling is cut into 32 parts, so that a quantile is at
/// most a thirty-second (3.2 %) too large. Times beyond ``longest`` count as that.
public struct LatencyHistogram: Hashable, Sendable {
    private static let precision = 5
    private static let part = 1 << precision
    private static let widest = 36
    /// The longest time that is told from others, in microseconds: 19 hours.
    public static let longest: Int64 = (1 << widest) - 1

    private var buckets = [UInt32](repeating: 0, count: (widest - precision + 1) * part)
    /// How many times it holds.
    public private(set) var count = 0
    /// The longest of them in microseconds, exactly; 0 without any.
    public private(set) var most: Int64 = 0

    public init() {}

    /// Takes in a time in microseconds; one below 0 counts as 0.
    public mutating func record(_ microseconds: Int64) {
        let time = max(0, microseconds)
        let index = Self.bucket(min(time, Self.longest))
        buckets[index] = buckets[index] == .max ? .max : buckets[index] + 1
        count += 1
        most = max(most, time)
    }

    /// Takes in all that another holds.
    public mutating func merge(_ other: LatencyHistogram) {
        for index in buckets.indices {
            let (sum, overflows) = buckets[index].addingReportingOverflow(other.buckets[index])
            buckets[index] = overflows ? .max : sum
        }
        count += other.count
        most = max(most, other.most)
    }

    /// The time in microseconds that this share of all, 0 to 1, did not exceed; nil without any.
    public func quantile(_ share: Double) -> Int64? {
        guard count > 0 else { return nil }
        let wanted = max(1, Int((share * Double(count)).rounded(.up)))
        var seen = 0
        for index in buckets.indices {
            seen += Int(buckets[index])
            if seen >= wanted { return min(most, Self.end(of: index)) }
        }
        return most
    }

    private static func bucket(_ time: Int64) -> Int {
        guard time >= part else { return Int(time) }
        let doubling = Int64.bitWidth - 1 - time.leadingZeroBitCount - precision
        return (doubling << precision) + Int(time >> Int64(doubling))
    }

    /// The longest time that a part holds.
    private static func end(of index: Int) -> Int64 {
        guard index >= 2 * part else { return Int64(index) }
        let doubling = index >> precision - 1
        let within = Int64(index - doubling << precision)
        return (within + 1) << Int64(doubling) - 1
    }
}
