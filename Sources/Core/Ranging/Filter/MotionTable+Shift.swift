import Glibc

extension MotionTable {
    /// Where each range goes when the distance changes by so many metres: to a range, and by a share to the next one.
    ///
    /// It is kept by where something goes to, with a list of what comes there: sums in registers are several times as
    /// fast as sums in memory, each of which waits for the one before. Far off, where the ranges are wide, all of them
    /// do the same, and eight are worked out at once. All sums are made in the order of the ranges.
    final class Shift: Sendable {
        /// What goes on to the next range, as a share of what goes.
        let shares: Cells
        /// What comes to each range, in the order of where it comes from: see ``Parts``.
        let parts: InlineArray<128, UInt8>
        /// Where the parts of each range end.
        let ends: InlineArray<64, UInt8>
        /// From which block of ranges on each range gets what neighbours let go, and nothing else.
        let even: Int
        /// Where the neighbours are: below, as those do that go outward, or above.
        let isInward: Bool

        init(by metres: Double) {
            var shares = Cells()
            var sources = Array(repeating: [UInt8](), count: 64)
            for index in 0..<64 {
                let (target, share) = Self.place(of: index, after: metres)
                shares[index] = share
                // What is nothing is left out: no sum changes by it.
                if share < 1 { sources[target].append(Parts.staying(index)) }
                if share > 0 { sources[target + 1].append(Parts.going(index)) }
            }
            self.shares = shares
            let outward = Self.even(sources) { $0 == 0 ? [] : [Parts.going($0 - 1), Parts.staying($0)] }
            let inward = Self.even(sources) { [Parts.going($0)] + ($0 == 63 ? [] : [Parts.staying($0 + 1)]) }
            isInward = inward < outward
            even = min(inward, outward)
            var (parts, ends) = (InlineArray<128, UInt8>(repeating: 0), InlineArray<64, UInt8>(repeating: 0))
            var count = 0
            for (index, part) in sources.joined().enumerated() { parts[index] = part }
            for (index, some) in sources.enumerated() {
                count += some.count
                ends[index] = UInt8(count)
            }
            (self.parts, self.ends) = (parts, ends)
        }

        /// To which range one goes, and which share of it to the next one; there is none after the last.
        static func place(of index: Int, after metres: Double) -> (target: Int, share: Float) {
            // Who passes is on the other side, and by then farther away.
            let distance = max(DistanceDistribution.middle(0), abs(DistanceDistribution.middle(index) + metres))
            let place = log(distance / DistanceDistribution.middle(0)) / log(DistanceDistribution.factor)
            let whole = min(63, Int(place))
            return (whole, whole < 63 ? Float(place - Double(whole)) : 0)
        }

        /// The first block from which on each range has the parts that it would have among its like.
        private static func even(_ sources: [[UInt8]], _ expected: (Int) -> [UInt8]) -> Int {
            let odd = sources.indices.last { sources[$0] != expected($0) }
            return odd.map { $0 / 8 + 1 } ?? 0
        }
    }
}

extension MotionTable.Shift {
    /// Moves weights, and adds them and what they bring along to what is there already.
    ///
    /// - Parameters:
    ///   - moving: The weights; they are in their new places then.
    ///   - offsets: The bias and the shadowing of each range.
    ///   - sums: What is there already.
    ///   - split: Room for the parts, which is not to be cleared each time.
    func apply(to moving: inout Cells, _ offsets: borrowing Offsets, _ sums: inout Sums, _ split: inout Parts) {
        let (bias, shadow) = (offsets.bias.blocks.span, offsets.shadow.blocks.span)
        for block in 0..<8 {
            let share = shares.blocks[block]
            let weight = moving.blocks[block]
            split.put(weight, of: 0, share, block)
            split.put(weight * bias[block], of: 1, share, block)
            split.put(weight * shadow[block], of: 2, share, block)
        }
        unsafe withUnsafeBytes(of: split) { split in
            unsafe withUnsafeMutableBytes(of: &moving) { moving in
                unsafe withUnsafeMutableBytes(of: &sums) { sums in
                    let moving = unsafe moving.assumingMemoryBound(to: Float.self)
                    let sums = unsafe sums.assumingMemoryBound(to: Float.self)
                    unsafe gather(split.assumingMemoryBound(to: Float.self), moving, sums)
                }
            }
            for block in even..<8 {
                let weight = unsafe neighbours(block, of: 0, split)
                moving.blocks[block] = weight
                sums.weights.blocks[block] += weight
                unsafe sums.biases.blocks[block] += neighbours(block, of: 1, split)
                unsafe sums.shadows.blocks[block] += neighbours(block, of: 2, split)
            }
        }
    }

    /// Sums up what comes to each range below the even ones.
    @inline(__always)
    private func gather(
        _ split: UnsafeBufferPointer<Float>,
        _ moving: UnsafeMutableBufferPointer<Float>,
        _ sums: UnsafeMutableBufferPointer<Float>
    ) {
        var next = 0
        for index in 0..<8 * even {
            var (weight, bias, shadow) = (Float(0), Float(0), Float(0))
            let end = Int(ends[index & 63])
            while next < end {
                // Below the number of parts: see the initialiser.
                let part = Int(parts[next & 127])
                unsafe weight += split[part]
                unsafe bias += split[part &+ Parts.count]
                unsafe shadow += split[part &+ 2 &* Parts.count]
                next += 1
            }
            unsafe moving[index] = weight
            unsafe sums[index] += weight
            unsafe sums[index &+ 64] += bias
            unsafe sums[index &+ 128] += shadow
        }
    }

    /// What each range of an even block gets: from itself, and from its neighbour.
    @inline(__always)
    private func neighbours(_ block: Int, of number: Int, _ split: UnsafeRawBufferPointer) -> Cells.Block {
        let going = number * Parts.count + Int(Parts.going(8 * block)) - (isInward ? 0 : 1)
        let staying = number * Parts.count + Int(Parts.staying(8 * block)) + (isInward ? 1 : 0)
        let size = MemoryLayout<Float>.size
        return unsafe Cells.Block()
            + split.loadUnaligned(fromByteOffset: going * size, as: Cells.Block.self)
            + split.loadUnaligned(fromByteOffset: staying * size, as: Cells.Block.self)
    }

    /// The weights of each range, and the sums of them times bias and times shadowing.
    struct Sums {
        var weights = Cells()
        var biases = Cells()
        var shadows = Cells()
    }

    /// What of each range goes on and what stays: of the weights, of them times bias, and of them times shadowing.
    struct Parts {
        /// Eight times nothing, what goes, what stays, and eight times nothing: there is no range beyond the last one.
        private var numbers = InlineArray<108, SIMD4<Float>>(repeating: SIMD4())

        fileprivate static let count = 8 + 64 + 64 + 8

        fileprivate static func going(_ index: Int) -> UInt8 { UInt8(8 + index) }
        fileprivate static func staying(_ index: Int) -> UInt8 { UInt8(72 + index) }

        @inline(__always)
        fileprivate mutating func put(_ value: Cells.Block, of number: Int, _ share: Cells.Block, _ block: Int) {
            let going = value * share
            let staying = value - going
            let place = number * Self.count / 4 + 2 * block
            numbers[place + 2] = going.lowHalf
            numbers[place + 3] = going.highHalf
            numbers[place + 18] = staying.lowHalf
            numbers[place + 19] = staying.highHalf
        }
    }
}
