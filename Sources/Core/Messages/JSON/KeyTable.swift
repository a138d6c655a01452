/// The keys that one kind of object knows; the raw values are what stands in JSON.
protocol PayloadKey: RawRepresentable<String>, CaseIterable, Sendable {
    static var table: KeyTable<Self> { get }
}

extension PayloadKey {
    var name: String { rawValue }

    /// Its place among ``allCases``: the tag of an enum whose cases have no values counts them in their order
    /// (docs/ABI/TypeLayout.rst of Swift, "C-like enums"); that of a single case takes no memory.
    @inline(__always)
    var index: Int { unsafe withUnsafeBytes(of: self) { unsafe $0.isEmpty ? 0 : Int($0[0]) } }
}

/// Finds which known key some bytes are, without making a string of them.
///
/// A hash table with open addressing over the packed names; at most a third of its slots are taken.
struct KeyTable<Key: PayloadKey>: Sendable {
    private struct Slot {
        var name = PackedName(low: 0, high: 0)
        var key: Key?
    }

    let keyCount: Int
    /// How each key is written behind another one, in the order of the keys.
    let leads: [KeyLead]
    private var slots: [Slot]
    private let mask: Int
    /// Keys that fit into no packed name: a few, which messages have that come seldom.
    private var long: [(name: [UInt8], key: Key)] = []

    init() {
        keyCount = Key.allCases.count
        leads = Key.allCases.map { KeyLead(of: $0.name) }
        precondition(keyCount <= 64, "\(Key.self): at most 64 keys are expected, found \(keyCount)")
        var count = 4
        while count < keyCount * 3 { count *= 2 }
        slots = Array(repeating: Slot(), count: count)
        mask = count - 1
        for key in Key.allCases {
            guard let name = PackedName(Array(key.name.utf8), 0..<key.name.utf8.count) else {
                if !key.name.isEmpty { long.append((Array(key.name.utf8), key)) }
                continue
            }
            slots[freeSlot(for: name)] = Slot(name: name, key: key)
        }
    }

    private func freeSlot(for name: PackedName) -> Int {
        var index = name.hash & mask
        while slots[index].key != nil { index = (index + 1) & mask }
        return index
    }

    @inline(__always)
    func find(_ bytes: [UInt8], _ range: Range<Int>) -> Key? {
        guard let name = PackedName(bytes, range) else { return long.isEmpty ? nil : findLong(bytes[range]) }
        var index = name.hash & mask
        while let key = slots[index].key {
            if slots[index].name == name { return key }
            index = (index + 1) & mask
        }
        return nil
    }

    private func findLong(_ name: ArraySlice<UInt8>) -> Key? { long.first { $0.name.elementsEqual(name) }?.key }

    func find(_ name: String) -> Key? { find(Array(name.utf8), 0..<name.utf8.count) }
}

/// A name of 1 to 15 bytes in two words, with its length in the last byte.
private struct PackedName: Equatable {
    var low: UInt64
    var high: UInt64

    init(low: UInt64, high: UInt64) {
        self.low = low
        self.high = high
    }

    @inline(__always)
    init?(_ bytes: [UInt8], _ range: Range<Int>) {
        guard (1...15).contains(range.count) else { return nil }
        low = 0
        high = 0
        for index in range.prefix(8).reversed() { low = low << 8 | UInt64(bytes[index]) }
        for index in range.dropFirst(8).reversed() { high = high << 8 | UInt64(bytes[index]) }
        high |= UInt64(range.count) << 56
    }

    var hash: Int {
        // The fractional part of the golden ratio spreads the words (Knuth); the upper bits are the good ones.
        Int(truncatingIfNeeded: ((low ^ high &* 31) &* 0x9E37_79B9_7F4A_7C15) >> 48)
    }
}
