public import Simulation

/// One situation of everyday life: who moves how, how the phone reports, what hears the item, and what happens to it.
public struct Situation: Hashable, Sendable {
    /// How the owner, or whoever takes the item, gets about.
    public enum Travel: String, Hashable, Sendable, CaseIterable {
        case walk, stroll, bicycle, bus, car, train, boat, lift
        /// A train that runs below the ground for some minutes: phone and tracker are silent there.
        case metro
        /// From take-off on phone and tracker are silent.
        case plane
    }

    /// When the owner's phone tells where it is.
    public enum Phone: Hashable, Sendable {
        /// Every so many seconds.
        case every(Int)
        /// OwnTracks' significant-change mode: after 500 m, at most once in 5 minutes, and every 15 minutes at rest.
        case significant
        /// OwnTracks' move mode on iOS: after 100 m or 300 s, whichever is first.
        case move
        /// Every minute, but not while a battery saver is on, which it is for the second half of the hour.
        case saver
        /// Every minute, until it is dead, in the middle of everything.
        case dying
    }

    /// What hears the item over Bluetooth.
    public enum Ears: String, Hashable, Sendable, CaseIterable {
        /// A gateway in the owner's pocket.
        case pocket
        /// A gateway where the owner starts.
        case home
        /// Nothing: the item has its modem alone.
        case none
    }

    /// What happens to the item.
    public enum Happening: String, Hashable, Sendable, CaseIterable {
        /// Its owner has it all the time.
        case kept
        /// It stays behind when its owner leaves.
        case left
        /// The same, and it has neither satellites nor network where it lies.
        case leftSilent = "left-silent"
        /// Somebody goes away with it while its owner stays.
        case taken
        /// Its owner has it, and it falls silent for the rest of the way.
        case silent
        /// It stays behind, and its owner comes back for it.
        case fetched
    }

    public var travel: Travel
    public var phone: Phone
    public var ears: Ears
    /// Nil for exact positions and radios.
    public var surroundings: Surroundings?
    /// Seconds between the tracker's reports; nil for its device's own rhythm.
    public var trackerEvery: Int?
    public var happening: Happening
    /// A way that somebody recorded, which is gone in place of ``travel``'s.
    public var recording: SituationRecording?

    public init(
        _ travel: Travel,
        _ phone: Phone,
        _ ears: Ears,
        _ surroundings: Surroundings?,
        trackerEvery: Int? = nil,
        _ happening: Happening,
        along recording: SituationRecording? = nil
    ) {
        self.recording = recording
        (self.travel, self.phone, self.ears) = (travel, phone, ears)
        (self.surroundings, self.trackerEvery, self.happening) = (surroundings, trackerEvery, happening)
    }

    /// How long a situation lasts, in seconds.
    public static let length = 1500
    /// The second at which the owner sets out, or the item is taken.
    public static let departure = 300
    /// For how long, in seconds, the way goes on after that.
    public static let ride = 1200

    /// Whether the item is with its owner from beginning to end.
    public var isKept: Bool { happening == .kept || happening == .silent }

    /// The delay, in seconds, beyond which a critical alert is late: one that needs a position of the phone cannot be
    /// sooner than the phone tells one.
    public var patience: Double { max(60, 1.5 * Double(phone.usualInterval)) }

    /// How much sooner, in seconds, than the item is truly beyond the threshold a critical alert may be.
    public static let haste = 3.0
}

extension Situation.Phone: CustomStringConvertible {
    public var description: String {
        switch self {
        case .every(let seconds): "\(seconds)s"
        case .significant: "significant"
        case .move: "move"
        case .saver: "saver"
        case .dying: "dying"
        }
    }

    /// The longest time, in seconds, that usually passes between two positions of somebody on the way.
    public var usualInterval: Int {
        switch self {
        case .every(let seconds): seconds
        case .significant, .move: 300
        case .saver, .dying: 60
        }
    }
}

extension Situation: CustomStringConvertible {
    public var description: String {
        let tracker = trackerEvery.map { "\($0)s" } ?? "own"
        let noise = surroundings?.rawValue ?? "exact"
        let way = recording.map { "path-\($0.name)" } ?? travel.rawValue
        return "\(happening.rawValue)/\(way)/phone-\(phone)/\(ears.rawValue)/\(noise)/tracker-\(tracker)"
    }
}
