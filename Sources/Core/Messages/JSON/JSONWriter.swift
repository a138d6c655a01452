internal import JSON
internal import Tracking

/// Writes one JSON object, key by key, without blanks.
///
/// A key whose value is nil, or a number that is not finite, is left out.
struct JSONWriter<Key: PayloadKey> {
    private(set) var bytes: [UInt8]
    /// A bit for each key that has been written.
    private var written: UInt64 = 0
    private let start: Int

    init(capacity: Int = 256) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(capacity)
        self.init(appendingTo: bytes)
    }

    init(appendingTo bytes: consuming [UInt8]) {
        bytes.append(UInt8(ascii: "{"))
        self.bytes = bytes
        start = self.bytes.count
    }

    consuming func finished() -> [UInt8] {
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }

    mutating func put(_ key: Key, _ text: String?) {
        guard let text else { return }
        open(key)
        bytes.appendJSON(text)
    }

    mutating func put(_ key: Key, _ number: Double?) {
        guard let number, number.isFinite else { return }
        open(key)
        bytes.appendJSON(number)
    }

    /// Writes a number rounded to some decimals.
    mutating func put(_ key: Key, _ number: Double?, decimals: Int) {
        guard let number else { return }
        put(key, JSONNumber.rounded(number, decimals: decimals))
    }

    mutating func put<Integer: BinaryInteger>(_ key: Key, _ integer: Integer?) {
        guard let integer else { return }
        open(key)
        bytes.appendDecimal(Int64(clamping: integer))
    }

    mutating func put(_ key: Key, _ flag: Bool) {
        open(key)
        bytes.append(contentsOf: (flag ? "true" : "false").utf8)
    }

    mutating func put(_ key: Key, _ time: Timestamp?) {
        guard let time else { return }
        open(key)
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: time.rfc3339)
        bytes.append(UInt8(ascii: "\""))
    }

    mutating func put<Part: JSONPart>(_ key: Key, _ part: Part?) {
        guard let part else { return }
        open(key)
        append(part.write)
    }

    /// Writes an array of texts.
    mutating func put(_ key: Key, _ texts: [String]) {
        open(key)
        bytes.append(UInt8(ascii: "["))
        for (index, text) in texts.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes.appendJSON(text)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    /// Writes an array of objects.
    mutating func put<Part: JSONPart>(_ key: Key, _ parts: [Part]?) {
        guard let parts else { return }
        put(key, parts) { part, writer in part.write(into: &writer) }
    }

    /// Writes an array of objects, each by a function.
    mutating func put<Inner, Element>(
        _ key: Key, _ elements: [Element], _ fill: (Element, inout JSONWriter<Inner>) -> Void
    ) {
        open(key)
        bytes.append(UInt8(ascii: "["))
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            append { fill(element, &$0) }
        }
        bytes.append(UInt8(ascii: "]"))
    }

    /// Writes keys as they came, without those that have been written already.
    mutating func put(_ extra: [ExtraKey]) {
        for key in extra {
            if let known = Key.table.find(key.name), written & 1 << known.index != 0 { continue }
            separate()
            bytes.appendJSON(key.name)
            bytes.append(UInt8(ascii: ":"))
            bytes.append(contentsOf: key.json)
        }
    }

    private mutating func append<Inner>(_ fill: (inout JSONWriter<Inner>) -> Void) {
        var inner = JSONWriter<Inner>(appendingTo: bytes)
        bytes = []
        fill(&inner)
        bytes = inner.finished()
    }

    private mutating func open(_ key: Key) {
        separate()
        written |= 1 << key.index
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: key.name.utf8)
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
    }

    private mutating func separate() {
        if bytes.count > start { bytes.append(UInt8(ascii: ",")) }
    }
}
