/// The sequence numbers of one boot that have come, held as ranges.
///
/// Numbers that come in order cost one comparison and no memory.
public struct SequenceSet: Hashable, Sendable {
    /// In ascending order, with at least one number missing between two.
    public private(set) var ranges: [ClosedRange<UInt32>] = []

    public init() {}

    /// Adds a number; false when it was there already.
    @discardableResult
    public mutating func insert(_ number: UInt32) -> Bool {
        let next = index(after: number)
        if next > 0, ranges[next - 1].upperBound >= number { return false }
        // The range before ends below `number` and the one after starts above it, so neither step can overflow.
        let meetsLeft = next > 0 && ranges[next - 1].upperBound + 1 == number
        let meetsRight = next < ranges.count && ranges[next].lowerBound - 1 == number
        switch (meetsLeft, meetsRight) {
        case (true, true):
            ranges[next - 1] = ranges[next - 1].lowerBound...ranges[next].upperBound
            ranges.remove(at: next)
        case (true, false): ranges[next - 1] = ranges[next - 1].lowerBound...number
        case (false, true): ranges[next] = number...ranges[next].upperBound
        case (false, false): ranges.insert(number...number, at: next)
        }
        return true
    }

    public func contains(_ number: UInt32) -> Bool {
        let next = index(after: number)
        return next > 0 && ranges[next - 1].upperBound >= number
    }

    /// The highest n with all of 1 to n in the set; 0 when 1 is missing.
    public var contiguousThrough: UInt32 {
        let next = index(after: 1)
        guard next > 0, ranges[next - 1].upperBound >= 1 else { return 0 }
        return ranges[next - 1].upperBound
    }

    /// How many numbers are in the set.
    public var count: Int { ranges.reduce(0) { $0 + $1.count } }

    /// The index of the first range that starts above a number.
    private func index(after number: UInt32) -> Int {
        if let last = ranges.last, last.lowerBound <= number { return ranges.count }
        var low = 0
        var high = ranges.count
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].lowerBound > number { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

extension SequenceSet {
    /// A set from ranges as they were stored; nil unless they are in order and apart.
    init?(ranges: [ClosedRange<UInt32>]) {
        for (left, right) in zip(ranges, ranges.dropFirst())
        where left.upperBound == .max || left.upperBound + 1 >= right.lowerBound {
            return nil
        }
        self.ranges = ranges
    }
}
