import Store
import Tracking

/// A device's fixes of some time, oldest first, so many at once: no history has to fit into memory.
struct FixPages {
    /// Reads so many of a span of time, the oldest.
    private let read: (_ start: Timestamp, _ end: Timestamp, _ limit: Int) throws -> [StoredFix]
    private let end: Timestamp
    private var start: Timestamp
    private var size: Int
    private var isAtEnd = false

    /// As somebody may see them.
    init(_ sight: Sight, of device: DeviceID, _ times: ClosedRange<Timestamp>, size: Int = 2000) {
        self.init(times, size) { try sight.fixes(of: device, from: $0, to: $1, limit: $2) }
    }

    /// As they are.
    init(_ store: Store, of device: DeviceID, _ times: ClosedRange<Timestamp>, size: Int = 2000) {
        self.init(times, size) { try store.fixes(of: device, from: $0, to: $1, limit: $2) }
    }

    private init(
        _ times: ClosedRange<Timestamp>,
        _ size: Int,
        _ read: @escaping (Timestamp, Timestamp, Int) throws -> [StoredFix]
    ) {
        (self.read, self.size) = (read, size)
        (start, end) = (times.lowerBound, times.upperBound)
    }

    /// The next page; nil behind the last.
    ///
    /// - Throws: ``StoreError``.
    mutating func page() throws -> [StoredFix]? {
        while !isAtEnd {
            var fixes = try read(start, end, size)
            guard fixes.count == size, let last = fixes.last?.fix.time else {
                isAtEnd = true
                return fixes
            }
            // Fixes of the same moment come together, with the next page.
            fixes.removeAll { $0.fix.time == last }
            start = last
            if !fixes.isEmpty { return fixes }
            size *= 2
        }
        return nil
    }
}
