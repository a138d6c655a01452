public import Tracking

/// The sun's day at a place: from a solar midnight over the noon to the next.
public struct SunDay: Sendable, Equatable {
    /// Whether the sun rises and sets, by its upper limb at a level horizon.
    public enum Kind: Sendable, Hashable {
        /// Its limb is above the horizon all day, at noon and at both midnights.
        case polarDay
        /// Its limb is below the horizon at noon.
        case polarNight
        /// It rises, or sets, or both.
        case ordinary
    }

    /// When the sun crosses the meridian on the place's side of the poles, which is within seconds of when it is highest.
    public let noon: Timestamp
    /// When it crosses the meridian on the other side, before and after the noon.
    public let midnights: (before: Timestamp, after: Timestamp)
    /// When its upper limb appears and disappears at a level horizon; nil where it does not between midnight and noon.
    public let rise: Timestamp?
    public let set: Timestamp?
    /// When civil twilight begins in the morning and ends in the evening: the sun's centre is 6° below the horizon; nil
    /// where it stays above that or below.
    public let dawn: Timestamp?
    public let dusk: Timestamp?
    public let kind: Kind

    public static func == (left: Self, right: Self) -> Bool {
        left.noon == right.noon && left.midnights == right.midnights && left.rise == right.rise && left.set == right.set
            && left.dawn == right.dawn && left.dusk == right.dusk && left.kind == right.kind
    }

    /// The beginning of the light for a window of time: the rise, or the solar midnight before where the sun is up
    /// since, or the noon where it stays down.
    public var riseOrEdge: Timestamp { rise ?? (kind == .polarNight ? noon : midnights.before) }

    /// The end of the light for a window of time: the set, or the solar midnight after where the sun is up until then,
    /// or the noon where it stays down.
    public var setOrEdge: Timestamp { self.set ?? (kind == .polarNight ? noon : midnights.after) }
}
