import Glibc

/// A number for each square of a floor.
struct Grid: Hashable, Sendable {
    /// The middle of the first square, in metres.
    let origin: SIMD2<Double>
    let columns: Int, rows: Int
    var values: [Float]

    /// The side of a square, in metres.
    static let step = 0.25
    /// So many squares are enough for a floor of 50 m by 50 m.
    static let most = 40_000

    /// A grid over places and a margin about them, in metres; nil when there are none, or they are too far apart.
    init?(over places: [SIMD2<Double>], margin: Double) {
        guard var low = places.first, var high = places.first else { return nil }
        for place in places {
            low = pointwiseMin(low, place)
            high = pointwiseMax(high, place)
        }
        let size = (high - low + 2 * margin) / Self.step
        guard size.x.isFinite, size.y.isFinite, size.x * size.y < Double(Self.most) else { return nil }
        origin = low - margin
        (columns, rows) = (Int(size.x) + 1, Int(size.y) + 1)
        values = [Float](repeating: 0, count: columns * rows)
    }

    /// The same squares with the same number in each.
    func filled(with value: Float) -> Grid {
        var copy = self
        copy.values = [Float](repeating: value, count: values.count)
        return copy
    }

    /// The square of a place, or the nearest to it.
    func index(of place: SIMD2<Double>) -> Int {
        let squares = (place - origin) / Self.step
        let column = min(columns - 1, max(0, Int(squares.x.rounded())))
        let row = min(rows - 1, max(0, Int(squares.y.rounded())))
        return row * columns + column
    }

    /// The middle of a square.
    func place(of index: Int) -> SIMD2<Double> {
        origin + Self.step * SIMD2(Double(index % columns), Double(index / columns))
    }

    /// Spreads each square over those about it, as a normal distribution with a standard deviation in metres.
    ///
    /// - Parameters:
    ///   - sigma: The standard deviation.
    ///   - scratch: Of the grid's size; what it holds is of no use afterwards.
    mutating func blur(_ sigma: Double, scratch: inout [Float]) {
        let squares = Float(sigma / Self.step)
        guard squares > 0.05 else { return }
        let reach = min(24, Int((3 * squares).rounded(.up)))
        var sum: Float = 1
        for offset in 1...reach { sum += 2 * Self.weight(offset, squares) }
        Self.pass(values, into: &scratch, lines: rows, length: columns, next: 1, line: columns, reach, squares, 1 / sum)
        Self.pass(scratch, into: &values, lines: columns, length: rows, next: columns, line: 1, reach, squares, 1 / sum)
    }

    private static func weight(_ offset: Int, _ sigma: Float) -> Float {
        expf(-0.5 * Float(offset * offset) / (sigma * sigma))
    }

    /// One direction; at the edge it is as in a mirror.
    private static func pass(
        _ source: [Float],
        into target: inout [Float],
        lines: Int,
        length: Int,
        next: Int,
        line: Int,
        _ reach: Int,
        _ sigma: Float,
        _ scale: Float
    ) {
        for index in source.indices { target[index] = source[index] * scale }
        for offset in 1...reach {
            let share = weight(offset, sigma) * scale
            for first in 0..<lines {
                let start = first * line
                for place in 0..<length {
                    let (before, after) = (mirror(place - offset, length), mirror(place + offset, length))
                    target[start + place * next] +=
                        share * (source[start + before * next] + source[start + after * next])
                }
            }
        }
    }

    private static func mirror(_ place: Int, _ length: Int) -> Int {
        if place < 0 { return min(length - 1, -place - 1) }
        return place < length ? place : max(0, 2 * length - 1 - place)
    }
}
