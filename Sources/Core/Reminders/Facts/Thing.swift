/// What is known of one of an owner's items.
public struct Thing: Hashable, Sendable {
    /// Whether it is with its owner; nil for not known.
    public var isWithOwner: Bool?
    /// Whether it has an alert.
    public var isLeftBehind: Bool
    public var whereabouts: Whereabouts?
    /// In per cent.
    public var battery: Int?

    public init(
        isWithOwner: Bool? = nil, isLeftBehind: Bool = false, whereabouts: Whereabouts? = nil, battery: Int? = nil
    ) {
        (self.isWithOwner, self.isLeftBehind) = (isWithOwner, isLeftBehind)
        (self.whereabouts, self.battery) = (whereabouts, battery)
    }
}
