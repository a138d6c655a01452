public import Tracking

/// A place on a map that is nobody's in particular: a shop, or what an address leads to.
public struct Spot: Hashable, Sendable {
    public let name: String?
    public let position: Coordinate
    /// Nil for what is of no kind that is asked for.
    public let kind: SpotKind?
    /// In one line.
    public let address: String?

    public init(name: String?, position: Coordinate, kind: SpotKind? = nil, address: String? = nil) {
        (self.name, self.position, self.kind, self.address) = (name, position, kind, address)
    }
}
