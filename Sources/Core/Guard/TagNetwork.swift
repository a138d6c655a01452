/// The finding network that a tag belongs to, as its advertisement tells.
public enum TagNetwork: String, Hashable, Sendable, Codable, CaseIterable {
    case findMy = "find-my"
    case findHub = "find-hub"
    case smartTag = "smarttag"
    case chipolo
    case pebblebee
    case tile
    case dult

    /// Whether a tag of it says that it is away from its owner.
    ///
    /// A Tile says the same near its owner and away from it.
    public var tellsSeparation: Bool { self != .tile }

    /// The network of what a standard profile recognises; nil for tags that are in none.
    public init?(profile: String) {
        switch profile {
        case "fmdn": self = .findHub
        case "airtag-unpaired", "smarttag-unpaired": return nil
        default: self.init(rawValue: profile)
        }
    }
}
