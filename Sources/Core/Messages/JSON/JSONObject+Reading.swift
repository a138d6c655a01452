internal import Tracking

extension JSONObject {
    /// A number, or nil when there is none.
    func number(_ key: Key, in bounds: ClosedRange<Double> = .everything) throws(MessageError) -> Double? {
        let value = self[key]
        if value.isEmpty { return nil }
        guard value.kind == .number else { throw refusal(.type, key, bounds.phrase) }
        let number = value.number.exactDouble ?? Double(String(decoding: bytes[value.range], as: UTF8.self))
        guard let number, bounds.contains(number) else { throw refusal(.range, key, bounds.phrase) }
        return number
    }

    /// A whole number, also when it is written with a fraction or an exponent; nil when there is none.
    func integer(_ key: Key, in bounds: ClosedRange<Int64>) throws(MessageError) -> Int64? {
        let value = self[key]
        if value.isEmpty { return nil }
        if value.kind == .number, let integer = value.number.plainInteger, bounds.contains(integer) { return integer }
        let expected = "an integer from \(bounds.lowerBound) to \(bounds.upperBound)"
        guard value.kind == .number else { throw refusal(.type, key, expected) }
        guard let number = try number(key), number == number.rounded() else { throw refusal(.type, key, expected) }
        guard let integer = Int64(exactly: number), bounds.contains(integer) else {
            throw refusal(.range, key, expected)
        }
        return integer
    }

    /// Per cent from 0 to 100, rounded to a whole number.
    func percentage(_ key: Key) throws(MessageError) -> Int? {
        try number(key, in: 0...100).map { Int($0.rounded()) }
    }

    /// A text of so many bytes at most, and as long as is asked for; nil when there is none.
    func text(
        _ key: Key, characters: ClosedRange<Int>? = nil, bytes limit: Int = JSONText.longest
    ) throws(MessageError) -> String? {
        let value = self[key]
        if value.isEmpty { return nil }
        guard value.kind == .text || value.kind == .escapedText else { throw refusal(.type, key, "a text") }
        let text = text(of: value)
        guard text.utf8.count <= limit else { throw refusal(.range, key, "a text of at most \(limit) bytes") }
        if let characters, !TextBounds(characters).fits(text) {
            throw refusal(.range, key, "a text of \(characters.lowerBound) to \(characters.upperBound) characters")
        }
        return text
    }

    /// An array of texts within this object.
    func texts(_ key: Key) throws(MessageError) -> [String]? {
        let value = self[key]
        if value.isEmpty { return nil }
        guard value.kind == .array else { throw refusal(.type, key, "an array of texts") }
        var scanner = JSONScanner(bytes, at: value.range.lowerBound + 1)
        var texts: [String] = []
        while try scanner.hasElement(isFirst: texts.isEmpty) {
            let element = try scanner.value()
            guard element.kind == .text || element.kind == .escapedText else {
                throw refusal(.type, key, "an array of texts")
            }
            texts.append(text(of: element))
        }
        return texts
    }

    func flag(_ key: Key) throws(MessageError) -> Bool? {
        let value = self[key]
        if value.isEmpty { return nil }
        guard value.kind == .yes || value.kind == .no else { throw refusal(.type, key, "true or false") }
        return value.kind == .yes
    }

    /// One of the words of an enumeration.
    func word<Word>(
        _ key: Key, as type: Word.Type = Word.self
    ) throws(MessageError) -> Word? where Word: RawRepresentable<String> & CaseIterable {
        guard let text = try text(key) else { return nil }
        guard let word = Word(rawValue: text) else {
            throw refusal(.range, key, "one of \(Word.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return word
    }

    func name(_ key: Key) throws(MessageError) -> Name? {
        guard let text = try text(key) else { return nil }
        guard let name = try? Name(text) else {
            throw refusal(.range, key, "a name of 1 to 64 letters, digits, _ or -")
        }
        return name
    }

    /// A time in RFC 3339 at which something has happened.
    func time(_ key: Key) throws(MessageError) -> Timestamp? {
        guard let time = try anyTime(key) else { return nil }
        guard LocationBounds.times.contains(time) else {
            throw refusal(.range, key, "a time from 1970 to 2099")
        }
        return time
    }

    /// A time in RFC 3339, however far.
    func anyTime(_ key: Key) throws(MessageError) -> Timestamp? {
        guard let text = try text(key) else { return nil }
        guard let time = Timestamp(rfc3339: text.utf8) else { throw refusal(.type, key, "a time in RFC 3339") }
        return time
    }

    func part<Part: JSONPart>(_ key: Key) throws(MessageError) -> Part? {
        let value = self[key]
        if value.isEmpty { return nil }
        guard value.kind == .object else { throw refusal(.type, key, "an object") }
        var scanner = JSONScanner(bytes, at: value.range.lowerBound)
        return try Part(reading: JSONObject<Part.Key>(&scanner, path: "\(path)\(key.name)."))
    }

    /// An array of objects within this one.
    func parts<Part: JSONPart>(_ key: Key) throws(MessageError) -> [Part]? {
        guard let objects = try objects(key, of: Part.Key.self) else { return nil }
        var parts: [Part] = []
        for object in objects { parts.append(try Part(reading: object)) }
        return parts
    }

    /// The objects of an array within this one.
    func objects<Inner>(_ key: Key, of type: Inner.Type) throws(MessageError) -> [JSONObject<Inner>]? {
        let value = self[key]
        if value.isEmpty { return nil }
        guard value.kind == .array else { throw refusal(.type, key, "an array") }
        var scanner = JSONScanner(bytes, at: value.range.lowerBound + 1)
        var objects: [JSONObject<Inner>] = []
        while try scanner.hasElement(isFirst: objects.isEmpty) {
            guard scanner.byte == UInt8(ascii: "{") else { throw refusal(.type, key, "an array of objects") }
            objects.append(try JSONObject<Inner>(&scanner, path: "\(path)\(key.name)[\(objects.count)]."))
        }
        return objects
    }
}

extension JSONObject {
    /// The error that says what should be the value of a key.
    @inline(never)
    func refusal(_ reason: MessageError.Reason, _ key: Key, _ expected: String) -> MessageError {
        let value = self[key]
        let found = value.kind == .absent ? nil : JSONScanner.excerpt(bytes, value.range)
        return MessageError(reason, field: path + key.name, expected: expected, found: found)
    }

    /// The value of a key that must be there.
    @inline(__always)
    func required<Value>(_ key: Key, _ value: Value?) throws(MessageError) -> Value {
        guard let value else { throw refusal(.missing, key, "a value") }
        return value
    }

    /// Whether a text is this one.
    func isText(_ key: Key, _ text: String) -> Bool {
        let value = self[key]
        switch value.kind {
        case .text, .escapedText: return self.text(of: value) == text
        default: return false
        }
    }

    /// Refuses an object of another type; one without a type passes unless it is `required`.
    func expectType(_ key: Key, _ type: String, isRequired: Bool = false) throws(MessageError) {
        if self[key].isEmpty {
            if isRequired { throw refusal(.missing, key, "\"\(type)\"") }
            return
        }
        guard isText(key, type) else { throw refusal(.type, key, "\"\(type)\"") }
    }

    /// A position in two keys.
    func coordinate(_ latitude: Key, _ longitude: Key) throws(MessageError) -> Coordinate {
        let north = try required(latitude, number(latitude, in: -90...90))
        let east = try required(longitude, number(longitude, in: -180...180))
        guard north != 0 || east != 0 else {
            throw MessageError(
                .nullIsland,
                field: path + latitude.name,
                expected: "a position other than 0, 0",
                found: "0, 0"
            )
        }
        do {
            return try Coordinate(latitude: north, longitude: east)
        } catch { throw refusal(.range, latitude, "a position on the globe") }
    }
}

/// How long the texts of a payload may be.
enum JSONText {
    /// In bytes of UTF-8; names, words and sentences are far shorter.
    static let longest = 4096
}

extension ClosedRange<Double> {
    static var everything: Self { -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude }
    static var positiveOrZero: Self { 0...Double.greatestFiniteMagnitude }
    static var metres: Self { LocationBounds.distance }

    /// The range as the noun phrase of an error.
    fileprivate var phrase: String {
        switch self {
        case .everything: "a number"
        case .positiveOrZero: "a number from 0"
        default: "a number from \(Self.short(lowerBound)) to \(Self.short(upperBound))"
        }
    }

    private static func short(_ bound: Double) -> String { Int(exactly: bound).map(String.init) ?? bound.description }
}
