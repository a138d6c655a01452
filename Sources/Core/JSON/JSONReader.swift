/// Walks through JSON (RFC 8259) of any size from its beginning to its end, and has only a piece of it in memory.
///
/// Each call reads the value that comes next: a caller goes through objects and lists with ``members(_:)`` and
/// ``elements(_:)``, and skips what it does not know. A byte order mark may stand in front.
public struct JSONReader {
    /// How strictly texts are read, and how errors call what is read.
    public enum Source: Sendable {
        /// What is wrong with the letters of a text becomes a replacement character.
        case file
        /// Texts have to be UTF-8, without halves of surrogate pairs.
        case message
    }

    /// How deep objects and lists may stand in one another: shallow enough for any stack.
    public static let depthLimit = 64

    let nextPiece: () throws -> [UInt8]
    let source: Source
    /// In bytes.
    let longestText: Int
    var bytes: [UInt8] = []
    var position = 0
    /// How many bytes came before those in memory.
    var passed = 0
    var depth = 0
    /// Counts from 1.
    public internal(set) var line = 1
    /// The byte at which the last key or value began.
    public internal(set) var start = 0

    /// Reads a file piece by piece.
    ///
    /// - Parameters:
    ///   - longestText: The longest text or number, in bytes.
    ///   - nextPiece: Hands out the next bytes; none at the end.
    /// - Throws: What `nextPiece` throws.
    public init(longestText: Int, nextPiece: @escaping () throws -> [UInt8]) throws {
        self.nextPiece = nextPiece
        self.longestText = longestText
        source = .file
        try refill()
        skipByteOrderMark()
    }

    /// Reads bytes that are in memory as a whole.
    public init(_ bytes: [UInt8], from source: Source) {
        nextPiece = { [] }
        longestText = .max
        self.source = source
        self.bytes = bytes
        skipByteOrderMark()
    }

    /// The kind of value that comes next.
    public enum Kind: Sendable { case object, list, text, number, flag, null }

    /// The kind of the value that comes next.
    ///
    /// - Throws: ``JSONError`` when there is none, and what the source throws; so do all calls that read.
    public mutating func kind() throws -> Kind {
        let byte = try peek()
        start = place
        switch byte {
        case UInt8(ascii: "{"): return .object
        case UInt8(ascii: "["): return .list
        case UInt8(ascii: "\""): return .text
        case UInt8(ascii: "-"), 0x30...0x39: return .number
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return .flag
        case UInt8(ascii: "n"): return .null
        default: throw failure(source == .file ? "a value" : "a JSON value")
        }
    }

    /// Goes through the members of an object; the body reads or skips the value of each key.
    ///
    /// Anything else is skipped.
    public mutating func members(_ body: (inout JSONReader, _ key: String) throws -> Void) throws {
        guard try kind() == .object else { return try skip() }
        try enter()
        if try consume("}") { return leave() }
        repeat {
            guard try peek() == UInt8(ascii: "\"") else { throw failure("a key") }
            start = place
            let key = try string(textBytes())
            guard try consume(":") else { throw failure("':'") }
            try body(&self, key)
        } while try consume(",")
        guard try consume("}") else { throw failure("',' or '}'") }
        leave()
    }

    /// Goes through the elements of a list; the body reads or skips each.
    ///
    /// Anything else is skipped.
    public mutating func elements(_ body: (inout JSONReader) throws -> Void) throws {
        guard try kind() == .list else { return try skip() }
        try enter()
        if try consume("]") { return leave() }
        repeat { try body(&self) } while try consume(",")
        guard try consume("]") else { throw failure("',' or ']'") }
        leave()
    }

    /// Passes over a value.
    public mutating func skip() throws {
        switch try kind() {
        case .object: try members { reader, _ in try reader.skip() }
        case .list: try elements { reader in try reader.skip() }
        case .text: try skipText()
        case .number: _ = try numeral()
        case .flag, .null: _ = try word()
        }
    }

    /// Nothing but blanks may follow.
    public mutating func end() throws {
        if try next() != nil { throw failure(source == .file ? "the end of the file" : "the end") }
    }
}
