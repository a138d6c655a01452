/// The members of one JSON object: the known ones by key, the others as they came.
///
/// Of a key that comes twice, byte for byte, the last one counts.
struct JSONObject<Key: PayloadKey> {
    let bytes: [UInt8]
    /// What stands before the keys in an error: `reference.`, or nothing.
    let path: String
    /// The keys that ``Key`` does not know, in their order.
    var extra: [ExtraKey] = []
    private var values: [JSONToken]

    /// Reads a whole payload.
    init(_ payload: [UInt8]) throws(MessageError) {
        guard payload.count <= MessageError.largestPayload else { throw .size(payload.count) }
        var scanner = JSONScanner(payload)
        scanner.skipByteOrderMark()
        scanner.skipBlanks()
        try self.init(&scanner, path: "")
        try scanner.expectEnd()
    }

    /// Reads the object where the scanner stands.
    init(_ scanner: inout JSONScanner, path: String) throws(MessageError) {
        guard scanner.consume("{") else { throw scanner.failure("a JSON object") }
        bytes = scanner.bytes
        self.path = path
        let table = Key.table
        var values = unsafe [JSONToken](unsafeUninitializedCapacity: table.keyCount) { buffer, count in
            count = table.keyCount
            unsafe buffer[..<count].initialize(repeating: JSONToken())
        }
        self.values = []
        var places: [[UInt8]: Int]?
        var next = 0
        var isFirst = true
        while true {
            if !isFirst, next < table.keyCount, scanner.skip(table.leads[next]) {
                values[next] = try scanner.value(depth: 1)
                next += 1
                continue
            }
            guard let key = try scanner.key(isFirst: isFirst) else { break }
            isFirst = false
            let value = try scanner.value(depth: 1)
            if let known = find(key, in: table) {
                values[known.index] = value
                next = known.index + 1
            } else {
                keep(value, as: text(of: key), places: &places)
            }
        }
        self.values = values
    }

    @inline(__always)
    subscript(key: Key) -> JSONToken { values[key.index] }

    /// The text of a value that is one.
    func text(of value: JSONToken) -> String { JSONScanner(bytes).text(of: value) }

    /// Puts the value of a known key among the unknown ones, as it came.
    mutating func keep(_ key: Key) {
        let value = self[key]
        guard !value.isEmpty else { return }
        extra.append(ExtraKey(name: key.name, unchecked: Array(bytes[value.range])))
    }

    @inline(__always)
    private func find(_ key: JSONToken, in table: KeyTable<Key>) -> Key? {
        key.kind == .text ? table.find(bytes, key.inner) : table.find(text(of: key))
    }

    @inline(never)
    private mutating func keep(_ value: JSONToken, as name: String, places: inout [[UInt8]: Int]?) {
        // By its bytes: to find a text, its marks are brought in order, which takes the square of the time.
        let bytesOfName = Array(name.utf8)
        let key = ExtraKey(name: name, unchecked: Array(bytes[value.range]))
        if let place = places?[bytesOfName] {
            extra[place] = key
        } else {
            places = places ?? [:]
            places?[bytesOfName] = extra.count
            extra.append(key)
        }
    }
}
