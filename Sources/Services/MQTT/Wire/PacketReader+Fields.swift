/// The fields of the present packet, one behind the other.
extension PacketReader {
    static let cutOff = MalformedPacket(reason: "a packet ends in the middle of a field")

    mutating func byte() throws(MalformedPacket) -> UInt8 {
        guard position < limit else { throw Self.cutOff }
        defer { position += 1 }
        return buffer[position]
    }

    mutating func short() throws(MalformedPacket) -> UInt16 {
        guard limit - position >= 2 else { throw Self.cutOff }
        defer { position += 2 }
        return UInt16(buffer[position]) << 8 | UInt16(buffer[position + 1])
    }

    mutating func long() throws(MalformedPacket) -> UInt32 {
        let high = try short()
        return UInt32(high) << 16 | UInt32(try short())
    }

    /// A number of one to four digits of seven bits.
    mutating func number() throws(MalformedPacket) -> Int {
        var value = 0
        for shift in [0, 7, 14, 21] {
            let digit = try byte()
            value |= Int(digit & 0x7F) << shift
            if digit & 0x80 == 0 { return value }
        }
        throw MalformedPacket(reason: "a packet has a number that is too long")
    }

    mutating func identifier() throws(MalformedPacket) -> UInt16 {
        let identifier = try short()
        guard identifier > 0 else { throw MalformedPacket(reason: "a packet has the identifier 0") }
        return identifier
    }

    /// Where the bytes of a field are that begins with its length.
    mutating func field() throws(MalformedPacket) -> Range<Int> {
        let length = Int(try short())
        guard limit - position >= length else { throw Self.cutOff }
        defer { position += length }
        return position..<position + length
    }

    /// Passes a text, which must be one.
    mutating func skipText() throws(MalformedPacket) {
        let field = try field()
        guard String(validating: buffer[field], as: UTF8.self)?.utf8.contains(0) == false else {
            throw MalformedPacket(reason: "a packet has a text that is not UTF-8")
        }
    }

    /// Refuses what is behind the last field.
    func expectEnd() throws(MalformedPacket) {
        guard position == limit else { throw MalformedPacket(reason: "a packet is longer than its fields") }
    }

    /// Reads the properties, and hands each one on that is a byte or a number of fixed length.
    mutating func properties(
        _ each: (Property, UInt32) throws(MalformedPacket) -> Void = { (_, _) throws(MalformedPacket) in }
    ) throws(MalformedPacket) {
        guard version == .current else { return }
        let length = try number()
        guard length > 0 else { return }
        guard limit - position >= length else { throw Self.cutOff }
        let (outer, inner) = (limit, position + length)
        limit = inner
        var seen: UInt64 = 0
        while position < inner {
            let code = try byte()
            guard let property = Property(rawValue: code) else {
                throw MalformedPacket(reason: "a packet has a property that there is not")
            }
            let bit = UInt64(1) << UInt64(code)
            guard seen & bit == 0 || property.isRepeatable else {
                throw MalformedPacket(reason: "a packet has a property twice")
            }
            seen |= bit
            try value(of: property, each)
        }
        limit = outer
    }

    private mutating func value(
        of property: Property, _ each: (Property, UInt32) throws(MalformedPacket) -> Void
    ) throws(MalformedPacket) {
        switch property.form {
        case .byte: try each(property, UInt32(try byte()))
        case .short: try each(property, UInt32(try short()))
        case .long: try each(property, try long())
        case .number: _ = try number()
        case .text: try skipText()
        case .binary: _ = try field()
        case .pair:
            try skipText()
            try skipText()
        }
    }
}
