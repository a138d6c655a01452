public import Calendars
public import Tracking

/// How it stands with one condition at a moment.
public struct Finding: Hashable, Sendable {
    public let verdict: Verdict
    /// What was found, for whoever asks why.
    public let value: Value
    /// The next moment at which time alone can change the verdict or the value; nil for never.
    public let until: Timestamp?
    /// What it holds for, where it can be told anew for another while it goes on to hold: events, and days.
    ///
    /// A span of the day goes by the date on which it begins: when that is depends on where the owner is, if it goes by
    /// the sun.
    let subjects: [Int]

    init(_ verdict: Verdict, _ value: Value, until: Timestamp? = nil, subjects: [Int] = []) {
        (self.verdict, self.value, self.until, self.subjects) = (verdict, value, until, subjects)
    }

    static func unknown(_ missing: Missing, until: Timestamp? = nil) -> Finding {
        Finding(.unknown, .missing(missing), until: until)
    }
}

/// Whether a condition holds.
public enum Verdict: String, Hashable, Sendable, CaseIterable { case holds, fails, unknown }

extension Finding {
    /// What was found.
    public enum Value: Hashable, Sendable {
        /// The span of the day that is on, or the next one; nil for none within eight days.
        case span(Range<Timestamp>?)
        /// The weather of a slot of a forecast: the one that holds, or else the present one.
        case weather(Weather, from: Timestamp, to: Timestamp, source: String)
        /// The event that counts; nil for none.
        case event(Occurrence?)
        /// Nothing is on until then; nil for nothing that is known of.
        case free(until: Timestamp?)
        /// How far outside the border somebody is, in metres, negative for inside; and the doubt of the position as a
        /// standard deviation, in metres.
        case distance(Double, sigma: Double, crossed: Timestamp?)
        /// Whether a thing is with its owner.
        case isWithOwner(Bool)
        case isLeftBehind(Bool)
        /// In per cent.
        case battery(Int)
        case missing(Missing)
    }
}

/// Why it is not known how it stands with a condition.
public enum Missing: Hashable, Sendable {
    /// Its owner's phone has told no position.
    case noPosition
    /// The last position is too old to count.
    case oldPosition(Timestamp)
    /// The position is too doubtful to say.
    case unsure
    /// The owner has no place of this name any more.
    case noPlace(ItemName)
    /// The owner has no such item any more.
    case noThing(Name)
    /// It is not known where the thing is in respect of its owner.
    case noLevel
    case noBattery
    /// No source is configured.
    case off
    /// It is being asked for.
    case waiting
    /// The source does not answer: why, as one sentence.
    case failing(String)
    /// The source does not tell this.
    case lacks(String)
    /// The source does not look so far ahead.
    case horizon
    /// The time zone is none of the system's.
    case noZone(String)
}
