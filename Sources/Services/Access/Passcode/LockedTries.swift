internal import Synchronization
internal import Tracking

/// Tries while locked, counted until they are written down: one that is refused costs no write.
final class LockedTries: Sendable {
    /// Whose tries are one line of the audit.
    struct Key: Hashable, Sendable {
        let account: String?
        let source: String
    }

    struct Count: Hashable, Sendable {
        let first: Timestamp
        var last: Timestamp
        var count: Int
    }

    private let counts = Mutex<[Key: Count]>([:])
    /// How many kinds are counted before they are written down.
    static let most = 256
    /// How long one waits at most where others come.
    private static let patience = Duration.seconds(30)

    /// Counts a try; tells whether it is time to write them down.
    func record(_ account: String?, from source: String, at now: Timestamp) -> Bool {
        counts.withLock { counts in
            let key = Key(account: account, source: source.excerpt(64))
            let known = counts[key]
            counts[key] = Count(first: known?.first ?? now, last: now, count: (known?.count ?? 0) + 1)
            // Also when the clock was set back.
            let age = abs(now.milliseconds - (known?.first ?? now).milliseconds)
            return counts.count >= Self.most || age >= Self.patience.milliseconds
        }
    }

    /// What was counted, which is forgotten.
    func drain() -> [Key: Count] {
        counts.withLock { counts in
            defer { counts = [:] }
            return counts
        }
    }

    /// Counts on with what could not be written down.
    func restore(_ former: [Key: Count]) {
        counts.withLock { counts in
            counts.merge(former) { Count(first: $1.first, last: $0.last, count: $0.count + $1.count) }
        }
    }
}

extension AccessControl {
    /// Writes down the tries while locked that were counted until now.
    ///
    /// Called now and then; whoever reads the audit here has them all the same.
    /// - Throws: ``AccessError/database(path:_:)``; then they are counted on.
    public func keepLockedTries() throws(AccessError) {
        let counts = locked.drain()
        guard !counts.isEmpty else { return }
        do throws(AccessError) {
            try database.write { database in
                for (key, count) in counts.sorted(by: { $0.value.first < $1.value.first }) {
                    try database.record(count, of: key)
                }
            }
        } catch {
            locked.restore(counts)
            throw error
        }
    }
}
