import Tracking

/// What keeps a level from rising, or from being told, at a moment.
public enum Restraint: Hashable, Sendable {
    case none
    /// The item is where it may stay behind: it counts as near.
    case place
    /// Somebody wants to hear nothing of the item for a while.
    case snoozed
    /// Only what is critical is told.
    case quiet
    /// The owner knows of this episode.
    case acknowledged(episode: String)

    /// The level to tell when it is really this one, and another was told last.
    ///
    /// What falls is always told: nobody is left with an alarm that is over.
    func told(_ level: AlertLevel, after last: AlertLevel, in episode: String?) -> AlertLevel {
        guard level > last else { return level }
        return switch self {
        case .none, .place: level
        case .snoozed: last
        case .quiet: level == .critical ? level : last
        case .acknowledged(let known): known == episode ? last : level
        }
    }
}
