import Glibc

/// How much of a Gauss-Markov process is left after a while, and how much is new; the last answer is kept, since steps
/// are alike.
struct Fading: Sendable {
    private let time: Double
    private var step = 0.0
    private(set) var kept = 1.0
    private(set) var fresh = 0.0

    init(time: Double) { self.time = time }

    mutating func pass(_ seconds: Double) {
        if seconds == step { return }
        step = seconds
        kept = time > 0 ? exp(-seconds / time) : 0
        fresh = max(0, 1 - kept * kept).squareRoot()
    }
}

/// A number that wanders about zero with unit variance and forgets exponentially: a first-order Gauss-Markov process.
///
/// Its autocorrelation is exp(-t/τ) (Gelb, "Applied Optimal Estimation", section 3.8).
public struct GaussMarkov: Sendable {
    /// Where it is; times its standard deviation, the error.
    public private(set) var value: Double
    private var fading: Fading

    /// τ is the seconds after which 1/e of it is left; it begins at a number of the standard normal distribution.
    public init(time: Double, from normal: Double) {
        value = normal
        fading = Fading(time: time)
    }

    /// Goes on by some seconds, with a number of the standard normal distribution.
    public mutating func pass(_ seconds: Double, _ normal: Double) {
        fading.pass(seconds)
        value = fading.kept * value + fading.fresh * normal
    }
}

/// Two such numbers with one time, as of an error on a plane.
public struct PlaneGaussMarkov: Sendable {
    /// Where it is, in each direction.
    public private(set) var value: SIMD2<Double>
    private var fading: Fading

    /// τ is the seconds after which 1/e of it is left; it begins at two numbers of the standard normal distribution.
    public init(time: Double, from normals: SIMD2<Double>) {
        value = normals
        fading = Fading(time: time)
    }

    /// Goes on by some seconds, with two numbers of the standard normal distribution.
    public mutating func pass(_ seconds: Double, _ normals: SIMD2<Double>) {
        fading.pass(seconds)
        value = fading.kept * value + fading.fresh * normals
    }
}
