public import Tracking

/// Where something is to be: what a condition about a place is about.
public enum PlaceTarget: Hashable, Sendable {
    /// A place of its owner's: a trusted place of one of their items, or a region of their phone.
    case named(ItemName)
    /// A part of the ground, and what it is called: an address that was looked up, or coordinates.
    case area(Area, name: ItemName?)
    /// Within so many metres, 20 to 1,000, of the nearest of a kind, such as any bakery.
    case nearest(SpotKind, radius: Double)

    /// How far around the nearest of a kind one may be, in metres.
    public static let radii = 20.0...1000
}
