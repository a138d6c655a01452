import Air

/// Strengths by a rule that has chance of its own.
struct RulePropagation<Generator: RandomNumberGenerator & Sendable>: Propagation {
    /// Gives one packet its strength, and says whether it is received where the reception curve is not to.
    typealias Rule = @Sendable (SignalPath, AirTime, inout Generator) -> Arrival

    /// The state of the rule's chance.
    private var generator: Generator
    private let rule: Rule

    /// - Parameters:
    ///   - generator: Seeded, where a run is to be the same again.
    ///   - rule: Asked once for each packet.
    init(_ generator: Generator, rule: @escaping Rule) {
        (self.generator, self.rule) = (generator, rule)
    }

    mutating func strength(on path: SignalPath, at time: AirTime) -> Double {
        arrival(on: path, at: time).strength
    }

    mutating func arrival(on path: SignalPath, at time: AirTime) -> Arrival { rule(path, time, &generator) }
}
