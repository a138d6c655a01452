import Bluetooth

/// Values that are read or written in several steps because a packet holds less.
///
/// A value that is read in steps is the one that was there at the first; bluetoothd asks anew for each.
struct LongValues {
    /// Whose value of what.
    struct Place: Hashable {
        let central: String
        let attribute: AttributeName
    }

    /// The longest value of an attribute: Core Specification 5.4, volume 3, part F, section 3.2.9.
    static let longest = 512

    private var read: [Place: [UInt8]] = [:]
    private var written: [Place: [UInt8]] = [:]

    /// What stands from an offset on in the value whose beginning was read last; nil when none was.
    func continued(_ place: Place, from offset: Int) throws(AttributeError) -> [UInt8]? {
        guard let value = read[place] else { return nil }
        return try Self.rest(of: value, from: offset)
    }

    /// Keeps a value that is being read.
    mutating func beginRead(_ value: [UInt8], at place: Place, from offset: Int) throws(AttributeError) -> [UInt8] {
        read[place] = value
        return try Self.rest(of: value, from: offset)
    }

    /// Adds a piece to what was written before, and returns the value up to the end of the piece.
    mutating func assemble(_ piece: [UInt8], at place: Place, offset: Int) throws(AttributeError) -> [UInt8] {
        let before = offset == 0 ? [] : written[place, default: []]
        guard offset <= before.count else { throw .invalidOffset }
        guard offset + piece.count <= Self.longest else { throw .invalidLength }
        let value = Array(before.prefix(offset)) + piece
        written[place] = value
        return value
    }

    mutating func remove(_ central: String) {
        read = read.filter { $0.key.central != central }
        written = written.filter { $0.key.central != central }
    }

    private static func rest(of value: [UInt8], from offset: Int) throws(AttributeError) -> [UInt8] {
        guard offset <= value.count else { throw .invalidOffset }
        return Array(value.dropFirst(offset))
    }
}

extension AttributeError {
    static let invalidOffset = Self(code: 0x07)
}
