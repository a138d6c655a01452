/// What a method did in many situations.
public struct SituationScore: Hashable, Sendable {
    public let method: String
    /// Runs in which the level rose to critical while the item was within 10 m, of all runs.
    public let falseCriticals: BinomialInterval
    /// How often it did, per hour that the item was within 10 m.
    public let falseCriticalsPerHour: Double
    /// Runs in which the level rose to warning or beyond while the item was within 5 m, of all runs.
    public let falseWarnings: BinomialInterval
    /// How often it did, per hour that the item was within 10 m.
    public let falseWarningsPerHour: Double
    /// Runs at whose end the item was back and still told of, of all runs.
    public let stuck: BinomialInterval
    /// Losses that were never told of as critical, of all losses.
    public let missed: BinomialInterval
    /// Losses that were told of too soon, of all losses.
    public let early: BinomialInterval
    /// Losses that were told of too late, of all losses.
    public let late: BinomialInterval
    /// Seconds from when the item was beyond 10 m to the critical alert: half of them were faster; nil without losses.
    public let medianDelay: Double?
    /// The same for nineteen of twenty; a missed loss counts as later than all.
    public let longDelay: Double?
    /// Metres between the item and its owner, in truth, at the critical alert: half of them less; nil without losses.
    public let medianDistance: Double?
    /// The same for nineteen of twenty; a missed loss counts as farther than all.
    public let longDistance: Double?

    /// How many runs there were.
    public var runs: Int { falseCriticals.total }
    /// In how many of them the item was truly beyond 10 m.
    public var losses: Int { missed.total }

    /// The score of a method, by its place among ``SituationTrial/methods``, in some runs.
    public init(ofMethod index: Int, in runs: [SituationRun]) {
        method = SituationTrial.methods[index]
        let results = runs.map { $0.results[index] }
        let faults = runs.map { $0.results[index].faults(in: $0.situation) }
        let lost = results.filter(\.isLoss)
        func share(_ fault: SituationFault, of total: Int) -> BinomialInterval {
            BinomialInterval(faults.count { $0.contains(fault) }, of: total)
        }
        falseCriticals = share(.falseCritical, of: runs.count)
        falseWarnings = share(.falseWarning, of: runs.count)
        stuck = share(.stuck, of: runs.count)
        missed = share(.missed, of: lost.count)
        early = share(.early, of: lost.count)
        late = share(.late, of: lost.count)
        let hours = Double(results.reduce(0) { $0 + $1.seconds }) / 3600
        falseCriticalsPerHour = Double(results.reduce(0) { $0 + $1.falseCriticals }) / hours
        falseWarningsPerHour = Double(results.reduce(0) { $0 + $1.falseWarnings }) / hours
        let delays = lost.map { $0.delay ?? .infinity }.sorted()
        let distances = lost.map { $0.distance ?? .infinity }.sorted()
        func told(_ share: Double, _ sorted: [Double]) -> Double? {
            sorted.isEmpty ? nil : Statistics.rank(share, ofSorted: sorted)
        }
        medianDelay = told(0.5, delays)
        longDelay = told(0.95, delays)
        medianDistance = told(0.5, distances)
        longDistance = told(0.95, distances)
    }

    /// The scores of all methods, Tagalong's first.
    public static func all(in runs: [SituationRun]) -> [SituationScore] {
        SituationTrial.methods.indices.map { SituationScore(ofMethod: $0, in: runs) }
    }
}
