/// How many rows there are, and what is in them as one number: the sum of a hash of each, so that their order does not
/// matter.
struct RowDigest: Hashable {
    private(set) var rows = 0
    private var sum: UInt64 = 0

    /// Adds a row.
    mutating func add(_ values: some Sequence<SQLValue>) {
        rows += 1
        var hash = FNV()
        for value in values { hash.add(value) }
        sum &+= hash.mixed
    }

    /// FNV-1a with 64 bits (draft-eastlake-fnv), the same in each process, and a last mixing as in SplitMix64, so that
    /// sums of hashes of like rows do not meet.
    private struct FNV {
        private var state: UInt64 = 0xCBF2_9CE4_8422_2325

        mutating func add(_ value: SQLValue) {
            switch value {
            case .null: add(byte: 0)
            case .number(let number): add(1, unsafe withUnsafeBytes(of: number.littleEndian) { unsafe Array($0) })
            case .real(let number):
                add(2, unsafe withUnsafeBytes(of: number.bitPattern.littleEndian) { unsafe Array($0) })
            case .text(let text):
                // A NUL is none in PostgreSQL.
                add(3, Array((text.utf8.contains(0) ? text.replacing("\0", with: "\u{FFFD}") : text).utf8))
            case .bytes(let bytes): add(4, bytes)
            }
        }

        private mutating func add(_ kind: UInt8, _ bytes: [UInt8]) {
            add(byte: kind)
            for byte in bytes { add(byte: byte) }
            // Where it ends, so that two columns are not those with a byte moved from the one to the other.
            for shift in [0, 8, 16, 24] { add(byte: UInt8(truncatingIfNeeded: bytes.count >> shift)) }
        }

        private mutating func add(byte: UInt8) { state = (state ^ UInt64(byte)) &* 0x100_0000_01B3 }

        var mixed: UInt64 {
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }
}
