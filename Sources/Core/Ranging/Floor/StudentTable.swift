import Glibc

/// The logarithm of Student's density with five degrees of freedom, without its constant, read from a table.
struct StudentTable: Sendable {
    static let shared = StudentTable()

    private static let freedom: Float = 5
    private static let resolution: Float = 32
    private let values: [Float]

    private init() {
        values = (0...512).map { index in
            let off = Float(index) / Self.resolution
            return -(Self.freedom + 1) / 2 * log1pf(off * off / Self.freedom)
        }
    }

    /// Of a deviation in standard deviations; beyond 16 it falls no more.
    func logLikelihood(_ off: Float) -> Float { values[Int(min(512, off.magnitude * Self.resolution))] }
}
