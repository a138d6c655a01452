/// How a tag and its receiver usually move to and from each other.
///
/// The two are together, or apart and at rest, or one of them leaves or comes near on foot. A receiver in its owner's
/// pocket has most tags with it for most of the day; one on a shelf has them nowhere in particular.
public struct Motion: Hashable, Sendable {
    /// The pace, in m/s, at which the two leave each other or come near.
    public var pace: Double
    /// The pace, in m/s, of who leaves slowly: looking at shop windows, in a queue, about the house; 0 for nobody.
    public var stroll: Double
    /// The probability that the two are together before anything was heard; 0 where there is no such thing.
    public var together: Double
    /// The distance, in metres, that is as likely exceeded as not while the two are together.
    public var togetherMedian: Double
    /// The standard deviation of the logarithm of the distance while the two are together.
    public var togetherSpread: Double
    /// The time, in seconds, after which the distance is another while the two are together.
    public var togetherTime: Double
    /// For how long, in seconds, the two stay together.
    public var stay: Double
    /// For how long, in seconds, somebody walks straight on.
    public var walk: Double
    /// For how long, in seconds, somebody who is apart stands still.
    public var rest: Double
    /// How much weaker than the model says a tag is heard as a rule, in dB: a body is in the way.
    public var body: Double
    /// The standard deviation of that, in dB.
    public var bodySigma: Double
    /// The time, in seconds, after which that is another: somebody turns round.
    public var bodyTime: Double
    /// Where the two are while they are apart, before anything was heard.
    public var apart: DistanceDistribution
    /// After how many seconds nothing is known of where the two are apart, but what was known before.
    public var apartTime: Double

    /// The receiver is carried by the owner, who has the thing with him most of the day.
    public static let carried = Self(
        pace: 1.4,
        stroll: 0.45,
        together: 0.95,
        togetherMedian: 0.6,
        togetherSpread: 0.45,
        togetherTime: 60,
        stay: 43200,
        walk: 300,
        rest: 60,
        body: 4,
        bodySigma: 4,
        bodyTime: 60,
        apart: DistanceDistribution(),
        apartTime: 3600
    )

    /// The receiver stands somewhere, and the tag comes and goes.
    public static let fixed = Self(
        pace: 0.5,
        stroll: 0,
        together: 0,
        togetherMedian: 0.8,
        togetherSpread: 0.6,
        togetherTime: 20,
        stay: 7200,
        walk: 5,
        rest: 600,
        body: 0,
        bodySigma: 0,
        bodyTime: 60,
        apart: DistanceDistribution(median: 6, spread: 1.3),
        apartTime: 600
    )
}
