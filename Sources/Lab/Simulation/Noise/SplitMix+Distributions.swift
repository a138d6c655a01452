import Glibc

extension SplitMix {
    /// Two independent numbers of the standard normal distribution (Box and Muller, "A note on the generation of random
    /// normal deviates", 1958).
    public mutating func normals() -> SIMD2<Double> {
        // From 0 not included to 1, since the logarithm of 0 has no end.
        let length = (-2 * log(1 - unit())).squareRoot()
        let angle = 2 * Double.pi * unit()
        return SIMD2(length * cos(angle), length * sin(angle))
    }

    /// One number of the standard normal distribution.
    public mutating func normal() -> Double { normals().x }

    /// How long it takes until something happens that happens at random, from its mean.
    public mutating func exponential(mean: Double) -> Double { -mean * log(1 - unit()) }

    /// A factor around 1: its natural logarithm is normal with this standard deviation.
    public mutating func factor(spread: Double) -> Double { spread > 0 ? exp(spread * normal()) : 1 }
}
