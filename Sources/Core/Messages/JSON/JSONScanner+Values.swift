extension JSONScanner {
    /// Moves behind the value that starts here.
    mutating func value(depth: Int = 0) throws(MessageError) -> JSONToken {
        let start = position
        var value = JSONToken()
        switch byte {
        case UInt8(ascii: "\""): value.kind = try skipText() ? .escapedText : .text
        case UInt8(ascii: "-"), 0x30...0x39: (value.kind, value.number) = (.number, try number())
        case UInt8(ascii: "{"): (value.kind, _) = (.object, try skipObject(depth: depth))
        case UInt8(ascii: "["): (value.kind, _) = (.array, try skipArray(depth: depth))
        case UInt8(ascii: "t"): (value.kind, _) = (.yes, try skipWord("true"))
        case UInt8(ascii: "f"): (value.kind, _) = (.no, try skipWord("false"))
        case UInt8(ascii: "n"): (value.kind, _) = (.null, try skipWord("null"))
        default: throw failure("a JSON value")
        }
        value.range = start..<position
        return value
    }

    /// Moves behind the next key of an object and its colon; nil, and behind the brace, when there is no other.
    @inline(__always)
    mutating func key(isFirst: Bool) throws(MessageError) -> JSONToken? {
        skipBlanks()
        if consume("}") { return nil }
        if !isFirst {
            guard consume(",") else { throw failure("',' or '}'") }
            skipBlanks()
        }
        guard byte == UInt8(ascii: "\"") else { throw failure("a key") }
        let start = position
        let key = JSONToken(try skipText() ? .escapedText : .text, start..<position)
        skipBlanks()
        guard consume(":") else { throw failure("':'") }
        skipBlanks()
        return key
    }

    /// Moves behind a key as it stands behind another value, and to its own, if it is the one here.
    @inline(__always)
    mutating func skip(_ lead: KeyLead) -> Bool {
        guard lead.stands(in: bytes, at: position) else { return false }
        position += lead.count
        skipBlanks()
        return true
    }

    /// Moves to the next element of an array; false, and behind the bracket, when there is no other.
    mutating func hasElement(isFirst: Bool) throws(MessageError) -> Bool {
        skipBlanks()
        if consume("]") { return false }
        if !isFirst {
            guard consume(",") else { throw failure("',' or ']'") }
            skipBlanks()
        }
        return true
    }

    private mutating func skipObject(depth: Int) throws(MessageError) {
        guard depth < Self.depthLimit else { throw failure("no more than \(Self.depthLimit) levels") }
        position += 1
        var isFirst = true
        while try key(isFirst: isFirst) != nil {
            _ = try value(depth: depth + 1)
            isFirst = false
        }
    }

    private mutating func skipArray(depth: Int) throws(MessageError) {
        guard depth < Self.depthLimit else { throw failure("no more than \(Self.depthLimit) levels") }
        position += 1
        var isFirst = true
        while try hasElement(isFirst: isFirst) {
            _ = try value(depth: depth + 1)
            isFirst = false
        }
    }

    private mutating func skipWord(_ word: String) throws(MessageError) {
        guard bytes[position...].starts(with: word.utf8) else { throw failure("'\(word)'") }
        position += word.utf8.count
    }
}
