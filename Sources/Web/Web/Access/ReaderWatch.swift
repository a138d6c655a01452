import Access
import Logging
import Synchronization
import Tracking

/// Whether the reader of a stream may still read.
///
/// While the accounts are away nobody knows: then it is as it was, though not for ever, and not beyond the end that the
/// reader's session had when it was seen last.
final class ReaderWatch: Sendable {
    private struct State {
        var session: Session?
        /// Since when it is not known; nil while it is.
        var unknown: Timestamp?
    }

    private let keeper: Doorkeeper
    private let credential: Credential
    private let principal: Principal?
    private let state: Mutex<State>

    /// For so long whoever could read reads on while it is not known whether he may.
    static let patience = Duration.seconds(15 * 60)

    init(keeper: Doorkeeper, credential: Credential, _ principal: Principal?, _ session: Session?) {
        (self.keeper, self.credential, self.principal) = (keeper, credential, principal)
        state = Mutex(State(session: session))
    }

    /// Whether he would be let in again with the same rights.
    func stillLetsIn() -> Bool {
        let parts = keeper.parts
        do throws(AccessError) {
            let isProtected = try parts.access?.isProtected() ?? false
            let guest = try keeper.guest(credential, isProtected: isProtected)
            state.withLock { $0 = State(session: guest.session) }
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

    private func mayStay(at now: Timestamp) -> Bool {
        state.withLock { state in
            let since = state.unknown ?? now
            state.unknown = since
            if let session = state.session, session.expires <= now { return false }
            return since.duration(to: now) < Self.patience
        }
    }
}
