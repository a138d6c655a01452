internal import Messages
public import Tracking

/// What a channel hears of.
public struct Audience: Hashable, Sendable {
    /// Nil for all owners.
    public var owners: Set<Name>?
    /// The trackers of the items, by name; nil for all.
    public var items: Set<Name>?
    /// The levels whose beginning is told; their end is told to whoever was told of the beginning.
    public var levels: Set<AlertLevel> = [.warning, .critical]
    /// Whether it hears of the owners' reminders, too: no, unless somebody has asked for that.
    public var reminders = false

    /// Whether to tell of a notice; `knowsEpisode` says that the channel has been told, or is to be told, of the same
    /// episode already.
    public func hears(_ notice: Notice, knowsEpisode: Bool) -> Bool {
        guard owners?.contains(notice.alert.owner) ?? true else { return false }
        // A reminder is its owner's, and none of the items has it; it has no level either.
        if notice.reminder != nil { return reminders && items == nil && (notice.isRise || knowsEpisode) }
        guard items?.contains(notice.alert.tracker) ?? true else { return false }
        // Somebody who is followed wants to know of it at once, whatever is to be told of items.
        if notice.unknown != nil { return items == nil }
        // What a person has said is no level.
        if notice.mark != nil { return notice.isRise || knowsEpisode }
        return notice.isRise ? levels.contains(notice.alert.level) : knowsEpisode
    }
}
