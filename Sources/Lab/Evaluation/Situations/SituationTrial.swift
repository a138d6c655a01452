import Rehearsal

/// Plays situations through the whole of firmware, gateway and history service on the virtual clock.
public struct SituationTrial: Sendable {
    public let situation: Situation
    public let seed: UInt64

    public init(_ situation: Situation, seed: UInt64) { (self.situation, self.seed) = (situation, seed) }

    /// The names of the methods, in the order of ``results()``.
    public static let methods = ["tagalong", "last two positions"] + Peer.allCases.map(\.rawValue)

    /// What each method made of it.
    ///
    /// - Throws: What goes wrong in the run.
    public func results() throws -> [SituationResult] {
        let scenario = try SituationScript(situation, seed: seed).scenario()
        let ears = try SituationEars(tracker: "keys", owner: "sam")
        var rehearsal = try Rehearsal(scenario, tap: { message, _ in ears.hear(message) })
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
