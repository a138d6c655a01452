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

    /// Whether the owner has gone on since the gateway in the pocket heard the item, which it does not any more; nil if not.
    ///
    /// - Parameters:
    ///   - owner: Where the owner was.
    ///   - item: Where the item was, as it told itself.
    ///   - gateways: What they hear of it. By index: it is asked with each step of an owner, and what is known of a gateway
    ///     is copied for a closure.
    init?(of owner: PositionTrack, item: PositionTrack, _ gateways: Span<GatewayEvidence>) {
        guard let told = owner.lastTime else { return nil }
        var (heard, silent, newest) = (Timestamp?.none, Timestamp?.none, Timestamp?.none)
        var (isFresh, isSilent) = (false, true)
        for index in gateways.indices {
            let time = gateways[index].heard
            newest = Self.later(newest, time)
            guard gateways[index].isCarried else { continue }
            heard = Self.later(heard, time)
            silent = Self.later(silent, gateways[index].silentSince)
            if gateways[index].silentSince == nil { isSilent = false }
            if gateways[index].isFresh(at: told) { isFresh = true }
        }
        guard let heard, let silent, isSilent, isFresh, told > silent, let here = owner.last else { return nil }
        // Silence that began long after it was heard is another story; and whoever has heard it since says where it is.
        guard silent.seconds - heard.seconds <= GatewayEvidence.freshness, newest.map({ $0 <= silent }) ?? true else {
            return nil
        }
        // Where it was when it was heard: with its owner, or where it had just told that it was.
        let (carried, claimed) = (owner.position(at: heard), item.position(at: heard))
        guard let first = carried ?? claimed else { return nil }
        let place = claimed.map { $0.sigma < first.sigma ? $0 : first } ?? first
        self.init(here.separation(from: place), heard: heard, silentSince: silent)
    }

    private static func later(_ known: Timestamp?, _ time: Timestamp?) -> Timestamp? {
        guard let time else { return known }
        return known.map { max($0, time) } ?? time
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
