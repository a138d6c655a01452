/// How much may wait for a guest, and how many topics one may keep: mosquitto has such bounds for all clients together,
/// and there they are the history service's.
public enum SessionBounds {
    /// Messages that may wait for the sessions of a phone, tracker or subscriber.
    public static let messages = 10_000
    /// Bytes of payload that may wait for them.
    public static let bytes = 8_388_608
    /// Seconds between two looks; the broker writes down as often what it keeps.
    public static let seconds = 60
    /// Milliseconds between two looks at the broker's memory, which one that does not read fills with 500 MB a second.
    static let memoryMilliseconds = 250
    /// Sessions that a guest may have: with any client id, each takes memory for as long as it is kept.
    public static let sessions = 20
    /// Kept topics of one user, beyond which it is named in `doctor`.
    public static let retained = 1_000

    static func isBeyond(_ amount: KeptMessages.Amount) -> Bool { amount.messages > messages || amount.bytes > bytes }
}

extension KeptMessages {
    /// A guest for whom more waits than may, or which has more sessions.
    public struct Excess: Hashable, Sendable {
        public let user: String
        /// Of all sessions of the user.
        public let amount: Amount
        /// Their client ids, sorted.
        public let sessions: [String]
    }

    /// The users, sorted, for whom more waits than for a guest may, or which have more sessions.
    ///
    /// Whoever is not known to the broker is the owner, and may have what it wants; so may services and gateways, for
    /// whom what waits is to be done.
    public func excesses(among known: [ClientRecord]) -> [Excess] {
        let names = Set(known.filter(\.isGuest).map(\.user))
        return Dictionary(grouping: users.keys) { users[$0] ?? "" }.filter { names.contains($0.key) }
            .compactMap { user, sessions in
                var amount = Amount()
                for session in sessions {
                    amount.messages += waiting[session]?.messages ?? 0
                    amount.bytes += waiting[session]?.bytes ?? 0
                }
                return SessionBounds.isBeyond(amount) || sessions.count > SessionBounds.sessions
                    ? Excess(user: user, amount: amount, sessions: sessions.sorted()) : nil
            }
            .sorted { $0.user < $1.user }
    }
}

extension ClientRecord {
    /// Whether what waits for it is bounded; for services and gateways it is to be done.
    var isGuest: Bool { ["phone", "tracker", "leaving", "subscriber", "guard", "station"].contains(client.kind) }
}
