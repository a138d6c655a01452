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

    struct Step: Sendable {
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

    /// Where each range goes when the distance changes by so many metres: to a range, and by a share to the next one.
    struct Shift: Sendable {
        let targets: InlineArray<64, UInt8>
        let shares: Cells

        init(by metres: Double) {
            var (targets, shares) = (InlineArray<64, UInt8>(repeating: 0), Cells())
            for index in 0..<64 {
                // Who passes is on the other side, and by then farther away.
                let distance = max(DistanceDistribution.middle(0), abs(DistanceDistribution.middle(index) + metres))
                let place = log(distance / DistanceDistribution.middle(0)) / log(DistanceDistribution.factor)
                let whole = min(62, Int(place))
                targets[index] = UInt8(whole)
                shares[index] = Float(min(1, place - Double(whole)))
            }
            (self.targets, self.shares) = (targets, shares)
        }
    }
}

extension MotionTable.Shift {
    /// Moves weights, and adds them and what they bring along to what is there already.
    ///
    /// - Parameters:
    ///   - source: The weights.
    ///   - bias: The bias of each range.
    ///   - shadow: The shadowing of each range.
    ///   - weights: The sum of the weights of each range.
    ///   - biases: The sum of weights times bias.
    ///   - shadows: The sum of weights times shadowing.
    /// - Returns: The weights in their new places.
    @inline(__always)
    func apply(
        to source: Cells,
        _ bias: Cells,
        _ shadow: Cells,
        _ weights: inout Cells,
        _ biases: inout Cells,
        _ shadows: inout Cells
    ) -> Cells {
        var sums = Sums()
        unsafe withUnsafeMutableBytes(of: &sums) { bytes in
            let sums = unsafe bytes.assumingMemoryBound(to: SIMD4<Float>.self)
            for block in 0..<8 {
                let weight = source.blocks[block]
                let share = shares.blocks[block]
                let biased = weight * bias.blocks[block]
                let shadowed = weight * shadow.blocks[block]
                for lane in 0..<8 {
                    // Never beyond 62: see the initialiser.
                    let target = Int(targets[block &* 8 &+ lane])
                    let packed = SIMD4(weight[lane], biased[lane], shadowed[lane], 0)
                    let next = packed * share[lane]
                    unsafe sums[target] += packed - next
                    unsafe sums[target &+ 1] += next
                }
            }
        }
        var moved = Cells()
        for block in 0..<8 {
            var weight = Cells.Block()
            var biased = Cells.Block()
            var shadowed = Cells.Block()
            for lane in 0..<8 {
                let sum = sums.values[block * 8 + lane]
                weight[lane] = sum.x
                biased[lane] = sum.y
                shadowed[lane] = sum.z
            }
            moved.blocks[block] = weight
            weights.blocks[block] += weight
            biases.blocks[block] += biased
            shadows.blocks[block] += shadowed
        }
        return moved
    }

    /// Weight, and weight times bias and times shadowing, side by side: one addition for the three.
    private struct Sums { var values = InlineArray<64, SIMD4<Float>>(repeating: SIMD4()) }
}
