import Glibc

/// A Gaussian blur of numbers that stand on a floor's squares, in two passes.
struct FloorBlur {
    let grid: FloorGrid
    private let kernel: [Float]
    private var scratch: [Float]

    /// A blur with a standard deviation in metres; its weights sum up to 1, or to that of the middle one being 1.
    init(grid: FloorGrid, sigma: Double, isNormalised: Bool = true) {
        self.grid = grid
        let cells = max(1e-6, sigma / FloorGrid.step)
        let radius = min(40, Int((3 * cells).rounded(.up)))
        let weights = (-radius...radius).map { exp(-0.5 * pow(Double($0) / cells, 2)) }
        let sum = isNormalised ? weights.reduce(0, +) : 1
        kernel = weights.map { Float($0 / sum) }
        scratch = Array(repeating: 0, count: grid.count)
    }

    /// Blurs as many squares as the grid has, from a start on; what would leave the floor stays at its edge.
    mutating func apply(to values: inout [Float], from start: Int = 0) {
        pass(values, start, &scratch, 0, length: grid.columns, stride: 1, lines: grid.rows, lineStride: grid.columns)
        pass(scratch, 0, &values, start, length: grid.rows, stride: grid.columns, lines: grid.columns, lineStride: 1)
    }

    private func pass(
        _ source: [Float],
        _ sourceStart: Int,
        _ target: inout [Float],
        _ targetStart: Int,
        length: Int,
        stride: Int,
        lines: Int,
        lineStride: Int
    ) {
        let radius = kernel.count / 2
        for line in 0..<lines {
            let from = sourceStart + line * lineStride
            let to = targetStart + line * lineStride
            for index in 0..<length {
                var sum: Float = 0
                for offset in -radius...radius {
                    let near = min(length - 1, max(0, index + offset))
                    sum += kernel[offset + radius] * source[from + near * stride]
                }
                target[to + index * stride] = sum
            }
        }
    }
}
