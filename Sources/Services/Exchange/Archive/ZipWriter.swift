public import Tracking

/// Writes a ZIP file from front to back without ever going back, so that it can be sent while it is made.
///
/// Files are stored as they are, with their sizes behind them (APPNOTE 6.3.9, general purpose bit 3); one may have up to
/// 4 GiB, all of them any size (ZIP64).
public struct ZipWriter: Sendable {
    private struct Entry: Sendable {
        let name: [UInt8]
        let time: (UInt16, UInt16)
        let offset: UInt64
        var size: UInt64 = 0
        var sum = CRC32()
    }

    private var entries: [Entry] = []
    private var offset: UInt64 = 0
    private var isOpen = false

    public init() {}

    /// The bytes of the file that is open.
    public var size: UInt64 { isOpen ? entries.last?.size ?? 0 : 0 }

    /// Begins a file, named with slashes between folders, and returns what to write; ZIP knows whole two seconds.
    public mutating func begin(_ name: String, at time: Timestamp) -> [UInt8] {
        let end = endFile()
        isOpen = true
        let entry = Entry(name: Array(name.utf8), time: time.forDOS, offset: offset)
        entries.append(entry)
        var bytes = LittleEndian()
        bytes.put(0x0403_4B50 as UInt32)
        Self.putCommon(entry, isHeader: true, &bytes)
        bytes.put(entry.name)
        return end + counted(bytes.bytes)
    }

    /// Adds bytes to the file that is open, and returns what to write: the same.
    public mutating func add(_ bytes: [UInt8]) -> [UInt8] {
        guard isOpen, let last = entries.indices.last else { return [] }
        entries[last].size += UInt64(bytes.count)
        entries[last].sum.add(bytes)
        return counted(bytes)
    }

    /// Ends the archive, and returns what to write at the end.
    public mutating func finish() -> [UInt8] {
        var all = endFile()
        let start = offset
        for entry in entries { all += counted(Self.central(entry)) }
        let size = offset - start
        var bytes = LittleEndian()
        if start >= UInt64(UInt32.max) || entries.count >= 0xFFFF {
            let record = offset
            bytes.put(0x0606_4B50 as UInt32)
            bytes.put(44 as UInt64)
            bytes.put(45 as UInt16)
            bytes.put(45 as UInt16)
            bytes.put(0 as UInt32)
            bytes.put(0 as UInt32)
            bytes.put(UInt64(entries.count))
            bytes.put(UInt64(entries.count))
            bytes.put(size)
            bytes.put(start)
            bytes.put(0x0706_4B50 as UInt32)
            bytes.put(0 as UInt32)
            bytes.put(record)
            bytes.put(1 as UInt32)
        }
        bytes.put(0x0605_4B50 as UInt32)
        bytes.put(0 as UInt32)
        let count = UInt16(min(entries.count, 0xFFFF))
        bytes.put(count)
        bytes.put(count)
        bytes.put(UInt32(clamping: size))
        bytes.put(UInt32(clamping: start))
        bytes.put(0 as UInt16)
        return all + counted(bytes.bytes)
    }

    private mutating func counted(_ bytes: [UInt8]) -> [UInt8] {
        offset += UInt64(bytes.count)
        return bytes
    }

    private mutating func endFile() -> [UInt8] {
        guard isOpen, let entry = entries.last else { return [] }
        isOpen = false
        var bytes = LittleEndian()
        bytes.put(0x0807_4B50 as UInt32)
        bytes.put(entry.sum.value)
        bytes.put(UInt32(clamping: entry.size))
        bytes.put(UInt32(clamping: entry.size))
        return counted(bytes.bytes)
    }

    /// What the header of a file and its line in the directory have in common.
    private static func putCommon(_ entry: Entry, isHeader: Bool, _ bytes: inout LittleEndian) {
        bytes.put(45 as UInt16)
        // The sizes are behind the file, and its name is UTF-8.
        bytes.put(0x0808 as UInt16)
        bytes.put(0 as UInt16)
        bytes.put(entry.time.0)
        bytes.put(entry.time.1)
        bytes.put(isHeader ? 0 : entry.sum.value)
        bytes.put(isHeader ? 0 : UInt32(clamping: entry.size))
        bytes.put(isHeader ? 0 : UInt32(clamping: entry.size))
        bytes.put(UInt16(clamping: entry.name.count))
        if isHeader { bytes.put(0 as UInt16) }
    }

    private static func central(_ entry: Entry) -> [UInt8] {
        let isFar = entry.offset >= UInt64(UInt32.max)
        var bytes = LittleEndian()
        bytes.put(0x0201_4B50 as UInt32)
        // Made on Unix, so that the mode below counts.
        bytes.put(0x032D as UInt16)
        putCommon(entry, isHeader: false, &bytes)
        bytes.put((isFar ? 12 : 0) as UInt16)
        bytes.put(0 as UInt16)
        bytes.put(0 as UInt16)
        bytes.put(0 as UInt16)
        // A plain file of mode 0600.
        bytes.put(0o100600 << 16 as UInt32)
        bytes.put(UInt32(clamping: entry.offset))
        bytes.put(entry.name)
        if isFar {
            bytes.put(1 as UInt16)
            bytes.put(8 as UInt16)
            bytes.put(entry.offset)
        }
        return bytes.bytes
    }
}

/// Bytes with the lowest of a number first.
private struct LittleEndian {
    var bytes: [UInt8] = []

    mutating func put(_ text: [UInt8]) { bytes += text }

    mutating func put(_ number: some FixedWidthInteger) {
        for shift in stride(from: 0, to: number.bitWidth, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }
}

extension Timestamp {
    /// Time and date as FAT has them, in UTC; from 1980 on.
    fileprivate var forDOS: (UInt16, UInt16) {
        let digits = description.utf8.filter { (0x30...0x39).contains($0) }.map { UInt16($0 - 0x30) }
        guard digits.count >= 14 else { return (0, 0x21) }
        func number(_ range: Range<Int>) -> UInt16 { digits[range].reduce(0) { $0 * 10 + $1 } }
        let year = max(1980, number(0..<4)) - 1980
        let time = number(8..<10) << 11 | number(10..<12) << 5 | number(12..<14) / 2
        return (time, year << 9 | number(4..<6) << 5 | number(6..<8))
    }
}
