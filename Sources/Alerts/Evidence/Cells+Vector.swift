import Ranging

/// Between the two ways in which the ranges are held.
extension Cells {
    init(_ vector: SIMD64<Float>) {
        self.init { vector[$0] }
    }

    var vector: SIMD64<Float> {
        var vector = SIMD64<Float>()
        for index in 0..<64 { vector[index] = self[index] }
        return vector
    }
}
