import Glibc

/// A satellite receiver and how wrong it is: what it tells of a true position, by chance.
///
/// The error is white noise and two Gauss-Markov terms, scaled by the dilution of precision; reflections move it for a
/// while, walls end it, and after a start the first fix takes its time. It is a value: the same seed and the same calls
/// give the same answers.
public struct GNSSNoise: Sendable {
    /// What a receiver tells.
    public enum Reading: Hashable, Sendable {
        case off
        /// It is on, and has no position yet or no more.
        case searching
        case fix(Error)
    }

    /// How a measured position differs from the true one.
    public struct Error: Hashable, Sendable {
        /// Metres.
        public var north: Double
        /// Metres.
        public var east: Double
        /// The radius of 68 % that the receiver tells, in metres; itself imperfect.
        public var accuracy: Double
        /// Whether it comes from satellites; else from a phone's network.
        public var isFromSatellites: Bool
    }

    /// What the receiver's surroundings are; they may change at any time, with ``enter(_:at:)``.
    public private(set) var parameters: Parameters
    private var draws: SplitMix
    private var time: Double
    private var fast: PlaneGaussMarkov
    private var slow: PlaneGaussMarkov
    private var network: PlaneGaussMarkov
    private var dilution: GaussMarkov
    private var trust: GaussMarkov
    private var jumps: Telegraph
    private var jump = SIMD2<Double>.zero
    private var blocked: Telegraph
    private var start = Start.none
    private var orbitsUntil = -Double.infinity
    private var hasAlmanac = false

    private enum Start: Sendable {
        case none
        case searching(until: Double)
        case following
    }

    /// `draws` is a stream of its own; it begins to exist at `seconds`, switched off and cold.
    public init(_ parameters: Parameters, _ draws: SplitMix, at seconds: Double = 0) {
        var draws = draws
        self.parameters = parameters
        time = seconds
        fast = PlaneGaussMarkov(time: parameters.fastTime, from: draws.normals())
        slow = PlaneGaussMarkov(time: parameters.slowTime, from: draws.normals())
        network = PlaneGaussMarkov(time: parameters.slowTime / 2, from: draws.normals())
        let levels = draws.normals()
        dilution = GaussMarkov(time: parameters.dilutionTime, from: levels.x)
        trust = GaussMarkov(time: parameters.accuracyTime, from: levels.y)
        jumps = Telegraph(parameters.jumps, at: seconds, &draws)
        blocked = Telegraph(parameters.blocked, at: seconds, &draws)
        self.draws = draws
        if jumps.isOn { jump = newJump() }
    }

    /// Comes into other surroundings; the satellites' own errors stay.
    public mutating func enter(_ parameters: Parameters, at seconds: Double) {
        self.parameters = parameters
        jumps = Telegraph(parameters.jumps, at: seconds, &draws)
        jump = jumps.isOn ? newJump() : .zero
        blocked = Telegraph(parameters.blocked, at: seconds, &draws)
    }

    /// Power was gone: the next start is a cold one.
    public mutating func reset() {
        start = .none
        orbitsUntil = -.infinity
        hasAlmanac = false
    }

    /// What the receiver tells at a moment, which is not before the last one.
    ///
    /// `hasSky` is whether satellites can be seen at all, beside what the surroundings do by chance.
    public mutating func sample(at seconds: Double, isOn: Bool = true, hasSky: Bool = true) -> Reading {
        guard isOn else {
            start = .none
            return .off
        }
        pass(to: seconds)
        let seesSky = hasSky && !blocked.isOn
        if !seesSky { start = .none }
        if seesSky, hasFix(at: seconds) { return .fix(satelliteFix()) }
        return parameters.networkError.map { .fix(networkFix($0)) } ?? .searching
    }

    private mutating func pass(to seconds: Double) {
        let step = seconds - time
        guard step > 0 else { return }
        time = seconds
        fast.pass(step, draws.normals())
        slow.pass(step, draws.normals())
        let levels = draws.normals()
        dilution.pass(step, levels.x)
        trust.pass(step, levels.y)
        if parameters.networkError != nil { network.pass(step, draws.normals()) }
        if jumps.advance(to: seconds, &draws) { jump = newJump() }
        if !jumps.isOn { jump = .zero }
        _ = blocked.advance(to: seconds, &draws)
    }

    private mutating func newJump() -> SIMD2<Double> {
        // Beyond some six mean lengths a receiver finds by itself that it cannot be there.
        let length = min(6 * parameters.jumpLength, draws.exponential(mean: parameters.jumpLength))
        let angle = 2 * Double.pi * draws.unit()
        return SIMD2(length * cos(angle), length * sin(angle))
    }

    /// Cold, warm or hot, as long as its start takes.
    private mutating func hasFix(at seconds: Double) -> Bool {
        if case .none = start { start = .searching(until: seconds + firstFix(at: seconds)) }
        if case .searching(let until) = start {
            guard seconds >= until else { return false }
            start = .following
        }
        hasAlmanac = true
        orbitsUntil = seconds + parameters.orbitsLast
        return true
    }

    private mutating func firstFix(at seconds: Double) -> Double {
        let usual =
            seconds <= orbitsUntil
            ? parameters.hotStart : hasAlmanac ? parameters.warmStart : parameters.coldStart
        return usual * draws.factor(spread: parameters.startSpread)
    }

    private mutating func satelliteFix() -> Error {
        let dilution = parameters.dilution * exp(parameters.dilutionSpread * dilution.value)
        // Half of the square of the horizontal error is along each axis.
        let sigma = dilution * parameters.rangeError / 2.0.squareRoot()
        let slowShare = max(0, 1 - parameters.whiteShare - parameters.fastShare)
        let unit =
            parameters.whiteShare.squareRoot() * draws.normals()
            + parameters.fastShare.squareRoot() * fast.value + slowShare.squareRoot() * slow.value
        let noticed = parameters.jumpNoticed * (jump * jump).sum().squareRoot()
        return error(sigma * unit + jump, hypot(Self.radius * sigma, noticed), isFromSatellites: true)
    }

    private func networkFix(_ size: Double) -> Error {
        let sigma = size / 2.0.squareRoot()
        return error(sigma * network.value, Self.radius * sigma, isFromSatellites: false)
    }

    private func error(_ offset: SIMD2<Double>, _ radius: Double, isFromSatellites: Bool) -> Error {
        let told = radius * exp(parameters.accuracySpread * trust.value)
        return Error(
            north: offset.x,
            east: offset.y,
            accuracy: max(0.5, (told * 10).rounded() / 10),
            isFromSatellites: isFromSatellites
        )
    }

    /// The radius that holds 68 % of a circular normal error, in standard deviations along an axis.
    private static let radius = 1.515
}
