import Compression
import JSON
import Store
import Tracking

/// The fixes of a device and a month as an object: lines of JSON, packed by gzip.
///
/// The first line tells what follows: `{"format":"tagalong-month-1","device":"ada/bike","month":"2026-03"}`; each other one
/// is a fix, in the order of time, boot, sequence, latitude and longitude. docs/archive.md is the contract.
enum MonthObject {
    static let format = "tagalong-month-1"
    /// Bytes of a month, unpacked, that are read at most: seven million fixes.
    private static let mostBytes = 1 << 30

    static func head(_ device: DeviceID, _ month: CalendarMonth) -> [UInt8] {
        let head = JSONValue.object([
            "format": .text(format), "device": .text("\(device)"), "month": .text("\(month)"),
        ])
        return head.encoded() + [UInt8(ascii: "\n")]
    }

    /// Hands out the fixes of an object.
    ///
    /// - Throws: ``ArchiveError``, or what `body` throws.
    static func read(
        _ bytes: [UInt8], _ name: String, of device: DeviceID, _ month: CalendarMonth,
        _ body: (StoredFix) throws -> Void
    ) throws {
        let text: [UInt8]
        do { text = try GzipReader.unpack(bytes, limit: mostBytes) } catch {
            throw ArchiveError.damaged(object: name, line: 1, expected: "what gzip has packed")
        }
        var (number, start) = (0, text.startIndex)
        while start < text.endIndex {
            let end = text[start...].firstIndex(of: UInt8(ascii: "\n")) ?? text.endIndex
            number += 1
            let line = Array(text[start..<end])
            start = end + 1
            if number == 1 {
                guard line + [UInt8(ascii: "\n")] == head(device, month) else {
                    let expected = "format \(format) of \(device) and \(month)"
                    throw ArchiveError.damaged(object: name, line: 1, expected: expected)
                }
                continue
            }
            let fix: StoredFix
            do { fix = try FixText.fix(line, of: device) } catch {
                throw ArchiveError.damaged(object: name, line: number, expected: error.expected)
            }
            guard fix.fix.time >= month.start, fix.fix.time < month.end else {
                throw ArchiveError.damaged(object: name, line: number, expected: "a time of \(month)")
            }
            try body(fix)
        }
        guard number > 0 else { throw ArchiveError.damaged(object: name, line: 1, expected: "format \(format)") }
    }
}

/// Packs the fixes of a month, one by one.
struct MonthWriter {
    private let stream: GzipStream?
    private var packed: [UInt8] = []
    private var waiting: [UInt8]
    private(set) var fixes = 0
    private(set) var first: Timestamp?
    private(set) var last: Timestamp?
    /// By what the fixes are known again within this process.
    private(set) var sum = FixSum()

    init(_ device: DeviceID, _ month: CalendarMonth) {
        stream = GzipStream(.small)
        waiting = MonthObject.head(device, month)
    }

    /// Adds the next fix, in order.
    mutating func add(_ fix: StoredFix) {
        waiting += FixText.line(fix)
        (first, last) = (first ?? fix.fix.time, fix.fix.time)
        fixes += 1
        sum.add(fix)
        guard waiting.count > 1 << 16 else { return }
        packed += stream?.pack(waiting) ?? []
        waiting.removeAll(keepingCapacity: true)
    }

    /// The object; nil where there is no memory to pack it.
    consuming func finish() -> [UInt8]? { stream.map { packed + $0.pack(waiting, last: true) } }
}

/// What a sequence of fixes is known by again within this process.
struct FixSum: Hashable {
    private var hash = 0

    mutating func add(_ fix: StoredFix) {
        var hasher = Hasher()
        hasher.combine(hash)
        hasher.combine(fix)
        hash = hasher.finalize()
    }
}
