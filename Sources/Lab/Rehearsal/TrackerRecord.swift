public import Messages
public import Tracking

/// What was seen of one tracker in a run.
public struct TrackerRecord: Sendable {
    /// A mode and when it began.
    public struct ModeChange: Hashable, Sendable {
        /// Milliseconds since the start.
        public var at: Int64
        public var mode: Mode
        /// The true distance to the owner, in metres.
        public var distance: Double
    }

    /// An alert as a subscriber received it.
    public struct Alert: Hashable, Sendable {
        /// Milliseconds since the start.
        public var at: Int64
        public var message: AlertMessage
        /// The true distance to the owner when it arrived, in metres.
        public var trueDistance: Double
    }

    /// A level and when it was first published.
    public struct LevelChange: Hashable, Sendable {
        public var at: Int64
        public var level: Level
    }

    struct Span: Hashable, Sendable {
        var at: Int64
        /// Nil for unknown.
        var metres: Double?
    }

    public let id: DeviceID
    public let item: ItemName
    public internal(set) var modes: [ModeChange] = []
    public internal(set) var alerts: [Alert] = []
    public internal(set) var levels: [LevelChange] = []
    /// The distances as they were told, where an expectation asks for them.
    var distances: [Span] = []
    /// How far the position that was told last is from the true one, where an expectation asks for that.
    var errors: [Span] = []
    var toldPosition: Coordinate?
    /// How many fixes were in the store at the end.
    public internal(set) var fixes = 0
    /// How many there were at the moments for which an expectation asks, by milliseconds since the start.
    var fixesAt: [Int64: Int] = [:]
    /// The charge in per cent at the same moments.
    var batteryAt: [Int64: Double] = [:]
    public internal(set) var batteryStart = 100.0
    public internal(set) var batteryEnd = 100.0
    /// Drawn in the run, in milliwatt-hours.
    public internal(set) var energy = 0.0
    /// Days that a full battery lasts if all goes on as in the run; nil where that cannot be told.
    public internal(set) var batteryLife: Double?

    mutating func saw(_ mode: Mode, at milliseconds: Int64, distance: @autoclosure () -> Double) {
        if modes.last?.mode == mode { return }
        modes.append(ModeChange(at: milliseconds, mode: mode, distance: distance()))
    }

    mutating func saw(distance: Double?, at milliseconds: Int64) {
        if let last = distances.last, last.metres == distance { return }
        distances.append(Span(at: milliseconds, metres: distance))
    }

    mutating func saw(truth: Coordinate, at milliseconds: Int64) {
        let error = toldPosition.map { $0.distance(to: truth) }
        if let last = errors.last, last.metres == error { return }
        errors.append(Span(at: milliseconds, metres: error))
    }

    mutating func saw(_ level: Level, at milliseconds: Int64) {
        if levels.last?.level == level { return }
        levels.append(LevelChange(at: milliseconds, level: level))
    }
}
