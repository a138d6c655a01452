import Glibc
public import Tracking

/// What one receiver's receptions of one tag tell of the distance between the two.
///
/// For each range of distance it keeps how likely that is while the two are together, apart at rest, leaving or coming
/// near, and what the bias and the shadowing would be then (a Rao-Blackwellised grid filter: A. Doucet et al., "Rao-
/// Blackwellised particle filtering", UAI 2000, with ranges in place of particles). So the bias is learnt while the
/// distance is known, and never averaged out while it is not; shadowing counts as often as it changes; and what is
/// missing tells as much as what is received. An update takes no memory.
public struct RangeFilter: Sendable {
    public let model: ReceptionModel
    /// When the last reception ended; nil before the first.
    public private(set) var time: Timestamp?

    let table: MotionTable
    /// The variance of shadowing and bodies together, in dB², and the time in seconds after which it is another.
    private let shadowPower, shadowTime: Double
    /// The strength to expect in each range, in dBm, without bias and shadowing.
    private let strengths: Cells
    /// The probability of each range, by what the two are doing; all four sum up to 1.
    var together, resting, leaving, coming: Cells
    /// What is known of bias and shadowing if the two are together, and if they are not.
    var joint, apart: Offsets
    /// The probability that nothing is received for another reason than the distance.
    private var mute: Float = 0

    /// A filter that has heard nothing.
    ///
    /// - Parameters:
    ///   - model: How the receiver hears the tag.
    ///   - motion: How the two move.
    public init(model: ReceptionModel, motion: Motion = .fixed) {
        self.model = model
        table = MotionTable.of(motion)
        strengths = Cells { Float(model.strength(at: DistanceDistribution.middle($0))) }
        let away = motion.apart.weights * Float(1 - motion.together)
        together = table.dwelling * Float(motion.together)
        (resting, leaving, coming) = (away * 0.5, away * 0.25, away * 0.25)
        shadowPower = model.shadowSigma * model.shadowSigma + motion.bodySigma * motion.bodySigma
        let times = model.shadowSigma * model.shadowSigma * model.shadowTime
        shadowTime = (times + motion.bodySigma * motion.bodySigma * motion.bodyTime) / max(1e-9, shadowPower)
        joint = Offsets(bias: -motion.body, sigma: model.biasSigma, shadowSigma: shadowPower.squareRoot())
        apart = joint
    }

    public var motion: Motion { table.motion }

    /// What is known at the last reception.
    public var distribution: DistanceDistribution {
        DistanceDistribution(together + resting + (leaving + coming))
    }

    /// The probability that the two are together.
    public var probabilityTogether: Double { Double(together.sum()) }

    /// What is to be expected at a later time, if nothing is received until then or nobody listens.
    public func distribution(at time: Timestamp) -> DistanceDistribution {
        var copy = self
        copy.advance(to: time)
        return copy.distribution
    }

    /// Takes in a reception; one older than the last is no news.
    public mutating func observe(_ reception: Reception) {
        if let time, reception.time <= time { return }
        advance(to: reception.time)
        if let strength = reception.strength, reception.samples > 0 {
            receive(Float(strength), reception.samples)
        }
        if reception.samples > 0 { mute = 0 }
        let missed = reception.expected - reception.samples
        if missed > 0 { miss(missed, of: reception.expected) }
    }

    // MARK: Time

    private mutating func advance(to time: Timestamp) {
        guard let last = self.time else {
            self.time = time
            return
        }
        let passed = min(4 * MotionTable.longest, time.milliseconds - last.milliseconds)
        // Too short to matter; it is made up for with the next reception.
        guard passed >= MotionTable.quantum / 2 else { return }
        self.time = time
        for _ in 0..<(passed / MotionTable.longest) { move(table.steps[MotionTable.levels - 1]) }
        let quanta = (passed % MotionTable.longest + MotionTable.quantum / 2) / MotionTable.quantum
        for level in 0..<MotionTable.levels where quanta & (1 << Int64(level)) != 0 { move(table.steps[level]) }
        drift(Float(passed) / 1000)
    }

    private mutating func drift(_ seconds: Float) {
        let drift = Offsets.Drift(
            heldBias: expf(-seconds / Self.biasTime),
            keptShadow: expf(-seconds / Float(max(0.1, shadowTime))),
            usualBias: Float(-motion.body),
            biasPower: Float(model.biasSigma * model.biasSigma),
            shadowPower: Float(shadowPower)
        )
        joint.drift(drift)
        apart.drift(drift)
        let still = expf(-seconds / Self.muteTime)
        mute = mute * still + (1 - mute) * (1 - expf(-seconds / Self.muteEvery))
    }

    // MARK: Evidence

    private mutating func receive(_ strength: Float, _ samples: Int) {
        let noise = Float(model.fadeSigma * model.fadeSigma) / Float(samples)
        let surprise = Self.surprise
        let near = joint.learn(
            strength,
            expected: strengths,
            noise: noise,
            surprise: surprise,
            blocks: MotionTable.dwellingBlocks
        )
        let far = apart.learn(strength, expected: strengths, noise: noise, surprise: surprise, blocks: 8)
        weigh(near, far)
    }

    /// Each report that did not come is as likely as the tag is out of reach there.
    private mutating func miss(_ missed: Int, of expected: Int) {
        let (sensitivity, fade) = (Float(model.sensitivity), Float(model.fadeSigma * model.fadeSigma))
        let count = min(missed, 8)
        var near = joint.loss(
            of: count,
            expected: strengths,
            sensitivity: sensitivity,
            fade: fade,
            blocks: MotionTable.dwellingBlocks
        )
        var far = apart.loss(of: count, expected: strengths, sensitivity: sensitivity, fade: fade, blocks: 8)
        guard missed >= expected else { return weigh(near, far) }
        var sums = Cells.Block()
        for index in 0..<8 {
            let away = resting.blocks[index] + leaving.blocks[index] + coming.blocks[index]
            sums += together.blocks[index] * near.blocks[index] + away * far.blocks[index]
            near.blocks[index] = near.blocks[index] * (1 - mute) + mute
            far.blocks[index] = far.blocks[index] * (1 - mute) + mute
        }
        weigh(near, far)
        mute /= max(mute + (1 - mute) * sums.sum(), 1e-20)
    }

    private mutating func weigh(_ near: Cells, _ far: Cells) {
        var sums = Cells.Block()
        for index in 0..<8 {
            let factor = far.blocks[index]
            together.blocks[index] = together.blocks[index] * near.blocks[index] + Self.least
            resting.blocks[index] = resting.blocks[index] * factor + Self.least
            leaving.blocks[index] = leaving.blocks[index] * factor + Self.least
            coming.blocks[index] = coming.blocks[index] * factor + Self.least
            sums += together.blocks[index] + resting.blocks[index] + leaving.blocks[index] + coming.blocks[index]
        }
        let factor = 1 / sums.sum()
        for index in 0..<8 {
            together.blocks[index] *= factor
            resting.blocks[index] *= factor
            leaving.blocks[index] *= factor
            coming.blocks[index] *= factor
        }
    }

    /// The time in seconds after which the bias may be another: the thing hangs elsewhere, or lies the other way round.
    private static let biasTime: Float = 3600
    /// Any range remains this likely, as to a strength that fits none.
    private static let surprise: Float = 1e-6
    /// What no range falls below, lest numbers too small for the processor's fast path come up.
    static let least: Float = 1e-15
    /// How often, in seconds, and for how long nothing is received for another reason.
    private static let muteEvery: Float = 7200, muteTime: Float = 60
}

extension RangeFilter: Hashable {
    public static func == (left: Self, right: Self) -> Bool {
        left.model == right.model && left.motion == right.motion && left.time == right.time
            && left.together == right.together && left.resting == right.resting && left.leaving == right.leaving
            && left.coming == right.coming && left.joint == right.joint && left.apart == right.apart
            && left.mute == right.mute
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(model)
        hasher.combine(time)
        hasher.combine(together)
    }
}
