import Glibc
public import Tracking

/// A strength that was received at a distance that is known.
public struct CalibrationSample: Hashable, Sendable {
    public var time: Timestamp
    /// In metres.
    public var distance: Double
    /// In dBm.
    public var strength: Double

    public init(time: Timestamp, distance: Double, strength: Double) {
        (self.time, self.distance, self.strength) = (time, distance, strength)
    }
}

extension ReceptionModel {
    /// The model that fits one receiver's samples best.
    ///
    /// P(1 m) and n come from robust least squares, iteratively reweighted with Huber's weights ("Robust Statistics",
    /// 1981), and how wrong they are from how the residuals resemble those before.
    /// What differs between neighbours in time is fading; what stays longer is shadowing, whose time is the sum of its
    /// autocorrelation; the residual's mean over ten such times is the bias that is left.
    ///
    /// - Parameters:
    ///   - samples: In the order of their times; fewer than 3 tell nothing.
    ///   - usual: What holds where the samples tell nothing.
    /// - Returns: The model; the usual one when there are too few samples, or all are from one distance.
    public static func fitted(
        to samples: [CalibrationSample], usual: ReceptionModel = ReceptionModel()
    ) -> ReceptionModel {
        guard samples.count >= 3 else { return usual }
        let line = Line(robust: samples, usual: usual.exponent)
        var model = usual
        model.powerAtOneMetre = line.power
        model.exponent = line.exponent
        let doubt = Doubt(samples, line)
        model.fadeSigma = doubt.fade.squareRoot()
        model.shadowSigma = doubt.shadow.squareRoot()
        model.shadowTime = doubt.time
        model.biasSigma = doubt.bias.squareRoot()
        return model
    }

    /// Strength by distance, without its doubt.
    struct Line {
        var power: Double
        var exponent: Double

        func residual(_ sample: CalibrationSample) -> Double {
            sample.strength - power + 10 * exponent * log10(max(0.01, sample.distance))
        }

        init(robust samples: [CalibrationSample], usual: Double) {
            power = 0
            exponent = usual
            var weights = [Double](repeating: 1, count: samples.count)
            for _ in 0..<20 {
                fit(samples, weights, usual)
                let residuals = samples.map { abs(residual($0)) }
                let scale = max(0.1, 1.4826 * residuals.sorted()[residuals.count / 2])
                weights = residuals.map { $0 <= Self.huber * scale ? 1 : Self.huber * scale / $0 }
            }
        }

        private static let huber = 1.345

        private mutating func fit(_ samples: [CalibrationSample], _ weights: [Double], _ usual: Double) {
            var sum = 0.0
            var x = 0.0
            var y = 0.0
            var xx = 0.0
            var xy = 0.0
            for (sample, weight) in zip(samples, weights) {
                let place = -10 * log10(max(0.01, sample.distance))
                sum += weight
                x += weight * place
                y += weight * sample.strength
                xx += weight * place * place
                xy += weight * place * sample.strength
            }
            let spread = xx / sum - (x / sum) * (x / sum)
            // All from one distance: the exponent is not to be had.
            exponent = spread > 0.01 ? min(6, max(0.5, (xy / sum - x * y / (sum * sum)) / spread)) : usual
            power = (y - exponent * x) / sum
        }
    }

    /// The variances of the residuals' parts, in dB², and shadowing's time in seconds.
    private struct Doubt {
        var fade, shadow, bias: Double
        var time: Double

        init(_ samples: [CalibrationSample], _ line: Line) {
            let residuals = samples.map(line.residual)
            let all = Self.product(residuals, lag: 0)
            let next = max(0, Self.product(residuals, lag: 1))
            fade = max(1, all - next)
            let spans = zip(samples, samples.dropFirst()).map { $1.time.seconds - $0.time.seconds }
            let step = max(0.01, spans.sorted()[spans.count / 2])
            var sum = 0.0
            for lag in 1...max(1, min(600, residuals.count / 4)) {
                let share = Self.product(residuals, lag: lag) / max(next, 1e-9)
                if share < 0.1 { break }
                sum += share
            }
            time = min(120, max(1, sum * step))
            let length = max(1, Int(10 * time / step))
            let means = stride(from: 0, to: residuals.count, by: length).map { start in
                let part = residuals[start..<min(residuals.count, start + length)]
                return part.reduce(0, +) / Double(part.count)
            }
            let spread = means.map { $0 * $0 }.reduce(0, +) / Double(means.count)
            // Shadowing alone leaves 2 τ/T of its variance in a mean over T.
            bias = means.count > 1 ? max(1, spread - next * 0.2) : 4
            shadow = max(1, next - bias)
        }

        private static func product(_ values: [Double], lag: Int) -> Double {
            guard values.count > lag else { return 0 }
            var sum = 0.0
            for index in lag..<values.count { sum += values[index] * values[index - lag] }
            return sum / Double(values.count - lag)
        }
    }
}
