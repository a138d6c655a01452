import StoreSupport
import TestSupport
import Testing

@testable import History

@Suite(.onBothEngines) struct ChunkedArrayTests {
    /// Around the ends of chunks of 64.
    @Test(arguments: [0, 1, 63, 64, 65, 128, 200])
    func `it holds what an array holds, in its order`(count: Int) {
        var chunked = ChunkedArray<Int>()
        for number in 0..<count { chunked.append(number) }
        #expect(chunked.elementsEqual(0..<count) && chunked.count == count)
        for index in chunked.indices { chunked[index] *= 2 }
        #expect(chunked.elementsEqual((0..<count).map { $0 * 2 }))
    }

    @Test(arguments: 0..<8 as Range<UInt64>)
    func `whatever is added and removed, it is what an array would be`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var (chunked, array) = (ChunkedArray<Int>(), [Int]())
        for number in 0..<600 {
            // It grows at first, and is empty now and then at the end.
            if array.isEmpty || Int.random(in: 0..<600, using: &generator) > number {
                chunked.append(number)
                array.append(number)
            } else {
                let index = Int.random(in: array.indices, using: &generator)
                chunked.remove(at: index)
                array.remove(at: index)
            }
            #expect(chunked.count == array.count)
        }
        #expect(chunked.elementsEqual(array))
        while !array.isEmpty {
            chunked.remove(at: 0)
            array.removeFirst()
            #expect(chunked.elementsEqual(array))
        }
        chunked.append(7)
        #expect(Array(chunked) == [7])
    }
}
