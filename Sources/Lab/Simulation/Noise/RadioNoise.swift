import Glibc

/// How one gateway receives one tag, by chance: log-distance path loss with a bias of the pair, shadowing that lasts for
/// seconds, fading from packet to packet, bodies, channels, and packets that are lost.
///
/// The same seed and the same calls give the same answers.
public struct RadioNoise: Sendable {
    public private(set) var parameters: Parameters
    /// What is wrong with the tag's power here, in dB; it stays.
    public let bias: Double
    private var draws: SplitMix
    private var time: Double
    private var shadow: GaussMarkov
    private var body: Telegraph
    private let channels: (Double, Double, Double)
    /// When in its cycle the tag takes another address, 0 to 1.
    private let rotation: Double

    /// A signal that begins to exist at a moment; its chance comes from a stream of its own.
    public init(_ parameters: Parameters, _ draws: SplitMix, at seconds: Double = 0) {
        var draws = draws
        self.parameters = parameters
        time = seconds
        let first = draws.normals()
        let second = draws.normals()
        let third = draws.normals()
        bias = parameters.biasSigma * first.x
        shadow = GaussMarkov(time: parameters.shadowTime, from: first.y)
        // Their mean is part of the bias.
        let mean = (second.x + second.y + third.x) / 3
        let unit = parameters.channelSigma * 1.5.squareRoot()
        channels = (unit * (second.x - mean), unit * (second.y - mean), unit * (third.x - mean))
        rotation = draws.unit()
        body = Telegraph(parameters.body, at: seconds, &draws)
        self.draws = draws
    }

    /// Comes into other surroundings; the pair's own bias stays.
    public mutating func enter(_ parameters: Parameters, at seconds: Double) {
        self.parameters = parameters
        body = Telegraph(parameters.body, at: seconds, &draws)
    }

    /// Sends an advertisement, at a moment that is not before the last one, over a distance in metres.
    ///
    /// Returns the strength with which it is received, in whole dBm; nil when it is lost. The surroundings' exponent
    /// goes before the tag's.
    public mutating func sample(
        at seconds: Double,
        distance: Double,
        _ radio: RadioModel,
        mayMeetBody: Bool
    ) -> Int? {
        let normals = draws.normals()
        pass(to: seconds, normals.x)
        let mean = meanStrength(at: distance, radio, mayMeetBody: mayMeetBody)
        let strength = mean + parameters.fadeSigma * normals.y + channel()
        let draw = draws.unit()
        guard draw < probability(at: strength) * (1 - radio.loss), !isStranger(at: seconds) else { return nil }
        return Int(max(-126, min(20, strength)).rounded())
    }

    /// Whether at least one packet of a connection gets through within some seconds up to the last sample.
    public mutating func meets(
        within seconds: Double,
        distance: Double,
        _ radio: RadioModel,
        mayMeetBody: Bool
    ) -> Bool {
        let mean = meanStrength(at: distance, radio, mayMeetBody: mayMeetBody)
        for _ in 0..<max(1, Int(min(1000, seconds * parameters.meetings))) {
            let strength = mean + parameters.fadeSigma * draws.normal()
            if draws.unit() < probability(at: strength) * (1 - radio.loss) { return true }
        }
        return false
    }

    /// The strength without fading, channel and loss, in dBm, as of the last sample.
    public func meanStrength(at distance: Double, _ radio: RadioModel, mayMeetBody: Bool) -> Double {
        let exponent = parameters.exponent ?? radio.exponent
        let loss = 10 * exponent * log10(max(0.1, distance))
        let lost = mayMeetBody && body.isOn ? parameters.bodyLoss : 0
        return radio.powerAtOneMetre - loss + bias + parameters.shadowSigma * shadow.value - lost
    }

    /// How likely a packet of a strength in dBm gets through.
    public func probability(at strength: Double) -> Double {
        (1 - parameters.loss) / (1 + exp(-(strength - parameters.sensitivity) / parameters.softness))
    }

    /// Whether the tag has just taken an address that the gateway does not know yet.
    private func isStranger(at seconds: Double) -> Bool {
        let every = parameters.rotateEvery
        guard every > 0 else { return false }
        return (seconds + rotation * every).truncatingRemainder(dividingBy: every) < parameters.rotateGap
    }

    private mutating func pass(to seconds: Double, _ normal: Double) {
        let step = seconds - time
        guard step > 0 else { return }
        time = seconds
        shadow.pass(step, normal)
        _ = body.advance(to: seconds, &draws)
    }

    /// A scanner listens on one of the three channels at a time.
    private mutating func channel() -> Double {
        switch draws.next() % 3 {
        case 0: channels.0
        case 1: channels.1
        default: channels.2
        }
    }
}
