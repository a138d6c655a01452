/// A place where an item may stay behind: home, a desk, the rack where a bicycle spends its nights.
public struct TrustedPlace: Hashable, Sendable {
    /// How many places an item has at most.
    public static let limit = 20

    public var name: ItemName
    public var area: Area

    public init(name: ItemName, area: Area) {
        self.name = name
        self.area = area
    }
}
