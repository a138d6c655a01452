public import Messages
public import Tracking

/// Notices of unknown tags that follow an owner.
extension Notice {
    /// How the trackers' names begin that stand for unknown tags.
    private static let start = "unknown-tag-"
    /// The key of a kept alert that has the tag.
    private static let key = "guard"

    /// Whether a device stands for an unknown tag.
    public static func isOfUnknown(_ device: DeviceID) -> Bool { device.device.text.hasPrefix(start) }

    /// The notices of a guard's list: of each tag that follows its stage, but not of one that its owner knows, or that
    /// came to its stage before a time.
    ///
    /// Their ids are the same each time the list comes, but others when a guard begins anew to count.
    public static func unknown(in list: GuardMessage, since time: Timestamp) -> [Notice] {
        list.tags.compactMap { tag in
            guard tag.stage > .listed, !tag.isIgnored, (tag.since ?? list.time) >= time else { return nil }
            return Notice(tag, of: list.owner, at: tag.since ?? list.time)
        }
    }

    /// A notice of a tag; nil where there is no name for it.
    private init?(_ tag: GuardMessage.Tag, of owner: Name, at time: Timestamp) {
        guard let tracker = try? Name("\(Self.start)\(tag.number)") else { return nil }
        let episode = "guard-\(owner)-\(tag.number)-\(String(max(0, tag.first.wholeSeconds), radix: 36))"
        let isUrgent = tag.stage == .urgent
        self.init(
            alert: AlertMessage(
                id: "\(episode)-\(tag.stage.rawValue)",
                event: isUrgent ? .escalated : .raised,
                level: isUrgent ? .critical : .warning,
                previous: isUrgent ? .warning : .none,
                threshold: 0,
                distance: 0,
                confidence: 1,
                owner: owner,
                tracker: tracker,
                item: tag.model ?? tag.network,
                time: time,
                lastPosition: tag.places.last,
                episode: episode
            )
        )
        unknown = tag
    }

    /// A notice as it was kept.
    ///
    /// - Throws: `MessageError`.
    init(payload: [UInt8]) throws(MessageError) {
        let kept = try Kept<AlertMessage>(decoding: payload)
        self.init(alert: kept.value)
        if let json = kept.extra.first(where: { $0.name == Self.markKey })?.json {
            mark = try ItemRules(decoding: json).lost
        }
        if let json = kept.extra.first(where: { $0.name == Self.reminderKey })?.json {
            reminder = try ReminderEventMessage(decoding: json)
        }
        guard let json = kept.extra.first(where: { $0.name == Self.key })?.json else { return }
        unknown = try GuardMessage(decoding: json).tags.first
    }

    /// The notice as it is kept: the alert, and behind it the list of the tag, the mark as rules have it, or what was told of
    /// a reminder.
    var payload: [UInt8] {
        if let mark, let key = try? ExtraKey(name: Self.markKey, json: ItemRules(lost: mark).encoded()) {
            return alert.encoded(extra: [key])
        }
        if let reminder, let key = try? ExtraKey(name: Self.reminderKey, json: reminder.encoded()) {
            return alert.encoded(extra: [key])
        }
        guard let unknown else { return alert.encoded() }
        let list = GuardMessage(time: alert.time, owner: alert.owner, tags: [unknown])
        guard let key = try? ExtraKey(name: Self.key, json: list.encoded()) else { return alert.encoded() }
        return alert.encoded(extra: [key])
    }
}
