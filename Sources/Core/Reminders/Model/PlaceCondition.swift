/// Where the owner is, or how they have just gone in or out.
public struct PlaceCondition: Hashable, Sendable {
    public let event: Event
    public let target: PlaceTarget

    public init(_ event: Event, _ target: PlaceTarget) {
        self.event = event
        self.target = target
    }

    /// What is to be the case with the place.
    public enum Event: String, Hashable, Sendable, CaseIterable {
        /// The owner has come in at most ``PlaceCondition/window`` ago, and is still there.
        case enters
        /// The owner has gone out at most ``PlaceCondition/window`` ago, and is still outside.
        case leaves
        /// The owner is there.
        case within
    }

    /// For how long somebody has just come or gone.
    ///
    /// A phone and a tag report every few minutes: what else must hold as somebody leaves is known a little later.
    public static let window = Duration.seconds(600)

    /// From which probability somebody counts as inside, and below which complement as outside; between the two
    /// nothing changes.
    ///
    /// Lower than the 95 % of an alert: with a phone's usual doubt indoors, 65 m, nobody would ever be surely in a
    /// place of 50 m.
    public static let sure = 0.8

    /// From which age a position says nothing any more.
    ///
    /// Phones at rest report some times a day.
    public static let oldest = Duration.seconds(86_400)
}
