import Glibc
public import Tracking

/// How far a tag is from one receiver alone, in a place that is known: as a ``RoomModel`` says.
///
/// The mean of the last seconds is one look through the walls in between. It is read by Bayes' rule against where tags
/// are in that place; another look is not taken for independent while nothing has moved, so the doubt stays that of the
/// walls however many reports come. By how much this tag is stronger than the one of the calibration is learnt from how
/// likely what is heard over minutes would be of a tag anywhere in the place.
public struct RoomFilter: Hashable, Sendable {
    public let model: RoomModel
    /// When the last report came; nil before the first.
    public private(set) var time: Timestamp?
    /// What is known at the last report.
    public private(set) var distribution: DistanceDistribution

    private var mean = SettlingMean()
    /// The logarithm of how likely each bias is, but for a constant.
    private var biases: SIMD8<Float>
    /// The strength to expect in each range, in dBm, without bias and shadowing.
    private let strengths: Cells

    /// The biases that are told apart, in standard deviations; the last one is none.
    private static let steps = SIMD8<Float>(-3, -2, -1, 0, 1, 2, 3, .infinity)
    /// After so many seconds the bias may be another: the thing hangs elsewhere, or lies the other way round.
    private static let biasTime = 3600.0

    /// A filter that has heard nothing.
    public init(model: RoomModel) {
        self.model = model
        distribution = model.prior
        biases = Self.steps * Self.steps * -0.5
        strengths = Cells { Float(model.reception.strength(at: DistanceDistribution.middle($0))) }
    }

    /// Takes in a reception; one older than the last, or without a strength, is no news.
    public mutating func observe(_ reception: Reception) {
        guard let strength = reception.strength, reception.samples > 0 else { return }
        if let time, reception.time <= time { return }
        let passed = time.map { reception.time.seconds - $0.seconds } ?? 0
        time = reception.time
        learn(mean.add(strength, samples: Double(reception.samples), after: passed), after: passed)
    }

    private mutating func learn(_ strength: Double, after seconds: Double) {
        let usual = Self.steps * Self.steps * -0.5
        let held = Float(exp(-seconds / Self.biasTime))
        let share = Float(min(seconds, RoomModel.settling) / RoomModel.look)
        let sigma = model.reception.shadowSigma
        let factor = Float(-0.5 / max(0.01, sigma * sigma))
        var likelihoods = InlineArray<7, Cells>(repeating: Cells())
        for step in 0..<7 {
            let expected = Float(strength) - Self.steps[step] * Float(model.reception.biasSigma)
            var likelihood = Cells()
            for index in 0..<8 {
                let error = expected - strengths.blocks[index]
                likelihood.blocks[index] = Cells.exponential(error * error * factor) + Self.surprise
            }
            likelihoods[step] = likelihood * model.prior.weights
            biases[step] = usual[step] + (biases[step] - usual[step]) * held + share * logf(likelihoods[step].sum())
        }
        let most = biases.max()
        var sum = Cells()
        for step in 0..<7 { sum = sum + likelihoods[step] * expf(biases[step] - most) }
        distribution = DistanceDistribution(sum)
    }

    /// Any range remains this likely, as to a strength that fits none.
    private static let surprise: Float = 1e-4
}
