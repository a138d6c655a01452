import Glibc

/// A tag's signal as measured at known distances, with a receiver.
public struct Calibration: Hashable, Sendable {
    /// The strengths, in dBm, that came at one distance.
    public struct Level: Hashable, Sendable {
        /// In metres.
        public var distance: Double
        public var strengths: [Double]

        public init(distance: Double, strengths: [Double] = []) {
            (self.distance, self.strengths) = (distance, strengths)
        }

        /// The mean of the middle four fifths: a few outliers do not move it.
        public var mean: Double? {
            guard !strengths.isEmpty else { return nil }
            let cut = strengths.count / 10
            let middle = strengths.sorted()[cut..<(strengths.count - cut)]
            return middle.reduce(0, +) / Double(middle.count)
        }
    }

    /// Why levels are no calibration, in one sentence.
    public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        case silent(metres: Double)
        case few(Int, metres: Double)
        case weak(Double, metres: Double)
        /// Farther off it was heard more strongly, by so many dB.
        case reversed(Double)

        public var description: String {
            switch self {
            case .silent(let metres):
                """
                nothing was heard of the tag at \(Calibration.text(metres)) m: wake it, and end the link of whoever is \
                connected to it, for then it does not advertise
                """
            case .few(let count, let metres):
                """
                only \(count) report\(count == 1 ? "" : "s") came at \(Calibration.text(metres)) m, \(Calibration.fewest) are \
                expected: measure for longer
                """
            case .weak(let strength, let metres):
                """
                at \(Calibration.text(metres)) m the tag is heard with \(Int(strength.rounded())) dBm, too weakly to be \
                measured: change its battery, or take away what stands between
                """
            case .reversed(let by):
                """
                the tag was heard more strongly by \(Int(by.rounded())) dB where it was farther away: measure again in \
                the open, the shorter distance first
                """
            }
        }
    }

    /// RSSI at a metre, in dBm.
    public let powerAtOneMetre: Double
    public let exponent: Double
    /// The standard deviation, in dB, of what is still wrong with the power at a metre.
    public static let biasSigma = 2.0
    /// So many reports are needed at each distance.
    public static let fewest = 8
    /// What is weaker, in dBm, is measured wrongly: weak reports are the first to be lost.
    static let weakest = -92.0
    /// So many dB more from farther away are chance; more are a mistake.
    static let tolerance = 3.0
    /// The standard deviation of the exponent among places, and of the mean of a level for its shadowing, in dB.
    private static let exponentSigma = 0.4, levelSigma = 2.0

    /// Takes the power at a metre from the levels, and the exponent as far as they tell one.
    ///
    /// Two levels 3 dB apart by distance, each wrong by 2 dB, tell little of the exponent: the one known before holds
    /// by the weight of both doubts (a normal prior of 0.4).
    ///
    /// - Parameters:
    ///   - levels: At two distances or more, the shortest first.
    ///   - usual: The exponent that the tag's profile says.
    /// - Throws: ``Failure``.
    public init(levels: [Level], usual: Double) throws(Failure) {
        var points: [(place: Double, strength: Double)] = []
        for level in levels {
            guard let mean = level.mean else { throw .silent(metres: level.distance) }
            guard level.strengths.count >= Self.fewest else {
                throw .few(level.strengths.count, metres: level.distance)
            }
            guard mean >= Self.weakest else { throw .weak(mean, metres: level.distance) }
            points.append((-10 * log10(level.distance), mean))
        }
        if let first = points.first, let last = points.last, last.strength > first.strength + Self.tolerance {
            throw .reversed(last.strength - first.strength)
        }
        let count = Double(max(1, points.count))
        let place = points.map(\.place).reduce(0, +) / count
        let strength = points.map(\.strength).reduce(0, +) / count
        let spread = points.map { ($0.place - place) * ($0.place - place) }.reduce(0, +)
        let slope = points.map { ($0.place - place) * ($0.strength - strength) }.reduce(0, +)
        let known = 1 / (Self.exponentSigma * Self.exponentSigma)
        let told = 1 / (Self.levelSigma * Self.levelSigma)
        let exponent = (usual * known + slope * told) / (known + spread * told)
        self.exponent = min(6, max(1, exponent))
        powerAtOneMetre = strength - self.exponent * place
    }
}

extension Calibration {
    /// A distance in metres, without a fraction where there is none.
    public static func text(_ metres: Double) -> String { metres == metres.rounded() ? "\(Int(metres))" : "\(metres)" }
}
