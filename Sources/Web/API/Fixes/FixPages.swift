import Store
import Tracking
import Web

/// A device's fixes of some time in order, so many at once: no history has to fit into memory, and none is read for
/// longer than a page takes.
struct FixPages: Sendable {
    /// Reads so many of a span of time, the first in the order.
    private let read: @Sendable (_ times: ClosedRange<Timestamp>, _ limit: Int) throws -> [StoredFix]
    private let store: Store
    private let order: FixQuery.Order
    private var times: ClosedRange<Timestamp>
    private let size: Int
    private var isAtEnd = false
    private var hasBegun = false

    /// As somebody may see them.
    init(
        _ sight: Sight,
        of device: DeviceID,
        _ times: ClosedRange<Timestamp>,
        _ order: FixQuery.Order = .oldest,
        size: Int = ConsoleLimits.page
    ) {
        self.init(sight.parts.store, times, order, size) { times, limit in
            sight.parts.answers.notePage()
            guard order == .newest else {
                return try sight.fixes(of: device, from: times.lowerBound, to: times.upperBound, limit: limit)
            }
            let search = FixSearch(from: times.lowerBound, to: times.upperBound, newest: limit)
            return try sight.fixes(of: device, matching: search).reversed()
        }
    }

    /// As they are, oldest first.
    init(_ store: Store, of device: DeviceID, _ times: ClosedRange<Timestamp>, size: Int = ConsoleLimits.page) {
        self.init(store, times, .oldest, size) {
            try store.fixes(of: device, from: $0.lowerBound, to: $0.upperBound, limit: $1)
        }
    }

    private init(
        _ store: Store,
        _ times: ClosedRange<Timestamp>,
        _ order: FixQuery.Order,
        _ size: Int,
        _ read: @escaping @Sendable (ClosedRange<Timestamp>, Int) throws -> [StoredFix]
    ) {
        (self.store, self.read, self.order, self.times, self.size) = (store, read, order, times, size)
    }

    /// The next page; nil behind the last.
    ///
    /// Before each but the first, others have their turn: however long a history is, no short answer waits for more than
    /// a page of it.
    ///
    /// - Throws: ``StoreError``, or ``Problem`` for months that cannot be fetched; `CancellationError` once whoever asked
    ///   has left.
    mutating func page() async throws -> [StoredFix]? {
        var size = size
        while !isAtEnd {
            if hasBegun { await Task.yield() }
            try Task.checkCancellation()
            hasBegun = true
            let (wanted, most) = (times, size)
            // What is out is fetched, and what cannot be is no shorter list, but an error.
            var fixes = try await store.answer { try read(wanted, most) }
            guard fixes.count == size, let last = fixes.last?.fix.time else {
                isAtEnd = true
                return fixes
            }
            // Fixes of the same moment come together, with the next page.
            fixes.removeAll { $0.fix.time == last }
            times = order == .oldest ? last...times.upperBound : times.lowerBound...last
            if !fixes.isEmpty { return fixes }
            size *= 2
        }
        return nil
    }
}
