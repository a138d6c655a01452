public import Tracking

/// The calendar that somebody has connected.
public struct CalendarRow: Hashable, Sendable {
    public var owner: Name
    /// Where it is, with what logs in there: a secret, in a form that the store does not know.
    public var place: [UInt8]
    /// When it was connected.
    public var updated: Timestamp

    public init(owner: Name, place: [UInt8], updated: Timestamp) {
        (self.owner, self.place, self.updated) = (owner, place, updated)
    }
}

extension CalendarRow: CustomStringConvertible, CustomReflectable {
    public var description: String { "the calendar of \(owner)" }
    public var customMirror: Mirror { Mirror(self, children: ["owner": owner.text]) }
}
