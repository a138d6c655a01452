import Guard
public import Tracking

/// What a guard remembers from one start to the next.
public struct GuardMemory: Hashable, Sendable, Codable {
    /// The form of the file; a later one is not read.
    public static let version = 1

    var version = GuardMemory.version
    /// Whom it is for.
    public let owner: String
    var state = TagGuard.State()
    /// Up to when time has passed, in seconds since 1970.
    var passed: Int?
    /// Where an identity was heard last.
    var hearings: [String: Hearing] = [:]
    /// What gateways said last of where they are, as they publish it: what waits in the session comes before that.
    var gateways: [String: String] = [:]
    /// When a track came to its stage, in seconds since 1970, by number.
    var stages: [Int: Int] = [:]
    /// The tracks that are never told of, by number.
    var muted: Set<Int> = []
    /// What the owner said last to know, as the console publishes it: a stage may be due before that comes again.
    var known: String?

    /// Who heard an identity last, and when, in seconds since 1970.
    struct Hearing: Hashable, Sendable, Codable {
        var address: String
        var gateway: String
        var model: String?
        var time: Int
    }

    /// Up to when time has passed; nil for a guard that has not begun.
    public var end: Timestamp? { passed.map { Timestamp(milliseconds: Int64($0) * 1000) } }

    /// Whether it ends in a year of four digits, as all times of messages do.
    var isInTime: Bool { passed.map { (0...253_402_300_799).contains($0) } ?? true }

    /// The memory of a guard that begins.
    public init(owner: Name) { self.owner = owner.text }
}
