import Messages
import Rehearsal
import Simulation
import Tracking

/// Plays situations through the whole of firmware, gateway and history service on the virtual clock.
public struct SituationTrial: Sendable {
    public let situation: Situation
    public let seed: UInt64

    public init(_ situation: Situation, seed: UInt64) {
        (self.situation, self.seed) = (situation, seed)
    }

    /// The names of the methods, in the order of ``results()``.
    public static let methods = ["tagalong", "last two positions"] + Peer.allCases.map(\.name)

    /// What each method made of it.
    ///
    /// - Throws: What goes wrong in the run.
    public func results() throws -> [SituationResult] {
        let scenario = try SituationScript(situation, seed: seed).scenario()
        let ears = try SituationEars(tracker: "keys", owner: "sam")
        var rehearsal = try Rehearsal(scenario)
        rehearsal.tap = { message, _ in ears.hear(message) }
        var tallies = Self.methods.map { _ in SituationTally() }
        for step in 0..<rehearsal.steps {
            try rehearsal.play(step: step)
            let levels = ears.levels(at: step)
            let distance = rehearsal.trueDistance(ofTracker: 0)
            for index in tallies.indices { tallies[index].observe(levels[index], at: step, distance: distance) }
        }
        return tallies.map { $0.result(of: situation) }
    }
}

/// What a method did in one situation.
public struct SituationResult: Hashable, Sendable {
    /// How often the level rose to warning or beyond while the item was within 5 m.
    public var falseWarnings = 0
    /// How often it rose to critical while the item was within 10 m.
    public var falseCriticals = 0
    /// Seconds from when the item was beyond 10 m to the critical alert, negative for before; nil for never.
    public var delay: Double?
    /// Metres to the owner, in truth, at the critical alert.
    public var distance: Double?
    /// Whether the item was ever truly beyond 10 m.
    public var isLoss = false
    /// Whether the level was above near at the end, though the item was back.
    public var isStuck = false
}

/// Follows the levels of a method.
struct SituationTally {
    private var level = AlertLevel.none
    private var beyond: Int?
    private var raised: (at: Int, distance: Double)?
    private var result = SituationResult()
    private var last = 0.0

    mutating func observe(_ next: AlertLevel, at second: Int, distance: Double) {
        if distance > Thresholds.standard.critical, beyond == nil { beyond = second }
        if next > level {
            if distance <= Thresholds.standard.warning { result.falseWarnings += 1 }
            if next == .critical {
                if distance <= Thresholds.standard.critical { result.falseCriticals += 1 }
                if raised == nil || beyond == nil { raised = (second, distance) }
            }
        }
        (level, last) = (next, distance)
    }

    func result(of situation: Situation) -> SituationResult {
        var result = result
        result.isLoss = beyond != nil
        if let raised, let beyond {
            (result.delay, result.distance) = (Double(raised.at - beyond), raised.distance)
        }
        result.isStuck = last <= Thresholds.standard.warning && level != .none
        return result
    }
}
