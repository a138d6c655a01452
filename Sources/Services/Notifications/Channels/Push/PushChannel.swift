internal import Access
internal import Alerts
internal import Cryptography
internal import Messages
internal import Tracking

/// Tells in one browser by Web Push (RFC 8030): the push service sees when a message comes, and not what it says.
struct PushChannel: NotificationChannel {
    private let id: String
    private let sender: PushSender?

    init(_ id: String, by sender: PushSender?) { (self.id, self.sender) = (id, sender) }

    func deliver(_ notice: Notice, at now: Timestamp) async throws(DeliveryFailure) {
        guard let sender, let (device, viewer) = try kept({ try sender.access.pushDevice(id) }) else {
            throw .impossible("nobody is told in this browser any more")
        }
        // Rights may have changed since it was written down.
        guard try kept({ try sender.mayHear(viewer, notice) }) else {
            let what = notice.reminder == nil ? "alerts of this item" : "reminders of this owner"
            throw .impossible("its account may not see the \(what)")
        }
        let text = PushText(
            notice,
            isByArea: viewer.isByArea(notice.device),
            isQuiet: !notice.isTest && sender.isQuiet(device, at: now),
            lost: try kept { try sender.lost(viewer) },
            canAnswer: notice.reminder.map { viewer.mayRemind($0.owner, .command) } ?? false
        )
        try await sender.send(
            text, to: device, urgency: Self.urgency(notice), topic: Self.topic(notice), lifetime: Self.lifetime(notice),
            at: now
        )
    }

    private func kept<Value>(_ body: () throws -> Value) throws(DeliveryFailure) -> Value {
        do { return try body() } catch { throw .unreachable("\(error)") }
    }

    /// What may wake a device that sleeps (RFC 8030, section 5.3).
    private static func urgency(_ notice: Notice) -> String {
        // A reminder is for the moment at which it is told.
        let isUrgent = notice.alert.level == .critical || notice.reminder != nil
        return notice.isRise && isUrgent ? "high" : "normal"
    }

    /// How long a message waits at the push service for a browser that it cannot reach.
    private static func lifetime(_ notice: Notice) -> Duration {
        notice.reminder == nil ? PushSender.lifetime : Attention.reminderPatience
    }

    /// The same for all of an episode: what waits at the push service is replaced by what came later (section 5.4).
    private static func topic(_ notice: Notice) -> String {
        String(Base64URL.text(Digest.sha256(Array(notice.alert.episode.utf8))).prefix(32))
    }
}
