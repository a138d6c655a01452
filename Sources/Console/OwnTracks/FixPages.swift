import Store
import Tracking

/// A device's fixes of some time, oldest first, so many at once: no history has to fit into memory.
struct FixPages {
    let store: Store
    let device: DeviceID
    let end: Timestamp
    private var start: Timestamp
    private var size: Int
    private var isAtEnd = false

    init(_ store: Store, of device: DeviceID, _ times: ClosedRange<Timestamp>, size: Int = 2000) {
        (self.store, self.device, self.size) = (store, device, size)
        (start, end) = (times.lowerBound, times.upperBound)
    }

    /// The next page; nil behind the last.
    ///
    /// - Throws: ``StoreError``.
    mutating func page() throws -> [StoredFix]? {
        while !isAtEnd {
            var fixes = try store.fixes(of: device, from: start, to: end, limit: size)
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
