public import Access
public import History
public import Messages
public import Store
public import Tracking

/// Carries erasures out: each step may be interrupted, and is done again by whoever comes next.
///
/// What is to be erased stands in the database of the accounts until nothing of it is left: first the account goes, so
/// that nobody logs in as it; then all rows of its items, phones and photos; when broker and trackers have been told, and
/// both files are written anew without what was removed, the names of the erasure itself.
public struct AccountEraser: Sendable {
    /// How an erasure stands.
    public enum Standing: Hashable, Sendable {
        /// Nothing is left of it.
        case done
        /// The data is gone; these trackers have still to learn of it, and until then their names are kept.
        case trackers([DeviceID])
        /// The data is gone; the broker, which keeps last messages, has still to be told.
        case broker
        /// The data is gone; another process reads a file, whose unused parts may still have some of it.
        case readers
    }

    /// Changes the history between two batches.
    public typealias Change =
        @Sendable (_ change: @escaping @Sendable (inout HistoryCore, Timestamp) throws -> [Message]) async throws ->
        Void

    private let access: AccessControl
    private let store: Store
    private let clock: any UTCClock
    private let change: Change
    /// Whether the broker has been handed everything; nil where there is none.
    private let isDelivered: @Sendable () async -> Bool
    /// Forgets what is in memory of an account and an owner.
    private let forget: @Sendable (Name, Name) async -> Void

    /// An eraser.
    ///
    /// `change` changes the history, and publishes what there is to publish; `isDelivered` tells whether the broker has
    /// been handed all of that; `forget` forgets what is in memory.
    public init(
        access: AccessControl,
        store: Store,
        clock: any UTCClock,
        change: @escaping Change,
        isDelivered: @escaping @Sendable () async -> Bool = { false },
        forget: @escaping @Sendable (Name, Name) async -> Void = { _, _ in }
    ) {
        (self.access, self.store, self.clock) = (access, store, clock)
        (self.change, self.isDelivered, self.forget) = (change, isDelivered, forget)
    }

    /// Begins to erase an account with everything of an owner, and goes as far as it can be gone now.
    ///
    /// With `waits`, broker and trackers are told, until they know; `topics` are what the broker is to take back.
    ///
    /// - Throws: ``AccessError`` or ``StoreError``.
    public func begin(_ account: Name, owner: Name, waits: Bool, topics: [String]) async throws -> Standing {
        try await goOn(
            with: access.beginErasure(of: account, owner: owner, waits: waits, topics: topics, at: clock.now)
        )
    }

    /// Goes as far with an erasure as it can be gone now; the first time the files are written anew although broker and
    /// trackers have still to be told.
    ///
    /// - Throws: ``AccessError`` or ``StoreError``.
    public func goOn(with erasure: Erasure, isFirst: Bool = true) async throws -> Standing {
        if let account = erasure.account, let owner = erasure.owner {
            if isFirst { try await remove(owner, erasure) }
            await forget(account, owner)
            if let left = try await untold(erasure, owner) {
                let isClean = try !isFirst || scrub()
                return isClean ? left : .readers
            }
            guard try scrub() else { return .readers }
        }
        return try access.finish(erasure, at: clock.now) ? .done : .readers
    }

    /// Goes on with what an earlier call has left.
    ///
    /// - Throws: ``AccessError`` or ``StoreError``.
    public func goOnWithAll() async throws {
        for erasure in try access.erasures() { _ = try await goOn(with: erasure) }
    }

    private func remove(_ owner: Name, _ erasure: Erasure) async throws {
        try await change { core, now in
            let removed = try core.erase(owner, tellingTrackers: erasure.waits, at: now)
            let taken = erasure.topics.map { Message(topic: $0, payload: [], retained: true) }
            return removed + taken
        }
    }

    /// Who has still to be told; nil for nobody.
    private func untold(_ erasure: Erasure, _ owner: Name) async throws -> Standing? {
        guard erasure.waits else { return nil }
        let deletions = try store.deletions().filter { $0.device.owner == owner }
        let trackers = deletions.filter { !$0.isPhone }.map(\.device)
        if !trackers.isEmpty { return .trackers(trackers) }
        if !deletions.isEmpty { return .broker }
        if erasure.topics.isEmpty { return nil }
        return await isDelivered() ? nil : .broker
    }

    /// Writes both files anew; false when another process reads one of them.
    private func scrub() throws -> Bool {
        do { try store.compact() } catch let error as StoreError where error.reason == .busy { return false }
        return try access.scrub()
    }
}
