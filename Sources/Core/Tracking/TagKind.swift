/// The tags of other makes that can be simulated, by the names of their device profiles.
public enum TagKind: String, Hashable, Sendable, CaseIterable {
    case itag, ibeacon, eddystone
    case findMy = "find-my"
    case fmdn, dult

    /// The kind whose tags a device profile describes; nil for a profile that no simulated tag has.
    public init?(profile: Name) { self.init(rawValue: "\(profile)") }

    /// Whether somebody can press a button of it that means something.
    public var hasButton: Bool {
        switch self {
        case .itag, .dult: true
        case .ibeacon, .eddystone, .findMy, .fmdn: false
        }
    }

    /// Whether its owner can make it ring.
    public var ringsForOwner: Bool { self == .itag }
}
