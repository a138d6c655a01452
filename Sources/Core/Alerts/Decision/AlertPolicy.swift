public import Ranging
public import Tracking

/// How sure a change of level has to be.
///
/// Besides the probability at the moment, which is what a person wants to know, a level that rises takes the odds that
/// keep false alarms rare over all the moments of a day. If things leave their owner once in ``stay``, an alarm raised
/// at odds O for "beyond the threshold" against "with its owner" is false once in O times that time on average (A. N.
/// Shiryaev, "On optimum methods in quickest detection problems", 1963). So the odds asked for are the mean time
/// between false alarms divided by ``stay``.
public struct AlertPolicy: Hashable, Sendable {
    /// The probability from which a level is raised.
    public var raise: Double
    /// The probability up to which a level is cleared.
    public var clear: Double
    /// The mean time, in seconds, between false warnings of an item that is with its owner.
    public var falseWarningEvery: Double
    /// The mean time, in seconds, between false critical alerts of an item that is with its owner.
    public var falseCriticalEvery: Double
    /// How long, in seconds, a thing usually stays with its owner before it is left somewhere.
    public var stay: Double

    /// A false warning in 3 days, a false critical alert in 30.
    public static let standard = AlertPolicy()

    public init(
        raise: Double = 0.95,
        clear: Double = 0.05,
        falseWarningEvery: Double = 3 * 86_400,
        falseCriticalEvery: Double = 30 * 86_400,
        stay: Double = Motion.carried.stay
    ) {
        self.raise = raise
        self.clear = clear
        self.falseWarningEvery = falseWarningEvery
        self.falseCriticalEvery = falseCriticalEvery
        self.stay = stay
    }

    /// The odds to be reached before a level rises so far.
    public func odds(for level: AlertLevel) -> Double {
        switch level {
        case .none: 0
        case .warning: falseWarningEvery / stay
        case .critical: falseCriticalEvery / stay
        }
    }
}
