public import Simulation

/// What happens to an item within a simulated day, or the part of one that matters.
public struct DayPlan: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// In the owner's pocket or bag for 24 hours.
        case carried
        /// Left behind by an owner who walks off, heard over Bluetooth only.
        case leftBluetooth = "left-bluetooth"
        /// The same, located by satellites each second.
        case leftGNSS = "left-gnss"
    }

    public let kind: Kind
    public let surroundings: Surroundings

    public init(_ kind: Kind, _ surroundings: Surroundings) { (self.kind, self.surroundings) = (kind, surroundings) }

    /// All that are measured.
    public static let all = Kind.allCases.flatMap { kind in
        [Surroundings.openSky, .urban].map { DayPlan(kind, $0) }
    }

    /// Seconds in all.
    public var length: Int { kind == .carried ? 86_400 : Self.together + 600 }

    /// The second at which the owner walks off; nil for never.
    public var leaves: Int? { kind == .carried ? nil : Self.together }

    /// Seconds between two positions of the item; nil for none.
    var locatedEvery: Int? {
        switch kind {
        case .carried: 10
        case .leftBluetooth: nil
        case .leftGNSS: 1
        }
    }

    /// For how long the two are together before one walks off, in seconds.
    static let together = 900
    /// How fast the owner walks off, in m/s.
    public static let pace = 1.4
}
