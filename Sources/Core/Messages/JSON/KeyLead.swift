/// A key as it is written without blanks behind another one, `,"lat":`, to be recognised at one look.
///
/// Who writes as we do writes the keys in their order, so that it is known which one most likely comes next.
struct KeyLead: Sendable {
    /// How many bytes it has; 0 for a key that is too long for this.
    let count: Int
    private let low, high, lowMask, highMask: UInt64

    init(of name: String) {
        let text = Array(",\"\(name)\":".utf8)
        count = text.count <= 16 ? text.count : 0
        var (low, high, lowMask, highMask) = (UInt64(0), UInt64(0), UInt64(0), UInt64(0))
        for (index, byte) in text.prefix(count).enumerated() {
            if index < 8 {
                low |= UInt64(byte) << UInt64(8 * index)
                lowMask |= 0xFF << UInt64(8 * index)
            } else {
                high |= UInt64(byte) << UInt64(8 * index - 64)
                highMask |= 0xFF << UInt64(8 * index - 64)
            }
        }
        (self.low, self.high, self.lowMask, self.highMask) = (low, high, lowMask, highMask)
    }

    /// Whether it stands at a place, and at least 16 bytes are there.
    @inline(__always)
    func stands(in bytes: [UInt8], at place: Int) -> Bool {
        guard place >= 0, bytes.count &- place >= 16, count > 0 else { return false }
        return unsafe bytes.span.withUnsafeBytes { bytes in
            let first = UInt64(littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
            let second = UInt64(littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: place &+ 8, as: UInt64.self))
            return (first & lowMask ^ low) | (second & highMask ^ high) == 0
        }
    }
}
