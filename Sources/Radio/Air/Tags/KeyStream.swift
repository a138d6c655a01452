import Bluetooth

/// Bytes that look random and follow from a number: the keys and identifiers of simulated tags; no cryptography.
struct KeyStream {
    private var state: UInt64

    /// The keys of a tag, which has had so many turns of them.
    init(number: UInt64, turn: UInt64 = 0) { state = number &* 0xD134_2543_DE82_EF95 &+ turn }

    mutating func bytes(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let word = next()
            bytes += (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
        }
        return Array(bytes.prefix(count))
    }

    mutating func uuid() -> BluetoothUUID {
        // Sixteen bytes always are a UUID.
        BluetoothUUID(littleEndian: bytes(16)) ?? BluetoothUUID(0)
    }

    /// SplitMix64: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.
    private mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }
}
