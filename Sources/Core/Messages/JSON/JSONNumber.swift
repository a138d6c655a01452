/// A number as JSON writes it: its digits as one integer, and the power of ten to multiply it by.
struct JSONNumber {
    var mantissa: UInt64 = 0
    var exponent: Int32 = 0
    var isNegative = false
    /// Whether there were more significant digits than the mantissa holds.
    var isCut = false

    /// The nearest double, where one multiplication or division of exact numbers gives it; else nil.
    ///
    /// Mantissas below 2^53 and powers of ten up to 10^22 are exact as doubles, so the result is rounded once
    /// (W. D. Clinger, "How to read floating point numbers accurately", 1990).
    @inline(__always)
    var exactDouble: Double? {
        guard !isCut, mantissa < 1 << 53, (-22...22).contains(exponent) else { return nil }
        let digits = Double(mantissa)
        let value = exponent < 0 ? digits / Self.powersOfTen[Int(-exponent)] : digits * Self.powersOfTen[Int(exponent)]
        return isNegative ? -value : value
    }

    /// The value, when it was written as a plain integer that fits; else nil.
    @inline(__always)
    var plainInteger: Int64? {
        guard exponent == 0, !isCut, mantissa <= UInt64(Int64.max) else { return nil }
        return isNegative ? -Int64(mantissa) : Int64(mantissa)
    }

    static let powersOfTen: InlineArray<23, Double> = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
        1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
    ]
}

extension JSONNumber {
    /// A number rounded to some decimals.
    static func rounded(_ number: Double, decimals: Int) -> Double {
        let scale = powersOfTen[decimals]
        // So far out a double has few decimals left to round, and farther the product would overflow.
        return abs(number) < 1e12 ? (number * scale).rounded() / scale : number
    }

    /// Takes one more digit; `isFraction` when it stands behind the point.
    mutating func append(digit: UInt8, isFraction: Bool) {
        guard mantissa < 1_000_000_000_000_000_000 else {
            isCut = true
            return
        }
        mantissa = mantissa &* 10 &+ UInt64(digit)
        if isFraction { exponent -= 1 }
    }
}
