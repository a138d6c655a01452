internal import Store
internal import Synchronization

/// That a database's machine is gone, for a while: so that only one asker waits for it, and all others are told at once.
///
/// A server that was stopped says so itself, and is asked each time: nobody waits for it.
final class OutageMemory: Sendable {
    private struct Outage {
        let error: StoreError
        /// From then on one asker tries again.
        var end: ContinuousClock.Instant
        var isTried = false
    }

    private let outage = Mutex<Outage?>(nil)
    private let now: @Sendable () -> ContinuousClock.Instant

    /// A failure that has taken so long is remembered.
    static let long = Duration.seconds(1)
    /// For so long nobody asks again.
    static let pause = Duration.seconds(5)

    init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) { self.now = now }

    /// Asks the database, unless it is away as far as is known.
    ///
    /// - Throws: What `body` throws, or what it threw when the database was asked last.
    func ask<Value>(_ body: () throws -> Value) throws -> Value {
        let begin = now()
        let error = outage.withLock { outage -> StoreError? in
            guard let known = outage else { return nil }
            if known.isTried || begin < known.end { return known.error }
            outage?.isTried = true
            return nil
        }
        if let error { throw error }
        do {
            let value = try body()
            note(nil, begin)
            return value
        } catch {
            note(error, begin)
            throw error
        }
    }

    private func note(_ error: (any Error)?, _ begin: ContinuousClock.Instant) {
        let end = now()
        outage.withLock { outage in
            // Any other error is an answer.
            if let error = error as? StoreError, case .unreachable = error.reason, begin.duration(to: end) >= Self.long
            {
                outage = Outage(error: error, end: end.advanced(by: Self.pause))
            } else {
                outage = nil
            }
        }
    }
}
