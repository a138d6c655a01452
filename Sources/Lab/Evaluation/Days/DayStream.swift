import Glibc
import Simulation
import Tracking

/// What is true and what is measured at one second of a day.
struct DayMoment: Sendable {
    /// Seconds since the day began.
    var second: Int
    /// Metres between item and owner.
    var distance: Double
    /// What the owner's phone received of the item's advertisement of this second, in dBm; nil for nothing.
    var strength: Double?
    /// Where the item believes to be; nil when it does not tell.
    var item: Fix?
    /// Where the owner's phone believes to be; nil when it does not tell.
    var owner: Fix?

    var time: Timestamp { DayStream.begin.advanced(by: .seconds(second)) }
}

/// One day second by second: a seed and a plan make always the same one.
struct DayStream: Sendable, Sequence, IteratorProtocol {
    static let begin = Timestamp(milliseconds: 1_777_600_000_000)
    /// Seconds between two positions of the owner's phone.
    private static let phoneEvery = 10
    /// The median distance, in metres, of what is carried; the standard deviation of its logarithm; and the time in
    /// seconds after which it is another.
    private static let carried = (median: 0.5, spread: 0.3, time: 60.0)

    private let plan: DayPlan
    private let place: Coordinate
    private let bearing: SIMD2<Double>
    private var second = 0
    private var draws: SplitMix
    private var pocket: GaussMarkov
    private var walks: Telegraph
    private var way = 0.0
    private var radio: RadioNoise
    private var itemGNSS: GNSSNoise?
    private var phoneGNSS: GNSSNoise?

    /// Where the owner turns back, and for how many seconds there is a rest before.
    struct Turn: Sendable {
        /// Metres.
        var distance: Double
        var rest: Double

        /// How far the owner is so many seconds after having walked off.
        func distance(after seconds: Double) -> Double {
            let back = seconds - distance / DayPlan.pace - rest
            return Swift.min(DayPlan.pace * seconds, distance, Swift.max(0, distance - DayPlan.pace * back))
        }
    }

    private let turn: Turn?

    init(_ plan: DayPlan, seed: UInt64, turn: Turn? = nil) throws(Coordinate.Invalid) {
        (self.plan, self.turn) = (plan, turn)
        place = try Coordinate(latitude: 52.22, longitude: 21.01)
        let noise = NoiseParameters(plan.surroundings)
        let stream = { (purpose: String) in SplitMix(seed: seed, stream: "day/\(plan.kind)/\(purpose)") }
        var draws = stream("way")
        let angle = 2 * Double.pi * draws.unit()
        bearing = SIMD2(cos(angle), sin(angle))
        pocket = GaussMarkov(time: Self.carried.time, from: draws.normal())
        walks = Telegraph(Telegraph.Times(off: 3000, on: 600), at: 0, &draws)
        self.draws = draws
        radio = RadioNoise(noise.radio ?? RadioNoise.Parameters(), stream("radio"))
        itemGNSS = noise.gnss.map { GNSSNoise($0, stream("item"), at: -600) }
        phoneGNSS = noise.phone.map { GNSSNoise($0, stream("phone"), at: -600) }
        // Both have been on for long.
        for early in [-600.0, -1] {
            _ = itemGNSS?.sample(at: early)
            _ = phoneGNSS?.sample(at: early)
        }
    }

    mutating func next() -> DayMoment? {
        guard second < plan.length else { return nil }
        defer { second += 1 }
        let seconds = Double(second)
        let isLeft = plan.leaves.map { second >= $0 } ?? false
        pocket.pass(1, draws.normal())
        let beside = Self.carried.median * exp(Self.carried.spread * pocket.value)
        var distance = beside
        if isLeft, let leaves = plan.leaves {
            let away = Double(second - leaves)
            distance = Swift.max(beside, turn?.distance(after: away) ?? DayPlan.pace * away)
        } else {
            _ = walks.advance(to: seconds, &draws)
            if walks.isOn, plan.kind == .carried { way += DayPlan.pace }
        }
        let strength = radio.sample(at: seconds, distance: distance, RadioModel(), mayMeetBody: true).map(Double.init)
        let isLocated = plan.locatedEvery.map { second % $0 == 0 } ?? false
        let isPhoneLocated = plan.locatedEvery.map { second % Swift.min(Self.phoneEvery, $0) == 0 } ?? false
        var moment = DayMoment(second: second, distance: distance, strength: strength)
        if isLocated { moment.item = fix(&itemGNSS, at: way, moment.time, seconds) }
        if isPhoneLocated { moment.owner = fix(&phoneGNSS, at: way + distance, moment.time, seconds) }
        return moment
    }

    private func fix(_ noise: inout GNSSNoise?, at way: Double, _ time: Timestamp, _ seconds: Double) -> Fix? {
        guard case .fix(let error) = noise?.sample(at: seconds) else { return nil }
        let position = place.offset(north: way * bearing.x + error.north, east: way * bearing.y + error.east)
        return Fix(coordinate: position, time: time, accuracy: error.accuracy)
    }
}
