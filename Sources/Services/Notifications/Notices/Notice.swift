public import Messages
public import Tracking

/// What a person, or a program, is told of one change of an item's level.
public struct Notice: Hashable, Sendable {
    /// What changed.
    public var alert: AlertMessage
    /// The 90 % interval of the distance, in metres; nil where nothing is known of it.
    public var interval: ClosedRange<Double>?
    /// How often the same was told before, to somebody who has not acknowledged it.
    public var repetition: Int = 0
    /// Whether it only tries a channel out.
    public var isTest: Bool = false

    /// Names the notice on every channel: the alert's id, with the number of the repetition behind it.
    ///
    /// Receivers that keep the names they have seen take each notice once, whatever happens between.
    public var id: String { repetition == 0 ? alert.id : "\(alert.id)+\(repetition)" }

    /// Whose notice it is.
    public var device: DeviceID { DeviceID(owner: alert.owner, device: alert.tracker) }

    /// Whether it tells that the item has gone farther away.
    public var isRise: Bool { alert.level > alert.previous }

    /// The console's page of the item below a base; that of the alert, if any, when no base is known.
    public func link(_ base: String?) -> String? { base.map { "\($0)/items/\(device)" } ?? alert.link }

    /// The same, told once more.
    public var repeated: Notice {
        var copy = self
        copy.repetition += 1
        return copy
    }
}
