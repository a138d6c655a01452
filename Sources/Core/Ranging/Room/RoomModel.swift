import Glibc
import Tracking

/// What is known of one receiver in a place that somebody has walked through with a tag: how it hears there, and how
/// far off a tag is at all.
///
/// Walls and furniture make ±5 to 8 dB of what is heard in a flat, and they stay while the tag does. So minutes of
/// reports are one look at the law of distance, and its doubt is that of a look, not that of a report.
public struct RoomModel: Hashable, Sendable {
    /// The law of distance, what is wrong with it for this tag, and how far what is heard for a while strays from it.
    public var reception: ReceptionModel
    /// How far the tag is before anything is heard.
    public var prior: DistanceDistribution

    /// For so many seconds a tag stays about where it is; what is heard meanwhile is one look.
    static let look = 300.0
    /// Over so many seconds strengths are averaged: fading goes, and the tag is still nearly where it was.
    static let settling = 15.0
    /// The share of a look that another receiver's is worth for this one: the walls are alike, the aerials are not.
    static let kinship = 0.1
    /// The exponent of the law indoors, and its standard deviation from one place to another.
    static let likelyExponent = 2.5, exponentDoubt = 0.5
    /// The standard deviation, in dB, that a look usually has in a flat, and for how many looks that counts.
    static let usualSigma = 7.0, usualLooks = 2.0

    public init(reception: ReceptionModel, prior: DistanceDistribution) {
        (self.reception, self.prior) = (reception, prior)
    }

    /// Learns from a walk at known distances.
    ///
    /// - Parameters:
    ///   - own: What the receiver heard, in the order of time; empty for one that nobody has calibrated.
    ///   - others: What other receivers of the same place heard, each in the order of time.
    ///   - usual: What holds where the samples tell nothing.
    ///   - prior: How far the tag is before anything is heard.
    public init(
        own: [CalibrationSample],
        others: [[CalibrationSample]] = [],
        usual: ReceptionModel = ReceptionModel(),
        prior: DistanceDistribution
    ) {
        var looks = Self.looks(own, worth: 1)
        for other in others { looks += Self.looks(other, worth: own.isEmpty ? 1 : Self.kinship) }
        self.init(reception: Self.reception(looks, usual), prior: prior)
    }

    /// The law by least squares, its exponent and its doubt held by what is usual indoors.
    private static func reception(_ looks: [Look], _ usual: ReceptionModel) -> ReceptionModel {
        var model = usual
        model.shadowSigma = usualSigma
        model.shadowTime = settling
        let sum = looks.reduce(0) { $0 + $1.weight }
        guard sum > 0 else { return model }
        let place = looks.reduce(0) { $0 + $1.weight * $1.place } / sum
        let strength = looks.reduce(0) { $0 + $1.weight * $1.strength } / sum
        let known = usualSigma * usualSigma / (exponentDoubt * exponentDoubt)
        var spread = known
        var slope = known * likelyExponent
        for look in looks {
            spread += look.weight * (look.place - place) * (look.place - place)
            slope += look.weight * (look.place - place) * (look.strength - strength)
        }
        model.exponent = min(6, max(0.5, slope / spread))
        model.powerAtOneMetre = strength - model.exponent * place
        var squares = usualLooks * usualSigma * usualSigma
        for look in looks {
            let off = look.strength - model.powerAtOneMetre - model.exponent * look.place
            squares += look.weight * off * off
        }
        model.shadowSigma = (squares / (sum + usualLooks)).squareRoot()
        model.biasSigma = min(usual.biasSigma, Calibration.biasSigma)
        return model
    }

    /// A settled strength, in dBm, at -10 log10 of the distance, with the share of a look that it is.
    private typealias Look = (weight: Double, place: Double, strength: Double)

    private static func looks(_ samples: [CalibrationSample], worth: Double) -> [Look] {
        var mean = SettlingMean()
        var last: Timestamp?
        return samples.map { sample in
            let passed = last.map { max(0, sample.time.seconds - $0.seconds) } ?? 1
            last = sample.time
            let strength = mean.add(sample.strength, after: passed)
            return (worth * min(passed, settling) / look, -10 * log10(max(0.01, sample.distance)), strength)
        }
    }
}

/// The mean of what was heard lately, in dBm, older reports counting ever less.
struct SettlingMean: Hashable, Sendable {
    private var sum = 0.0
    private var weight = 0.0

    /// Adds the mean of some reports after so many seconds, and answers with the new mean.
    mutating func add(_ strength: Double, samples: Double = 1, after seconds: Double) -> Double {
        let kept = exp(-seconds / RoomModel.settling)
        sum = sum * kept + strength * samples
        weight = weight * kept + samples
        return sum / weight
    }
}
