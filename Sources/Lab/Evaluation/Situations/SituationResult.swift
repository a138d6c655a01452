/// What a method did in one situation.
public struct SituationResult: Hashable, Sendable {
    /// How often the level rose to warning or beyond while the item was within 5 m.
    public var falseWarnings = 0
    /// How often it rose to critical while the item was within 10 m.
    public var falseCriticals = 0
    /// Seconds from when the item was beyond 10 m to the critical alert, negative for before; nil for never.
    public var delay: Double?
    /// Metres to the owner, in truth, at the critical alert.
    public var distance: Double?
    /// Whether the item was ever truly beyond 10 m.
    public var isLoss = false
    /// Whether the level was above near at the end, though the item was back.
    public var isStuck = false
    /// Seconds for which the item was within 10 m.
    public var seconds = 0

    /// What went wrong, if anything.
    public func faults(in situation: Situation) -> [SituationFault] {
        SituationFault.allCases.filter { fault in
            switch fault {
            case .falseCritical: falseCriticals > 0
            case .falseWarning: falseWarnings > 0
            case .missed: isLoss && delay == nil
            case .early: isLoss && (delay ?? 0) < -Situation.haste
            case .late: isLoss && (delay ?? 0) > situation.patience
            case .stuck: isStuck
            }
        }
    }
}

/// What can go wrong in a situation.
public enum SituationFault: String, Hashable, Sendable, CaseIterable {
    /// The level rose to critical while the item was within 10 m.
    case falseCritical = "false-critical"
    /// The level rose to warning or beyond while the item was within 5 m.
    case falseWarning = "false-warning"
    /// The item was lost, and no critical alert came.
    case missed
    /// The critical alert came before the item was beyond 10 m.
    case early
    /// The critical alert came later than ``Situation/patience`` allows.
    case late
    /// The item was back at the end, and there was still a warning or a critical alert.
    case stuck
}
