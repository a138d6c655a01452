import Glibc

/// What a ``Motion`` does within a step of time, worked out once: 0.25 s, and each time twice as long up to 256 s.
final class MotionTable: Sendable {
    let motion: Motion
    let steps: [Step]
    /// Where the two are while they are together.
    let dwelling: Cells
    /// How likely who comes near is to be together again, in each range: 1 within a metre or two.
    let nearness: Cells

    /// The shortest step, in milliseconds.
    static let quantum: Int64 = 250
    static let levels = 11
    /// Nobody is together with what is farther off than 32 ranges, some 10 m: the other blocks need no look.
    static let dwellingBlocks = 4
    static let longest = quantum << Int64(levels - 1)

    static let carried = MotionTable(.carried)
    static let fixed = MotionTable(.fixed)

    /// The table of a motion: one of those at hand, or a new one.
    static func of(_ motion: Motion) -> MotionTable {
        if motion == .carried { return carried }
        if motion == .fixed { return fixed }
        return MotionTable(motion)
    }

    init(_ motion: Motion) {
        self.motion = motion
        var dwelling = Cells()
        var nearness = Cells()
        for index in 0..<64 {
            let off = log(DistanceDistribution.middle(index) / motion.togetherMedian) / motion.togetherSpread
            guard index < Self.dwellingBlocks * 8 else { continue }
            dwelling[index] = Float(exp(-0.5 * off * off))
            nearness[index] = off <= 1 ? 1 : Float(exp(-0.5 * (off * off - 1)))
        }
        self.dwelling = dwelling * (1 / dwelling.sum())
        self.nearness = nearness
        steps = (0..<Self.levels).map { Step(motion, seconds: Double(Self.quantum << Int64($0)) / 1000) }
    }

    /// A class, as are its shifts: they are a kilobyte together, which would be copied at each step.
    final class Step: Sendable {
        let seconds: Double
        let leave, stop, turn, go, join, mix, forget: Float
        let outward, strolling, inward: Shift
        /// The share of those who set out that stroll.
        let slow: Float

        /// How many of those who set out stroll, where anybody does; our choice.
        private static let strollers: Float = 0.4

        init(_ motion: Motion, seconds: Double) {
            func share(_ time: Double) -> Float { Float(1 - exp(-seconds / time)) }
            self.seconds = seconds
            leave = motion.together > 0 ? share(motion.stay) : 0
            stop = share(motion.walk)
            turn = share(motion.walk * 4)
            go = share(motion.rest)
            join = motion.together > 0 ? share(4) : 0
            mix = share(motion.togetherTime)
            forget = share(motion.apartTime)
            outward = Shift(by: motion.pace * seconds)
            strolling = Shift(by: motion.stroll * seconds)
            inward = Shift(by: -motion.pace * seconds)
            slow = motion.stroll > 0 ? Self.strollers : 0
        }
    }
}
