import Glibc

/// What is known of bias and shadowing, in dB, if the distance were known: a normal distribution for each range, with
/// the same variances in all of them.
struct Offsets: Hashable, Sendable {
    var bias: Cells
    var shadow = Cells()
    /// In dB².
    var biasVariance: Float
    var shadowVariance: Float
    var covariance: Float = 0

    /// Before anything was heard.
    init(bias: Double, sigma: Double, shadowSigma: Double) {
        self.bias = Cells(repeating: Float(bias))
        biasVariance = Float(sigma * sigma)
        shadowVariance = Float(shadowSigma * shadowSigma)
    }

    /// The variance of both together.
    var variance: Float { biasVariance + 2 * covariance + shadowVariance }

    /// How both change with time: towards what is usual.
    struct Drift {
        var heldBias: Float, keptShadow: Float
        var usualBias: Float, biasPower: Float, shadowPower: Float
    }

    mutating func drift(_ drift: Drift) {
        let held = drift.heldBias
        let kept = drift.keptShadow
        for index in 0..<8 {
            bias.blocks[index] = (bias.blocks[index] - drift.usualBias) * held + drift.usualBias
            shadow.blocks[index] *= kept
        }
        biasVariance = held * held * biasVariance + (1 - held * held) * drift.biasPower
        shadowVariance = kept * kept * shadowVariance + (1 - kept * kept) * drift.shadowPower
        covariance *= kept * held
    }

    /// The variances, and the covariance.
    struct Doubt { var bias, shadow, both: Float }

    /// What is not known, without what is.
    var doubt: Doubt { Doubt(bias: biasVariance, shadow: shadowVariance, both: covariance) }

    /// Takes on a share of what somebody else is not sure of, who has come along.
    mutating func blend(_ other: Doubt, share: Float) {
        biasVariance += (other.bias - biasVariance) * share
        shadowVariance += (other.shadow - shadowVariance) * share
        covariance += (other.both - covariance) * share
    }

    /// Learns from a strength.
    ///
    /// - Parameters:
    ///   - strength: In dBm.
    ///   - expected: What is to be expected in each range but for bias and shadowing, in dBm.
    ///   - noise: The variance of what differs from one report to the next, in dB².
    ///   - surprise: How likely a strength is that fits no range; a range that is out of the question learns nothing.
    ///   - count: How many blocks of ranges matter.
    /// - Returns: How likely the strength was in each range.
    @inline(__always)
    mutating func learn(
        _ strength: Float, expected: borrowing Cells, noise: Float, surprise: Float, blocks count: Int
    ) -> Cells {
        let biasShare = biasVariance + covariance
        let shadowShare = covariance + shadowVariance
        let variance = biasShare + shadowShare + noise
        let biasGain = biasShare / variance
        let shadowGain = shadowShare / variance
        let factor = -0.5 / variance
        let height = 1 / variance.squareRoot()
        var likelihood = Cells()
        let expected = expected.blocks.span
        for index in 0..<count {
            var error = strength - (expected[index] + bias.blocks[index] + shadow.blocks[index])
            let fit = Cells.exponential(error * error * factor) * height
            likelihood.blocks[index] = fit + surprise
            error *= fit / (fit + surprise)
            bias.blocks[index] += error * biasGain
            shadow.blocks[index] += error * shadowGain
        }
        biasVariance -= biasShare * biasGain
        shadowVariance -= shadowShare * shadowGain
        covariance -= biasShare * shadowGain
        return likelihood
    }

    /// How likely it is in each range that reports in a row are lost.
    ///
    /// - Parameters:
    ///   - missed: How many.
    ///   - expected: What strength is to be expected in each range but for bias and shadowing, in dBm.
    ///   - sensitivity: At which strength every second one is lost, in dBm.
    ///   - fade: The variance of what differs from one report to the next, in dB².
    ///   - count: How many blocks of ranges matter.
    /// - Returns: The probability in each range.
    @inline(__always)
    func loss(of missed: Int, expected: Cells, sensitivity: Float, fade: Float, blocks count: Int) -> Cells {
        let scale = -1 / (Self.slope * Self.slope + 0.3 * (variance + fade)).squareRoot()
        let limit = Cells.Block(repeating: 20)
        var likelihood = Cells()
        for index in 0..<count {
            let strength = expected.blocks[index] + bias.blocks[index] + shadow.blocks[index]
            var margin = (strength - sensitivity) * scale
            margin.clamp(lowerBound: -limit, upperBound: limit)
            let lost = 1 - Self.best / (1 + Cells.exponential(margin))
            var all = lost
            for _ in 1..<max(1, missed) { all *= lost }
            likelihood.blocks[index] = all
        }
        return likelihood
    }

    /// How likely it is in each range that nothing comes at all, and what that tells of bias and shadowing there.
    ///
    /// What keeps one report from coming keeps the next ones too: so it is one event that bias and shadowing together
    /// are so low that even the strongest of the reports is lost, and no product of many. Given that it happened they
    /// are as low as the mean of a normal distribution cut off there, and the silence that follows is no news.
    ///
    /// - Parameters:
    ///   - missed: How many reports did not come.
    ///   - expected: What strength is to be expected in each range but for bias and shadowing, in dBm.
    ///   - spread: The variance, in dB², of what is not known of the loss over a range.
    ///   - sensitivity: At which strength every second report is lost, in dBm.
    ///   - fade: The variance of what differs from one report to the next, in dB².
    ///   - mute: The probability that nothing comes for another reason.
    ///   - count: How many blocks of ranges matter.
    /// - Returns: The probability in each range, if there is no other reason.
    mutating func silence(
        of missed: Int, expected: Cells, spread: Cells, sensitivity: Float, fade: Float, mute: Float, blocks count: Int
    ) -> Cells {
        let strongest = Self.strongest[min(missed, Self.strongest.count - 1)]
        let limit = sensitivity - strongest * fade.squareRoot()
        let always = powf(1 - Self.best, Float(missed))
        let power = Self.slope * Self.slope + variance + fade * (missed == 1 ? 1 : Self.strongestVariance)
        let biasShare = biasVariance + covariance
        let shadowShare = covariance + shadowVariance
        var likelihood = Cells()
        for index in 0..<8 * count {
            let sigma = (power + spread[index]).squareRoot()
            let strength = expected[index] + bias[index] + shadow[index]
            let margin = max(-9, (limit - strength) / sigma)
            let lost = 0.5 * erfcf(-margin / Float(2).squareRoot())
            likelihood[index] = lost + (1 - lost) * always
            let blame = (1 - mute) * lost / ((1 - mute) * likelihood[index] + mute)
            let pull = blame * expf(-0.5 * margin * margin) / (Self.normal * max(lost, 1e-20) * sigma)
            bias[index] -= biasShare * pull
            shadow[index] -= shadowShare * pull
        }
        return likelihood
    }

    /// The mean of the largest of so many numbers from a standard normal distribution.
    ///
    /// From D. Teichroew, "Tables of expected values of order statistics", Annals of Mathematical Statistics 27, 1956.
    private static let strongest: [Float] = [0, 0, 0.564, 0.846, 1.029, 1.163, 1.267, 1.352, 1.424, 1.485, 1.539]
    /// The variance of that, about, for four to ten numbers.
    private static let strongestVariance: Float = 0.4
    /// What the standard normal density is divided by.
    private static let normal: Float = 2.5066283

    /// How sharply, in dB, reception ends at the sensitivity.
    private static let slope: Float = 2
    /// The share of reports received from a tag close by.
    private static let best: Float = 0.95
}

extension Cells {
    /// The exponential function of numbers up to 20, to a per cent near 0 and as good as 0 far below.
    @inline(__always)
    static func exponential(_ power: Block) -> Block {
        var base = 1 + power * (1 / 1024)
        base.replace(with: 0, where: base .< 0)
        for _ in 0..<10 { base *= base }
        return base
    }
}
