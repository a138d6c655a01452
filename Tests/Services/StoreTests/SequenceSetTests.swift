import Testing

@testable import Store

@Suite struct SequenceSetTests {
    @Test(arguments: 0..<20 as Range<UInt64>)
    func `it agrees with a plain set, whatever the order`(seed: UInt64) {
        var generator = SeededGenerator(state: seed)
        var (ranges, plain) = (SequenceSet(), Set<UInt32>())
        for _ in 0..<400 {
            let number = UInt32.random(in: 0...200, using: &generator)
            let (isNew, isNewToPlain) = (ranges.insert(number), plain.insert(number).inserted)
            #expect(isNew == isNewToPlain)
            let end = (1...).first { !plain.contains($0) }.map { $0 - 1 }
            #expect(ranges.contiguousThrough == end)
        }
        #expect(ranges.count == plain.count)
        #expect((0...210).allSatisfy { ranges.contains($0) == plain.contains($0) })
        #expect(SequenceSet(ranges: ranges.ranges) == ranges)
    }

    @Test func `numbers in order make one range`() {
        var set = SequenceSet()
        for number in 1...1000 as ClosedRange<UInt32> { set.insert(number) }
        #expect(set.ranges == [1...1000])
        #expect(set.contiguousThrough == 1000)
    }

    @Test func `the smallest and the largest number are numbers like others`() {
        var set = SequenceSet()
        let new = ([.max, 0, .max - 1, 1, .max] as [UInt32]).map { set.insert($0) }
        #expect(new == [true, true, true, true, false])
        #expect(set.ranges == [0...1, (.max - 1)...(.max)])
        #expect(set.contiguousThrough == 1)
    }

    @Test func `nothing is contiguous while the first is missing`() {
        var set = SequenceSet()
        set.insert(2)
        #expect(set.contiguousThrough == 0)
    }

    @Test(arguments: [[1...2, 2...3], [1...2, 3...4], [5...6, 1...2], [1...UInt32.max, 7...8]])
    func `stored ranges that meet are refused`(ranges: [ClosedRange<UInt32>]) {
        #expect(SequenceSet(ranges: ranges) == nil)
    }
}
