/// How many values a binary property list has once it is written out.
///
/// It may name one value many times over: forty arrays of twice the next one are 406 bytes and 10^12 values, which
/// Foundation makes all of. Layout: CoreFoundation, CFBinaryPList.c.
struct BinaryListExtent {
    private let bytes: [UInt8]
    private let offsetSize: Int
    private let referenceSize: Int
    private var objects: Int
    private var table: Int
    private let limit: Int
    private var counts: [Int: Int] = [:]

    /// How deep containers may stand in each other.
    private static let deepest = 100

    /// The number of values, no more than a limit and one; nil for what is no such list.
    static func count(_ bytes: [UInt8], limit: Int) -> Int? {
        guard bytes.count >= 40, var extent = BinaryListExtent(bytes, limit: limit) else { return nil }
        return extent.count(of: extent.number(at: bytes.count - 16, 8) ?? .max, depth: 0)
    }

    private init?(_ bytes: [UInt8], limit: Int) {
        (self.bytes, self.limit) = (bytes, limit)
        (offsetSize, referenceSize) = (Int(bytes[bytes.count - 26]), Int(bytes[bytes.count - 25]))
        (objects, table) = (0, 0)
        guard let objects = number(at: bytes.count - 24, 8), let table = number(at: bytes.count - 8, 8),
            objects <= bytes.count, table <= bytes.count
        else { return nil }
        (self.objects, self.table) = (objects, table)
    }

    /// The highest byte first; nil beyond the end, or for more than fits.
    private func number(at place: Int, _ size: Int) -> Int? {
        guard (1...8).contains(size), place >= 0, place <= bytes.count - size else { return nil }
        return Int(exactly: bytes[place..<place + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }

    private mutating func count(of object: Int, depth: Int) -> Int? {
        if let known = counts[object] { return known }
        guard depth < Self.deepest, object < objects, let place = number(at: table + object * offsetSize, offsetSize),
            place < bytes.count
        else { return nil }
        var sum = 1
        if let (start, references) = references(at: place) {
            for index in 0..<references {
                guard let reference = number(at: start + index * referenceSize, referenceSize),
                    let inner = count(of: reference, depth: depth + 1)
                else { return nil }
                sum = min(limit + 1, sum + inner)
            }
        }
        counts[object] = sum
        return sum
    }

    /// Where the references of an array, a set or a dictionary begin, and how many there are; nil for other values.
    private func references(at place: Int) -> (start: Int, count: Int)? {
        let (kind, low) = (bytes[place] >> 4, Int(bytes[place] & 15))
        guard kind == 0xA || kind == 0xC || kind == 0xD else { return nil }
        var (start, count) = (place + 1, low)
        if low == 15 {
            guard start < bytes.count, bytes[start] >> 4 == 1, bytes[start] & 15 <= 3 else { return (start, .max / 4) }
            let size = 1 << Int(bytes[start] & 15)
            count = number(at: start + 1, size) ?? .max / 4
            start += 1 + size
        }
        return (start, min(count, bytes.count) * (kind == 0xD ? 2 : 1))
    }
}
