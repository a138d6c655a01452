import Messages
import Tracking

/// What the broker keeps of whether the service is there, and what others write in its place.
///
/// Home Assistant goes by it, and an `offline` that somebody else has left there would stand until the next restart.
struct OwnStatus: Sendable {
    private let online: Message
    /// Whether it is for this service to say.
    private let isTold: Bool
    /// When it was said last; nil before the first connection.
    private var said: Timestamp?
    /// Whether somebody has written something else since.
    private var isOverwritten = false

    /// Milliseconds between two corrections, so that two programs that contradict each other do not fill the broker.
    private static let every: Int64 = 5000

    init(_ configuration: HistoryConfiguration) {
        (online, isTold) = (configuration.status(.online), configuration.tellsStatus)
    }

    /// What is said when a session stands.
    mutating func begin(at now: Timestamp) -> [Message] {
        said = now
        isOverwritten = false
        return isTold ? [online] : []
    }

    /// Takes in what another client has written there; an empty message has the broker forget it.
    ///
    /// What the broker had kept is older than what this session has said.
    mutating func heard(_ message: Message, _ batch: inout Batch) {
        if message.retained { return }
        isOverwritten = message.payload != online.payload
        batch.answer(correction(at: batch.now))
    }

    /// What is to be said again now: nothing unless it was overwritten, nor right after it was said.
    mutating func correction(at now: Timestamp) -> [Message] {
        guard isOverwritten, said.map({ now.isApart(Self.every, from: $0) }) ?? true else { return [] }
        return begin(at: now)
    }
}
