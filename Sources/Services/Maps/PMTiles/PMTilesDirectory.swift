/// Which tiles are where: a directory of PMTiles, by the numbers of the tiles.
struct PMTilesDirectory {
    struct Entry {
        let tile: UInt64
        let offset: UInt64
        let length: UInt32
        /// How many tiles from `tile` on are these bytes; 0 for a directory of its own.
        let run: UInt32
    }

    /// Why bytes are no directory.
    struct Damage: Error {}

    /// The most that one may have: writers begin another one long before.
    static let mostEntries = 200_000
    /// The most bytes of one, unpacked.
    static let mostBytes = 4 << 20

    let entries: [Entry]

    init(_ bytes: [UInt8]) throws(Damage) {
        var reader = Varints(bytes: bytes)
        let count = try reader.next()
        // Each entry has four numbers of a byte at least.
        guard count <= UInt64(Self.mostEntries), count * 4 <= UInt64(bytes.count) else { throw Damage() }
        func column(_ make: (UInt64, Int) throws(Damage) -> UInt64) throws(Damage) -> [UInt64] {
            var numbers: [UInt64] = []
            numbers.reserveCapacity(Int(count))
            for index in 0..<Int(count) { numbers.append(try make(try reader.next(), index)) }
            return numbers
        }
        var last: UInt64 = 0
        let tiles = try column { (number, index) throws(Damage) in
            // They ascend.
            guard index == 0 || number > 0 else { throw Damage() }
            last = try Self.sum(last, number)
            return last
        }
        let runs = try column { (number, _) throws(Damage) in try Self.small(number) }
        let lengths = try column { (number, _) throws(Damage) in
            guard number > 0 else { throw Damage() }
            return try Self.small(number)
        }
        var end: UInt64?
        let offsets = try column { (number, index) throws(Damage) in
            guard let offset = number > 0 ? number - 1 : end else { throw Damage() }
            end = try Self.sum(offset, lengths[index])
            return offset
        }
        entries = tiles.indices.map { index in
            Entry(
                tile: tiles[index], offset: offsets[index], length: UInt32(lengths[index]), run: UInt32(runs[index])
            )
        }
    }

    /// The entry that a tile is in, or behind which it would be.
    func entry(of tile: UInt64) -> Entry? {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].tile <= tile { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return nil }
        let entry = entries[low - 1]
        return entry.run == 0 || tile - entry.tile < UInt64(entry.run) ? entry : nil
    }

    private static func sum(_ one: UInt64, _ other: UInt64) throws(Damage) -> UInt64 {
        let (sum, overflows) = one.addingReportingOverflow(other)
        guard !overflows else { throw Damage() }
        return sum
    }

    private static func small(_ number: UInt64) throws(Damage) -> UInt64 {
        guard number <= UInt32.max else { throw Damage() }
        return number
    }

    /// Numbers of seven bits a byte, the lowest first.
    private struct Varints {
        let bytes: [UInt8]
        var place = 0

        mutating func next() throws(Damage) -> UInt64 {
            var number: UInt64 = 0
            for shift in stride(from: UInt64(0), to: 64, by: 7) {
                guard place < bytes.count else { throw Damage() }
                let byte = bytes[place]
                place += 1
                // Of the tenth byte one bit is left.
                guard shift < 63 || byte <= 1 else { throw Damage() }
                number |= UInt64(byte & 0x7f) << shift
                if byte < 0x80 { return number }
            }
            throw Damage()
        }
    }
}
