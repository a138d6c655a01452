/// What the guard takes for a stay, a leg and a follower.
///
/// Weights are natural logarithms of likelihood ratios "moves with me" against "belongs here"; docs/guard.md says on which simulated days they were chosen.
public struct GuardPolicy: Hashable, Sendable {
    /// Seconds after which the owner has stopped somewhere.
    public var stay = 20 * 60
    /// The same where there is a single position.
    public var silence = 22 * 60
    /// Metres around a stop within which the owner has not left it, beside the doubt of the positions.
    public var radius = 250.0
    /// Metres from stop to stop, beyond the doubt of both, that make a leg.
    public var legLength = 400.0
    /// Seconds after an arrival that still belong to the leg, for positions are late.
    public var settling = 8 * 60
    /// Seconds after an arrival until which a tag that is heard rarely may be waited for.
    public var patience = 50 * 60
    /// Seconds before a departure in which what is heard at a stop counts as being there.
    public var attendance = 90 * 60
    /// A tag was at one stop and stayed at the next.
    public var moved = 3.0
    /// The same on a way that it went before, or back from an outing in company.
    public var movedAgain = 1.2
    /// It was heard from the departure to the arrival, and at neither stop, as in a vehicle.
    public var rode = 2.7
    /// It was beside its owner, and stayed behind.
    public var leftBehind = 3.0
    /// Taken off for each factor of e of others that moved on the same leg.
    public var company = 0.7
    /// The same for others that rode along, as in a carriage.
    public var companyOnTheWay = 0.9
    /// The same for others that were heard for minutes of the way.
    public var metOnTheWay = 0.5
    /// Taken off at once from what does not tell whether its own owner is near.
    public var untold = 1.0
    /// Taken off at once from what is at home when the guard begins, as the household's own things are.
    public var resident = 2.5
    /// From which sum on it follows.
    public var notice = 4.15
    /// How many independent legs are asked for, one of which began or ended at home: elsewhere people go about in
    /// company.
    public var legs = 2
    /// How much that one counts at least, so that nobody who rode along in a full carriage is taken for a follower.
    public var homeward = 1.5
    /// How many of them are asked for as long as it is not known where home is.
    public var legsAway = 3
    /// Below which no sum falls, so that what is planted later can still be found.
    public var floor = -9.0
    /// Seconds for which an episode is remembered.
    public var memory = 14 * 86_400
    /// Seconds from the beginning in which the household's things are learned, as long as the owner stays there.
    public var learning = 2 * 3600
    /// How many tags are remembered at most.
    public var most = 4000

    public init() {}
    public static let standard = GuardPolicy()
}
