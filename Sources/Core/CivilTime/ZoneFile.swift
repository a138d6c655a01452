/// What a file of the time zone database has: the "TZif" of RFC 9636, versions 1 to 4.
struct ZoneFile {
    private(set) var transitions: [Int] = []
    private(set) var kinds: [UInt8] = []
    private(set) var types: [LocalType] = []
    private(set) var rule: ZoneRule?

    /// How long a file may be, in bytes; those of tzdata have less than 4 KiB.
    static let mostBytes = 64 << 10

    private let name: String
    private let bytes: [UInt8]
    private var position = 0

    /// Reads a file.
    ///
    /// - Throws: ``ZoneError/badFile(name:byte:trouble:)``, and ``ZoneError/leapSeconds(name:)`` for one that counts them.
    init(name: String, _ bytes: [UInt8]) throws(ZoneError) {
        self.name = name
        self.bytes = bytes
        guard bytes.count <= Self.mostBytes else { throw trouble("it has more than \(Self.mostBytes >> 10) KiB") }
        let first = try header()
        if first.version == 0 {
            try block(first, width: 4)
        } else {
            // The first block is for readers that know version 1 only.
            let size = try size(first, width: 4)
            position += size
            let second = try header()
            try block(second, width: 8)
            try footer()
        }
    }

    private func trouble(_ text: String) -> ZoneError { .badFile(name: name, byte: position, trouble: text) }

    /// The six numbers of RFC 9636, section 3.1.
    private struct Header {
        var version = 0
        var universalFlags = 0
        var standardFlags = 0
        var leaps = 0
        var transitions = 0
        var types = 0
        var characters = 0

        var counts: [Int] { [universalFlags, standardFlags, leaps, transitions, types, characters] }
    }

    /// How long a block is, which the bytes must have left.
    private func size(_ header: Header, width: Int) throws(ZoneError) -> Int {
        guard header.counts.allSatisfy({ (0...bytes.count).contains($0) }) else {
            throw trouble("it has a count that is longer than itself")
        }
        let size =
            header.transitions * (width + 1) + header.types * 6 + header.characters + header.leaps * (width + 4)
            + header.standardFlags + header.universalFlags
        guard size <= bytes.count - position else { throw trouble("it ends too early") }
        return size
    }

    private mutating func header() throws(ZoneError) -> Header {
        guard bytes.count - position >= 44 else { throw trouble("it ends too early") }
        guard bytes[position..<position + 4].elementsEqual("TZif".utf8) else {
            throw trouble("'TZif' was expected")
        }
        var header = Header()
        // 0 for version 1, then the ASCII digit.
        let version = bytes[position + 4]
        guard version == 0 || version >= UInt8(ascii: "2") else { throw trouble("its version is unknown") }
        header.version = Int(version)
        position += 20
        header.universalFlags = number(4)
        header.standardFlags = number(4)
        header.leaps = number(4)
        header.transitions = number(4)
        header.types = number(4)
        header.characters = number(4)
        return header
    }

    /// The next big-endian number with a sign; the caller knows that it is there.
    private mutating func number(_ width: Int) -> Int {
        var value: Int64 = bytes[position] & 0x80 == 0 ? 0 : -1
        for byte in bytes[position..<position + width] { value = value << 8 | Int64(byte) }
        position += width
        return Int(value)
    }

    private mutating func block(_ header: Header, width: Int) throws(ZoneError) {
        _ = try size(header, width: width)
        guard header.leaps == 0 else { throw .leapSeconds(name: name) }
        guard (1...256).contains(header.types), header.characters > 0 else { throw trouble("it has no types of time") }
        try transitions(header, width: width)
        try types(header)
        position += header.standardFlags + header.universalFlags
    }

    private mutating func transitions(_ header: Header, width: Int) throws(ZoneError) {
        for _ in 0..<header.transitions {
            let moment = number(width)
            guard moment > transitions.last ?? .min else {
                position -= width
                throw trouble("its transitions are not in order")
            }
            transitions.append(moment)
        }
        kinds = Array(bytes[position..<position + header.transitions])
        guard kinds.allSatisfy({ Int($0) < header.types }) else { throw trouble("it has no such type of time") }
        position += header.transitions
    }

    private mutating func types(_ header: Header) throws(ZoneError) {
        let begin = position + header.types * 6
        let characters = bytes[begin..<begin + header.characters]
        for _ in 0..<header.types {
            let offset = number(4)
            guard LocalType.offsets.contains(offset) else {
                position -= 4
                throw trouble("the offset of \(offset) s is out of range")
            }
            let index = Int(bytes[position + 1])
            guard index < characters.count else { throw trouble("it has no such abbreviation") }
            position += 2
            let text = characters.dropFirst(index).prefix { $0 != 0 }.prefix(50)
            types.append(LocalType(offset: offset, abbreviation: String(decoding: text, as: UTF8.self)))
        }
        position = begin + header.characters
    }

    /// The rule for what comes after the last transition, between two line feeds; it may be empty.
    private mutating func footer() throws(ZoneError) {
        guard position < bytes.count, bytes[position] == 10 else { throw trouble("a line feed was expected") }
        position += 1
        guard let end = bytes[position...].firstIndex(of: 10) else { throw trouble("a line feed was expected") }
        guard end > position else { return }
        let text = String(decoding: bytes[position..<end], as: UTF8.self)
        do throws(ZoneError) { rule = try ZoneRule(posix: text) } catch { throw trouble("\(error)") }
    }
}
