import Access
import Logging
import Synchronization
import Tracking

/// Whether the reader of a stream may still read.
///
/// While the accounts are away nobody knows: then it is as it was, though not for ever, and not beyond the end that the
/// reader's session had when it was seen last.
package final class ReaderWatch: Sendable {
    private struct State {
        var session: Session?
        /// How the accounts stood when he was looked at last, and when that was.
        var mark: AccessMark?
        var seen: Timestamp?
        /// Since when it is not known; nil while it is.
        var unknown: Timestamp?
    }

    private let keeper: Doorkeeper
    private let credential: Credential
    private let principal: Principal?
    private let state: Mutex<State>

    /// For so long whoever could read reads on while it is not known whether he may.
    static let patience = Duration.seconds(15 * 60)
    /// So often he is looked at where other services write to the same accounts.
    static let pause = Duration.seconds(1)

    init(keeper: Doorkeeper, credential: Credential, _ principal: Principal?, _ session: Session?) {
        (self.keeper, self.credential, self.principal) = (keeper, credential, principal)
        state = Mutex(State(session: session))
    }

    /// Whether he would be let in again with the same rights.
    package func stillLetsIn() -> Bool {
        let parts = keeper.parts
        do throws(AccessError) {
            // Before he is looked at, so that what is written meanwhile is looked at the next time.
            let mark = try parts.access?.mark()
            let isProtected = try parts.access?.isProtected() ?? false
            let guest = try keeper.guest(credential, isProtected: isProtected)
            state.withLock { $0 = State(session: guest.session, mark: mark, seen: parts.clock.now) }
            return guest.principal == principal
        } catch {
            guard case .away = error else {
                parts.logger.warning("a stream ends, as its reader is not known any more: \(error)")
                return false
            }
            parts.logger.debug("whether a stream's reader is still let in is not known: \(error)")
            return mayStay(at: parts.clock.now)
        }
    }

    /// Whether something may be told to him now: asked before each telling, and looked up only where what he may see can
    /// have changed since.
    package func mayBeTold() -> Bool {
        guard let access = keeper.parts.access else { return true }
        let (mark, seen) = state.withLock { ($0.mark, $0.seen) }
        let now = keeper.parts.clock.now
        // Also when the clock was set back.
        let isRecent = seen.map { abs(now.milliseconds - $0.milliseconds) < Self.pause.milliseconds } ?? false
        if !access.isShared || isRecent, let mark, (try? access.mark()) == mark { return true }
        return stillLetsIn()
    }

    private func mayStay(at now: Timestamp) -> Bool {
        state.withLock { state in
            let since = state.unknown ?? now
            state.unknown = since
            if let session = state.session, session.expires <= now { return false }
            return since.duration(to: now) < Self.patience
        }
    }
}
