public import Tracking

extension GuardDesk {
    /// Seconds within which a session has ended soon, and how many in a row are no chance.
    private static let short: Int64 = 60, most = 3

    /// Notes that a session with the broker has begun.
    public mutating func sessionBegan(at now: Timestamp) { session = now }

    /// Notes that it has ended.
    ///
    /// A broker need not say that it ended a session because another client came by the same name (mosquitto 2.0.11 does
    /// not), so that is told from sessions that end soon, one after another.
    public mutating func sessionEnded(at now: Timestamp) {
        guard let began = session else { return }
        session = nil
        shortSessions = now.wholeSeconds - began.wholeSeconds < Self.short ? shortSessions + 1 : 0
        guard shortSessions == Self.most else { return }
        let sentence = "if another guard of \(owner) runs elsewhere, they end each other's session: stop one of them"
        remark("sessions", "\(Self.most) sessions with the broker ended within a minute; \(sentence)")
    }
}
