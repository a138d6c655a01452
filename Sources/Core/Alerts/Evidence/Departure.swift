import Glibc
import Ranging
import Tracking

/// An owner who has gone on since the gateway in the pocket heard the item last, and hears nothing now.
///
/// Either the item lies where it was heard last, and is as far as the owner has gone; or it is still there, and has
/// fallen silent in the very minute in which its owner set out. Things are left where their owners set out, and hardly
/// ever mute just then.
struct Departure: Hashable, Sendable {
    /// How far the owner has gone since.
    var way: Separation
    /// When the gateway heard it last.
    var heard: Timestamp
    /// Since when the gateway has told that it hears nothing, though it listens.
    var silentSince: Timestamp

    /// Beyond so many metres most tags are not heard in the open.
    static let reach = 40.0
    /// How often, in seconds, a thing that is at hand falls silent, and for how long as a rule; our choice.
    private static let muteEvery = 43_200.0, muteFor = 20.0
    /// The share of such silences that last: an empty battery, a luggage hold; our choice.
    private static let lasting = 0.1
    /// Two things within so many seconds have happened together.
    private static let coincidence = 60.0

    /// Nil unless the owner has surely gone out of reach.
    init?(_ way: Separation, heard: Timestamp, silentSince: Timestamp) {
        guard way.distance - 2 * way.sigma > Self.reach else { return nil }
        (self.way, self.heard, self.silentSince) = (way, heard, silentSince)
    }

    /// What is known of the distance with this in mind, beside what the rest says.
    func weigh(_ weights: Cells, at now: Timestamp) -> Cells {
        // Gateways tell of a silence when it has lasted for a while.
        let silent = max(0, now.seconds - heard.seconds)
        let persists = Self.lasting + (1 - Self.lasting) * exp(-silent / Self.muteFor)
        let mute = Self.coincidence / Self.muteEvery * persists
        let odds = PositionMemory.leftOnLeaving / mute
        let share = Float(odds / (1 + odds))
        let known = DistanceDistribution(weights).weights
        return known * (1 - share) + Rice.distribution(around: way).weights * share
    }
}
