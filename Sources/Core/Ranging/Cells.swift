/// A number for each of the 64 ranges of a ``DistanceDistribution``.
///
/// It lies in eight vectors of eight: arithmetic on a `SIMD64<Float>` is a call for each number, and 150 times as slow.
public struct Cells: Sendable {
    /// Eight neighbours.
    public typealias Block = SIMD8<Float>

    /// The ranges in order, eight to a block.
    ///
    /// A loop over those of a constant goes by their `span`: to read one by its index copies all of them first.
    public var blocks: InlineArray<8, Block>

    /// The same number for each range.
    @inlinable
    public init(repeating value: Float = 0) { blocks = InlineArray(repeating: Block(repeating: value)) }

    /// A number for each range by its index.
    public init(_ value: (Int) -> Float) {
        self.init()
        for index in 0..<64 { self[index] = value(index) }
    }

    public subscript(index: Int) -> Float {
        @inlinable get { blocks[index >> 3][index & 7] }
        @inlinable set { blocks[index >> 3][index & 7] = newValue }
    }

    @inlinable
    public func sum() -> Float {
        var sum = Block()
        for index in 0..<8 { sum += blocks[index] }
        return sum.sum()
    }

    /// The sum from a range to the last one.
    @inlinable
    public func sum(from first: Int) -> Float {
        guard first < 64 else { return 0 }
        var sum: Float = 0
        let start = first >> 3
        for lane in (first & 7)..<8 { sum += blocks[start][lane] }
        for index in stride(from: start + 1, to: 8, by: 1) { sum += blocks[index].sum() }
        return sum
    }

    @inlinable
    public static func + (left: Cells, right: Cells) -> Cells {
        var result = left
        for index in 0..<8 { result.blocks[index] += right.blocks[index] }
        return result
    }

    @inlinable
    public static func * (left: Cells, right: Cells) -> Cells {
        var result = left
        for index in 0..<8 { result.blocks[index] *= right.blocks[index] }
        return result
    }

    @inlinable
    public static func * (left: Cells, right: Float) -> Cells {
        var result = left
        for index in 0..<8 { result.blocks[index] *= right }
        return result
    }
}

extension Cells: Hashable {
    public static func == (left: Cells, right: Cells) -> Bool {
        for index in 0..<8 where left.blocks[index] != right.blocks[index] { return false }
        return true
    }

    public func hash(into hasher: inout Hasher) {
        for index in 0..<8 { hasher.combine(blocks[index]) }
    }
}
