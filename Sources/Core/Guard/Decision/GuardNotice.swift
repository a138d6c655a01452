public import Tracking

/// How far the guard has come with a tag.
public enum GuardStage: String, Hashable, Sendable, Codable, Comparable, CaseIterable {
    /// It was with its owner on one leg.
    case listed
    /// It moved with the owner on two independent legs.
    case notice
    /// It was noticed, and stayed through the night.
    case urgent

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }
}

/// A tag that is on the guard's list.
public struct GuardReport: Hashable, Sendable {
    /// The number of its track, which stays when it rotates.
    public var number: Int
    public var network: TagNetwork
    public var kind: String
    /// What it is known by now.
    public var identity: String
    public var stage: GuardStage
    public var first: Timestamp
    public var last: Timestamp
    /// The natural logarithm of the likelihood ratio "moves with me" against "belongs here".
    public var score: Double
    /// Legs that it moved with its owner, independent or not.
    public var legs: Int
    /// How many rotations were joined.
    public var rotations: Int
    /// The ends of those legs, and when the owner came there, in order of time.
    public var places: [Position]
    public var rssi: Int?
}

/// A tag that has reached a stage.
public struct GuardNotice: Hashable, Sendable {
    public var report: GuardReport
    public var time: Timestamp
}
