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
    public var model: ReceptionModel { receiver.model }
    /// When the last reception ended; nil before the first.
    public private(set) var time: Timestamp?

    let table: MotionTable
    /// The variance of shadowing and bodies together, in dB², and the time in seconds after which it is another.
    private let shadowPower, shadowTime: Double
    private let receiver: ReceptionTable
    /// The probability of each range, by what the two are doing; all five sum up to 1.
    var together, resting, leaving, strolling, coming: Cells
    /// What is known of bias and shadowing if the two are together, and if they are not.
    var joint, apart: Offsets
    /// The probability that nothing is received for another reason than the distance, if the two are together, and if
    /// they are not: kept apart, for silence is explained by the one or by the other.
    var muteTogether: Float = 0
    var muteApart: Float = 0

    /// A filter that has heard nothing, for a receiver and the way that the two move.
    public init(model: ReceptionModel, motion: Motion = .fixed) {
        receiver = ReceptionTable.of(model)
        table = MotionTable.of(motion)
        let away = motion.apart.weights * Float(1 - motion.together)
        together = table.dwelling * Float(motion.together)
        let out = away * 0.25
        resting = away * 0.5
        coming = out
        let slow = table.steps[0].slow
        leaving = out * (1 - slow)
        strolling = out * slow
        shadowPower = model.shadowSigma * model.shadowSigma + motion.bodySigma * motion.bodySigma
        let times = model.shadowSigma * model.shadowSigma * model.shadowTime
        shadowTime = (times + motion.bodySigma * motion.bodySigma * motion.bodyTime) / max(1e-9, shadowPower)
        joint = Offsets(bias: -motion.body, sigma: model.biasSigma, shadowSigma: shadowPower.squareRoot())
        apart = joint
    }

    public var motion: Motion { table.motion }

    /// What is known at the last reception.
    public var distribution: DistanceDistribution {
        DistanceDistribution(together + resting + (leaving + strolling + coming))
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
        } else if reception.isLink, reception.samples > 0 {
            hold()
        }
        if reception.samples > 0 { (muteTogether, muteApart) = (0, 0) }
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
            usualBias: Float(-table.motion.body),
            biasPower: Float(model.biasSigma * model.biasSigma),
            shadowPower: Float(shadowPower)
        )
        joint.drift(drift)
        apart.drift(drift)
        let still = expf(-seconds / Self.muteTime)
        let begins = 1 - expf(-seconds / Self.muteEvery)
        muteTogether = muteTogether * still + (1 - muteTogether) * begins
        muteApart = muteApart * still + (1 - muteApart) * begins
    }

    // MARK: Evidence

    private mutating func receive(_ told: Float, _ samples: Int) {
        // Where antennas touch the law of distance does not hold: how much stronger it is there tells nothing.
        let strength = table.motion.together > 0 ? min(told, receiver.strengths[0] + Self.closest) : told
        let noise = Float(model.fadeSigma * model.fadeSigma) / Float(samples)
        let surprise = Self.surprise
        let near = joint.learn(
            strength, expected: receiver.strengths, noise: noise, surprise: surprise, blocks: MotionTable.dwellingBlocks
        )
        let far = apart.learn(strength, expected: receiver.strengths, noise: noise, surprise: surprise, blocks: 8)
        weigh(near, far)
    }

    /// A link that stands: not so many packets in a row were lost that it would have ended.
    private mutating func hold() {
        let sensitivity = Float(model.sensitivity)
        let fade = Float(model.fadeSigma * model.fadeSigma)
        let lost = [joint, apart].map {
            $0.loss(of: Self.linkPackets, expected: receiver.strengths, sensitivity: sensitivity, fade: fade, blocks: 8)
        }
        weigh(Cells { 1 - lost[0][$0] + Self.surprise }, Cells { 1 - lost[1][$0] + Self.surprise })
    }

    /// Each report that did not come is as likely as the tag is out of reach there.
    private mutating func miss(_ missed: Int, of expected: Int) {
        let sensitivity = Float(model.sensitivity)
        let fade = Float(model.fadeSigma * model.fadeSigma)
        let dwelling = MotionTable.dwellingBlocks
        guard missed >= expected else {
            let near = joint.loss(
                of: min(missed, 8), expected: receiver.strengths, sensitivity: sensitivity, fade: fade, blocks: dwelling
            )
            let far = apart.loss(
                of: min(missed, 8), expected: receiver.strengths, sensitivity: sensitivity, fade: fade, blocks: 8
            )
            return weigh(near, far)
        }
        var near = joint.silence(
            of: missed,
            expected: receiver.strengths,
            spread: receiver.spread,
            sensitivity: sensitivity,
            fade: fade,
            mute: muteTogether,
            blocks: dwelling
        )
        var far = apart.silence(
            of: missed,
            expected: receiver.strengths,
            spread: receiver.spread,
            sensitivity: sensitivity,
            fade: fade,
            mute: muteApart,
            blocks: 8
        )
        // How likely the silence is if nothing is mute, on either side.
        var with = Cells.Block()
        var heardWith = Cells.Block()
        var away = Cells.Block()
        var heardAway = Cells.Block()
        for index in 0..<8 {
            let others = resting.blocks[index] + leaving.blocks[index] + strolling.blocks[index] + coming.blocks[index]
            with += together.blocks[index]
            heardWith += together.blocks[index] * near.blocks[index]
            away += others
            heardAway += others * far.blocks[index]
            near.blocks[index] = near.blocks[index] * (1 - muteTogether) + muteTogether
            far.blocks[index] = far.blocks[index] * (1 - muteApart) + muteApart
        }
        weigh(near, far)
        muteTogether = Self.mute(muteTogether, unless: heardWith.sum() / max(with.sum(), Self.least))
        muteApart = Self.mute(muteApart, unless: heardAway.sum() / max(away.sum(), Self.least))
    }

    /// Bayes' rule for a silence of such a likelihood.
    private static func mute(_ before: Float, unless likelihood: Float) -> Float {
        before / max(before + (1 - before) * likelihood, 1e-20)
    }

    private mutating func weigh(_ near: borrowing Cells, _ far: borrowing Cells) {
        let (near, far) = (near.blocks.span, far.blocks.span)
        var sums = Cells.Block()
        for index in 0..<8 {
            let factor = far[index]
            together.blocks[index] = together.blocks[index] * near[index] + Self.least
            resting.blocks[index] = resting.blocks[index] * factor + Self.least
            leaving.blocks[index] = leaving.blocks[index] * factor + Self.least
            coming.blocks[index] = coming.blocks[index] * factor + Self.least
            strolling.blocks[index] = strolling.blocks[index] * factor + Self.least
            sums += together.blocks[index] + resting.blocks[index] + leaving.blocks[index] + coming.blocks[index]
            sums += strolling.blocks[index]
        }
        let factor = 1 / sums.sum()
        for index in 0..<8 {
            together.blocks[index] *= factor
            resting.blocks[index] *= factor
            leaving.blocks[index] *= factor
            coming.blocks[index] *= factor
            strolling.blocks[index] *= factor
        }
    }

    /// The packets in a row whose loss ends a link: 420 ms at one each 50 ms, as Linux asks for.
    private static let linkPackets = 8
    /// The time in seconds after which the bias may be another: the thing hangs elsewhere, or lies the other way round.
    private static let biasTime: Float = 3600
    /// So many dB above the nearest range's strength count at most: two standard deviations of a tag's bias; our
    /// choice.
    private static let closest: Float = 10
    /// Any range remains this likely, as to a strength that fits none.
    private static let surprise: Float = 1e-6
    /// What no range falls below, lest numbers too small for the processor's fast path come up.
    static let least: Float = 1e-15
    /// How often, in seconds, and for how long nothing is received for another reason.
    private static let muteEvery: Float = 43_200, muteTime: Float = 20
}

extension RangeFilter: Hashable {
    public static func == (left: Self, right: Self) -> Bool {
        left.model == right.model && left.motion == right.motion && left.time == right.time
            && left.together == right.together && left.resting == right.resting && left.leaving == right.leaving
            && left.coming == right.coming && left.strolling == right.strolling
            && left.joint == right.joint && left.apart == right.apart
            && left.muteTogether == right.muteTogether && left.muteApart == right.muteApart
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(model)
        hasher.combine(time)
        hasher.combine(together)
    }
}
