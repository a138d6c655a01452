import Glibc
import Tracking

/// What a tracker hears of the gateway that its owner carries, and for how long it has heard nothing.
struct OwnerSignal: Hashable, Sendable {
    /// The strength in dBm, averaged.
    private(set) var strength: Double
    private(set) var lastHeard: Timestamp
    private var count = 1.0

    /// The time constant of the average, in seconds: long against fading, short against walking; our choice.
    private static let averagedOver = 10.0
    /// How likely it is that a gateway says nothing though the owner is near: it is off, or its battery is flat.
    ///
    /// Our choice; so silence alone changes the mode after two minutes, and never against a position.
    private static let gatewayFails = 0.05
    /// The time constant in seconds after which a gateway near would have been heard again, behind a body or in a tin.
    ///
    /// Our choice.
    private static let silenceBreaks = 20.0

    init(_ rssi: Int, at now: Timestamp) {
        strength = Double(rssi)
        lastHeard = now
    }

    mutating func hear(_ rssi: Int, at now: Timestamp) {
        let seconds = now.seconds - lastHeard.seconds
        // After a long silence the past tells nothing.
        count = seconds > 6 * Self.averagedOver ? 1 : count + 1
        let weight = max(1 / count, 1 - exp(-max(0, seconds) / Self.averagedOver))
        strength += (Double(rssi) - strength) * weight
        lastHeard = now
    }

    /// How much likelier what was heard, and what was not, is beyond the distance at which the mode changes than
    /// within.
    func oddsBeyond(_ model: SignalModel, at now: Timestamp) -> Double {
        let silence = max(0, now.seconds - lastHeard.seconds)
        let fresh = exp(-silence / Self.silenceBreaks)
        let silent = 1 / (Self.gatewayFails + (1 - Self.gatewayFails) * fresh)
        return pow(model.oddsBeyond(strength), fresh) * silent
    }
}
