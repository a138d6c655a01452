import Access
import Synchronization
import Tracking

/// The erasures that this service goes on with, as they stood when it last did.
final class ErasureRegistry: Sendable {
    /// What is known here of one.
    struct Known: Sendable {
        /// The right to go on with it; nil where another service has it, or may have it.
        var lock: AccessLock?
        /// Which order of it the rest is of: it may be asked for anew.
        var asked: Timestamp?
        /// Nil where nobody has gone on with it here.
        var standing: AccountEraser.Standing?
        /// When that was.
        var tried: Timestamp?

        /// Notes which order it is about: of another one nothing is done yet.
        mutating func expect(_ asked: Timestamp) {
            guard self.asked != asked else { return }
            (self.asked, standing, tried) = (asked, nil, nil)
        }

        /// Lets another service go on with it.
        mutating func letGo() {
            lock?.release()
            lock = nil
        }
    }

    private struct State {
        var isOpen = true
        var order = 0
        var known: [Int64: Known] = [:]
        /// Those that somebody goes on with at this moment.
        var busy: Set<Int64> = []
    }

    private let state = Mutex(State())

    /// Whether there may be any.
    var isOpen: Bool { state.withLock(\.isOpen) }
    /// How often somebody has said that there may be one.
    var order: Int { state.withLock(\.order) }

    func open() {
        state.withLock { state in
            state.isOpen = true
            state.order += 1
        }
    }

    /// Notes that there is none, unless somebody has said since that there may be one.
    func close(after order: Int) {
        state.withLock { state in
            guard state.order == order, state.busy.isEmpty else { return }
            (state.isOpen, state.known) = (false, [:])
        }
    }

    /// Notes that this service was asked for an erasure: it is the first to go on with it.
    func expect(_ erasure: Erasure) {
        state.withLock { state in
            // Whoever goes on with it now notes how it stands.
            guard !state.busy.contains(erasure.id) else { return }
            state.known[erasure.id, default: Known()].expect(erasure.asked)
        }
    }

    /// Whether this service goes on with it, or has.
    func knows(_ id: Int64) -> Bool { state.withLock { $0.known[id] != nil } }

    /// What was known of an erasure when somebody had last gone on with it.
    func begun(_ erasure: Erasure) -> Known? { state.withLock { $0.known[erasure.id] } }

    /// What is known of an erasure that the caller goes on with now, who says when it has; nil while somebody does.
    func begin(_ id: Int64) -> Known? {
        state.withLock { state in
            guard state.busy.insert(id).inserted else { return nil }
            let known = state.known[id] ?? Known()
            state.known[id] = known
            return known
        }
    }

    /// Notes how one stands that somebody has gone on with.
    func end(_ id: Int64, _ known: Known) {
        state.withLock { state in
            state.busy.remove(id)
            // Of one that is another service's nothing is known here.
            let isNothing = known.standing == .done || known.lock == nil && known.standing == nil && known.asked == nil
            state.known[id] = isNothing ? nil : known
        }
    }

    /// Forgets all but those that there are.
    func keep(_ ids: Set<Int64>) { forget { !ids.contains($0) } }

    /// Lets other services go on with all of them.
    func release() { forget { _ in true } }

    private func forget(_ isGone: (Int64) -> Bool) {
        let gone = state.withLock { state in
            let ids = state.known.keys.filter { isGone($0) && !state.busy.contains($0) }
            return ids.compactMap { state.known.removeValue(forKey: $0) }
        }
        for known in gone { known.lock?.release() }
    }
}
