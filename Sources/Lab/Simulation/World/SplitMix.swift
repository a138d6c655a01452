/// A seeded generator of random numbers: SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", OOPSLA 2014).
///
/// Every purpose draws from a stream of its own, so that a draw added in one place changes nothing elsewhere.
public struct SplitMix: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// The stream of a seed for a purpose.
    public init(seed: UInt64, stream: String) {
        // FNV-1a spreads the purposes over the whole range.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in stream.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        state = seed ^ hash
        _ = next()
    }

    /// The stream of a seed for a purpose in a part of a fleet, which begins with that copy: the first part's has the name
    /// that the whole has where there are no parts.
    init(seed: UInt64, stream: String, part copy: Int) {
        self.init(seed: seed, stream: copy == 1 ? stream : "\(stream)/\(copy)")
    }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number from 0 up to, not including, 1.
    public mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }
}
