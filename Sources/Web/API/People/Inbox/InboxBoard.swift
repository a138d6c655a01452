import Access
import Synchronization
import Tracking
import Web

/// Tells open streams of events how the inboxes of their accounts stand.
///
/// Nothing is asked while nobody listens; while somebody does, one number a second, and what it is about only when that
/// has changed. So it also hears of what other services and commands write.
final class InboxBoard: Sendable {
    private struct State {
        /// How many listen, by account.
        var listeners: [Name: Int] = [:]
        /// What was told last.
        var told: [Name: InboxStanding] = [:]
        /// The newest notice of all, as it was known last.
        var newest: Int64?
    }

    /// Held while the database is read: what is read first is told first.
    private let state = Mutex(State())

    /// Somebody who listens, for as long as this is kept.
    final class Seat: Sendable {
        private let board: InboxBoard
        private let account: Name

        fileprivate init(_ board: InboxBoard, _ account: Name) { (self.board, self.account) = (board, account) }

        deinit { board.leave(account) }
    }

    /// Has an account told from now on, beginning with how its inbox stands.
    func listen(_ account: Name, _ parts: ConsoleParts) throws -> Seat {
        state.withLock { $0.listeners[account, default: 0] += 1 }
        let seat = Seat(self, account)
        try tell(account, parts)
        return seat
    }

    private func leave(_ account: Name) {
        state.withLock { state in
            let left = (state.listeners[account] ?? 1) - 1
            state.listeners[account] = left > 0 ? left : nil
        }
    }

    /// Tells who listens for an account how its inbox stands, where it has changed.
    func tell(_ account: Name, _ parts: ConsoleParts) throws {
        guard let inbox = parts.access?.inbox else { return }
        try state.withLock { state in try Self.tell([account], inbox, parts, &state) }
    }

    /// Looks whether anything has come; with `all` also whether anything was read or is gone.
    func look(_ parts: ConsoleParts, all: Bool) throws {
        guard let inbox = parts.access?.inbox else { return }
        try state.withLock { state in
            guard !state.listeners.isEmpty else { return }
            let newest = try inbox.newest()
            guard all || state.newest != newest else { return }
            try Self.tell(Array(state.listeners.keys), inbox, parts, &state)
            // Only then: what could not be read is looked for again.
            state.newest = newest
        }
    }

    private static func tell(
        _ accounts: [Name], _ inbox: Inbox, _ parts: ConsoleParts, _ state: inout State
    ) throws {
        for account in accounts where state.listeners[account] != nil {
            let standing = try inbox.standing(of: account, at: parts.clock.now)
            guard state.told[account] != standing else { continue }
            parts.feed.live.append([try LiveEvent(standing, of: account)])
            state.told[account] = standing
        }
    }

    /// Forgets what was told, as somebody whom it may name is gone; who listens is told anew.
    func forget(_ hub: LiveHub) {
        state.withLock { state in
            (state.told, state.newest) = ([:], nil)
            hub.change { log in log.purge { $0.kind == .inbox } }
        }
    }
}

extension LiveEvent {
    /// How an inbox stands.
    init(_ standing: InboxStanding, of account: Name) throws {
        struct Document: Encodable {
            let unread: Int
            let newest: NoticeAnswer?
        }
        let document = Document(unread: standing.unread, newest: standing.newest.map(NoticeAnswer.init))
        self.init(kind: .inbox, subject: .account(account), content: .document(try Answer.bytes(of: document)))
    }
}
