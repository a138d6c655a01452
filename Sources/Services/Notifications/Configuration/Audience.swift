internal import Messages
public import Tracking

/// What a channel hears of.
public struct Audience: Hashable, Sendable {
    /// Nil for all owners.
    public var owners: Set<Name>?
    /// The trackers of the items, by name; nil for all.
    public var items: Set<Name>?
    /// The levels whose beginning is told; their end is told to whoever was told of the beginning.
    public var levels: Set<AlertLevel>

    public init(owners: Set<Name>? = nil, items: Set<Name>? = nil, levels: Set<AlertLevel> = [.warning, .critical]) {
        (self.owners, self.items, self.levels) = (owners, items, levels)
    }

    /// Whether a notice is for it.
    ///
    /// - Parameters:
    ///   - notice: The notice.
    ///   - knowsEpisode: Whether it has been told, or is to be told, of the same episode already.
    /// - Returns: Whether to tell it.
    public func hears(_ notice: Notice, knowsEpisode: Bool) -> Bool {
        guard owners?.contains(notice.alert.owner) ?? true, items?.contains(notice.alert.tracker) ?? true else {
            return false
        }
        return notice.isRise ? levels.contains(notice.alert.level) : knowsEpisode
    }
}
