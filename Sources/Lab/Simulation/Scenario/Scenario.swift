public import Tracking

/// Who moves where, which trackers there are, what happens and what must come of it: a whole scenario file, checked.
public struct Scenario: Sendable {
    /// The file it was read from.
    public let file: String
    public let name: String
    public let about: String?
    /// Every random draw comes from it.
    public var seed: UInt64
    public let start: Timestamp
    public let duration: Duration
    /// How often the world is sampled.
    public let step: Duration
    /// Nil for none: exact positions, links without latency and loss.
    public let noise: Noise?
    /// How the copies of a fleet differ; empty for not at all.
    public let variations: [Variation]
    /// What weakens Bluetooth on its way.
    public let walls: [Wall]
    /// What people and things ride in.
    public let vehicles: [Vehicle]
    /// At least one, each with an id of its own.
    public internal(set) var owners: [Owner]
    /// Which of them share their things.
    public let households: Households
    public let gateways: [Gateway]
    /// At least one, each with an id of its own, in the file's order.
    public var trackers: [Tracker]
    /// In the order in which they happen; those of one moment in the file's order.
    public let events: [Event]
    /// In the file's order.
    public var expectations: [Expectation]
}

extension Scenario {
    /// How many steps it has; the first is the start itself.
    public var steps: Int { Int(duration.milliseconds / max(1, step.milliseconds)) + 1 }
}
