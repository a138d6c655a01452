public import Access
public import History
public import Messages
public import Store
public import Tracking

/// Carries erasures out: each step may be interrupted, and is done by whoever comes next.
///
/// What is to be erased stands in the database of the accounts until nothing of it is left: first the account goes, so
/// that nobody logs in as it; then all rows of its items, phones and photos; when broker and trackers have been told, and
/// both files are written anew without what was removed, the names of the erasure itself.
///
/// The rows go once: with them it is stored that they are gone, so that nothing goes that has come since.
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
        /// The account is gone, and nobody logs in as it; the data waits for whoever has it, and goes by itself.
        case waiting
    }

    /// Changes the history between two batches.
    public typealias Change =
        @Sendable (_ change: @escaping @Sendable (inout HistoryCore, Timestamp) throws -> [Message]) async throws ->
        Void

    /// Has an errand done by whoever has the owner.
    typealias CarryOut = @Sendable (HistoryErrand) async throws -> Void

    private enum Way: Sendable {
        case change(Change)
        case errands(CarryOut)
    }

    private let access: AccessControl
    private let store: Store
    private let clock: any UTCClock
    private let way: Way
    /// Gives the broker some time to let go of what it keeps of an owner's phones.
    private let settle: @Sendable (Name) async -> Void
    /// Forgets what is in memory of an account and an owner, and not in the files.
    private let forget: @Sendable (Name, Name) async -> Void

    /// An eraser.
    ///
    /// `change` changes the history, and publishes what there is to publish; `settle` gives the broker some time to let
    /// go of what it keeps of an owner's phones; `forget` forgets what is in memory of an account and an owner, and not in
    /// the files.
    public init(
        access: AccessControl,
        store: Store,
        clock: any UTCClock,
        change: @escaping Change,
        settle: @escaping @Sendable (Name) async -> Void = { _ in },
        forget: @escaping @Sendable (Name, Name) async -> Void = { _, _ in }
    ) {
        (self.access, self.store, self.clock) = (access, store, clock)
        (way, self.settle, self.forget) = (.change(change), settle, forget)
    }

    /// The same beside workers, of which one has the owner.
    init(
        access: AccessControl,
        store: Store,
        clock: any UTCClock,
        carryOut: @escaping CarryOut,
        settle: @escaping @Sendable (Name) async -> Void,
        forget: @escaping @Sendable (Name, Name) async -> Void
    ) {
        (self.access, self.store, self.clock) = (access, store, clock)
        (way, self.settle, self.forget) = (.errands(carryOut), settle, forget)
    }

    /// Begins to erase an account with everything of an owner, and goes as far as it can be gone now.
    ///
    /// With `waits`, broker and trackers are told, until they know.
    ///
    /// - Throws: ``AccessError`` or ``StoreError``.
    public func begin(_ account: Name, owner: Name, waits: Bool) async throws -> Standing {
        try await goOn(with: access.beginErasure(of: account, owner: owner, waits: waits, at: clock.now))
    }

    /// Goes as far with an erasure as it can be gone now; the first time the files are written anew although broker and
    /// trackers have still to be told.
    ///
    /// - Throws: ``AccessError`` or ``StoreError``.
    public func goOn(with erasure: Erasure, isFirst: Bool = true) async throws -> Standing {
        if let account = erasure.account, let owner = erasure.owner {
            if isFirst { try await remove(erasure) }
            await forget(account, owner)
            if let left = try await untold(erasure, owner) {
                let isClean = try !isFirst || scrub()
                return isClean ? left : .readers
            }
            switch way {
            case .change(let change): try await change { core, now in try core.forgetRefusals(of: owner, at: now) }
            case .errands(let carryOut): try await carryOut(.forgetRefusals(of: owner))
            }
            guard try scrub() else { return .readers }
        }
        let since = try erasure.owner.map { try store.devices(of: $0).map(\.id) } ?? []
        return try access.finish(erasure, sparing: since, at: clock.now) ? .done : .readers
    }

    /// Goes on with what an earlier call has left.
    ///
    /// - Throws: ``AccessError`` or ``StoreError``.
    public func goOnWithAll() async throws {
        for erasure in try access.erasures() { _ = try await goOn(with: erasure) }
    }

    private func remove(_ erasure: Erasure) async throws {
        switch way {
        case .change(let change):
            try await change { [access] core, now in
                // As it stands now: somebody may have ended it, or asked for it anew.
                let standing = try access.erasures().first { $0.id == erasure.id }
                return try standing.flatMap { try Self.remove($0, from: &core, at: now) } ?? []
            }
        case .errands(let carryOut):
            // Asked for anew meanwhile, it is another mark, and ended, one that is known.
            guard let standing = try access.erasures().first(where: { $0.id == erasure.id }),
                let owner = standing.owner
            else { return }
            let mark = ErasureMark(erasure: standing.id, asked: standing.asked)
            try await carryOut(.erase(owner, for: mark, tellingTrackers: standing.waits))
        }
    }

    /// Removes from a history what erasures have still to remove there, before anything new comes in, and returns what
    /// there is to publish.
    ///
    /// - Throws: ``StoreError``.
    public static func remove(
        _ erasures: [Erasure], from core: inout HistoryCore, at now: Timestamp
    ) throws -> [Message] {
        var messages: [Message] = []
        for erasure in erasures { messages += try remove(erasure, from: &core, at: now) ?? [] }
        return messages
    }

    private static func remove(
        _ erasure: Erasure, from core: inout HistoryCore, at now: Timestamp
    ) throws -> [Message]? {
        guard let owner = erasure.owner else { return nil }
        let mark = ErasureMark(erasure: erasure.id, asked: erasure.asked)
        return try core.erase(owner, for: mark, tellingTrackers: erasure.waits, at: now)
    }

    /// Who has still to be told; nil for nobody.
    private func untold(_ erasure: Erasure, _ owner: Name) async throws -> Standing? {
        guard erasure.waits else { return nil }
        let trackers = try deletions(of: owner).filter { !$0.isPhone }.map(\.device)
        if !trackers.isEmpty { return .trackers(trackers) }
        await settle(owner)
        return try deletions(of: owner).isEmpty ? nil : .broker
    }

    private func deletions(of owner: Name) throws -> [DeletionRow] {
        try store.deletions().filter { $0.device.owner == owner }
    }

    /// Writes both files anew; false when another process reads one of them.
    private func scrub() throws -> Bool {
        // Beside workers nobody may write the history alone: the server's own tidying has to do for that.
        if case .errands = way { return try access.scrub() }
        do { try store.compact() } catch let error as StoreError where error.reason == .busy { return false }
        return try access.scrub()
    }
}
