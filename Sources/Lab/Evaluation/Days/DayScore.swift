import Tracking

struct DayResult: Hashable, Sendable {
    /// How often the level rose to warning or beyond while the item was with its owner.
    var falseWarnings = 0
    /// How often it rose to critical while the item was with its owner.
    var falseCriticals = 0
    /// Seconds from when the item was beyond the critical threshold to the critical alert; nil for a missed loss.
    var delay: Double?
    /// How far the owner had truly come at the critical alert, in metres.
    var distance: Double?
}

/// What a method did in many days of one plan.
public struct DayScore: Hashable, Sendable {
    public let method: String
    public let plan: DayPlan
    /// How many items were watched for a day, or left behind.
    public let runs: Int
    /// False warnings per item and day; nil for what is left behind.
    public let falseWarnings: Double?
    /// False critical alerts per item and day; nil for what is left behind.
    public let falseCriticals: Double?
    /// How many of those left behind were never told of as critical; nil for what is carried.
    public let missed: Int?
    /// Seconds from when an item was beyond the critical threshold to the critical alert: half of them were faster.
    public let medianDelay: Double?
    /// The same for nineteen of twenty.
    public let longDelay: Double?
    /// How far the owner had come at the critical alert, in metres: half of them less far.
    public let medianDistance: Double?
    /// The same for nineteen of twenty; a missed loss counts as farther than all.
    public let longDistance: Double?

    init(method: String, plan: DayPlan, results: [DayResult]) {
        self.method = method
        self.plan = plan
        runs = results.count
        let days = Double(results.count) * Double(plan.leaves ?? plan.length) / 86_400
        let isCarried = plan.leaves == nil
        falseWarnings = isCarried ? Double(results.reduce(0) { $0 + $1.falseWarnings }) / days : nil
        falseCriticals = isCarried ? Double(results.reduce(0) { $0 + $1.falseCriticals }) / days : nil
        missed = isCarried ? nil : results.count { $0.delay == nil }
        let delays = results.map { $0.delay ?? .infinity }.sorted()
        let distances = results.map { $0.distance ?? .infinity }.sorted()
        func told(_ share: Double, _ sorted: [Double]) -> Double? {
            isCarried ? nil : Statistics.rank(share, ofSorted: sorted)
        }
        medianDelay = told(0.5, delays)
        longDelay = told(0.95, delays)
        medianDistance = told(0.5, distances)
        longDistance = told(0.95, distances)
    }
}

struct DayTally: Sendable {
    private var watch: any DayWatch
    private var level = AlertLevel.none
    private var beyondSince: Int?
    private(set) var result = DayResult()

    init(_ watch: any DayWatch) { self.watch = watch }

    mutating func observe(_ moment: DayMoment, of plan: DayPlan) {
        let before = level
        level = watch.observe(moment)
        let isLeft = plan.leaves.map { moment.second >= $0 } ?? false
        guard isLeft else {
            if level > before, level >= .warning { result.falseWarnings += 1 }
            if level > before, level == .critical { result.falseCriticals += 1 }
            return
        }
        if beyondSince == nil, moment.distance > Thresholds.standard.critical { beyondSince = moment.second }
        guard level == .critical, result.delay == nil else { return }
        result.delay = beyondSince.map { Double(moment.second - $0) } ?? 0
        result.distance = moment.distance
    }
}
