public import ServiceLifecycle
public import Store
public import Tracking

/// Removes from a cache, once an hour, what is of no month that is out any more: where months are read and nobody moves any.
public struct CacheSweep: Service {
    private let cache: MonthCache
    private let store: Store
    private let clock: any UTCClock
    private let pause: @Sendable (Duration) async throws -> Void

    /// A service that has not begun; `pause` waits between two looks.
    public init(
        _ cache: MonthCache, of store: Store, clock: any UTCClock,
        pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        (self.cache, self.store, self.clock, self.pause) = (cache, store, clock, pause)
    }

    public func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                // While the database is away nobody knows what is out.
                try? self.cache.sweep(at: self.clock.now) { try self.store.objectsOut() }
                try await self.pause(.seconds(3600))
            }
        }
    }
}
