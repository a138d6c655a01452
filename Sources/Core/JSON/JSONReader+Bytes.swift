extension JSONReader {
    /// How many bytes came before.
    var place: Int { passed + position }

    /// The byte here; nil at the end.
    @inline(__always)
    mutating func byte() throws -> UInt8? {
        if position == bytes.count { try refill() }
        return position < bytes.count ? bytes[position] : nil
    }

    mutating func refill() throws {
        let piece = try nextPiece()
        // What is read last stays in memory, for the errors.
        guard !piece.isEmpty else { return }
        passed += bytes.count
        bytes = piece
        position = 0
    }

    mutating func skipByteOrderMark() {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    /// The next byte that is no blank; nil at the end.
    mutating func next() throws -> UInt8? {
        while let byte = try byte() {
            switch byte {
            case 0x0A: line += 1
            case 0x20, 0x09, 0x0D: break
            default: return byte
            }
            position += 1
        }
        return nil
    }

    /// The next byte that is no blank, or 0 at the end; JSON has no place for a byte 0.
    mutating func peek() throws -> UInt8 { try next() ?? 0 }

    mutating func consume(_ scalar: Unicode.Scalar) throws -> Bool {
        guard try peek() == UInt8(ascii: scalar) else { return false }
        position += 1
        return true
    }

    mutating func enter() throws {
        guard depth < Self.depthLimit else {
            throw failure("no more than \(Self.depthLimit) levels", .depth(Self.depthLimit))
        }
        depth += 1
        position += 1
    }

    mutating func leave() { depth -= 1 }

    /// The error for a value that is longer or larger than it may be, here or at another byte.
    public func excess(_ expected: String, at byte: Int? = nil) -> JSONError { failure(expected, .size, at: byte) }

    /// The error that says, as a noun phrase, what should stand here, or at an earlier byte.
    public func failure(_ expected: String, _ reason: JSONError.Reason = .syntax, at byte: Int? = nil) -> JSONError {
        let byte = byte ?? place
        let rest = bytes.dropFirst(max(0, byte - passed))
        return JSONError(
            reason: reason, expected: expected, found: rest.isEmpty ? nil : Self.excerpt(rest), byte: byte, line: line
        )
    }

    /// The beginning of some bytes; control characters become blanks, as it may end up in a log.
    private static func excerpt(_ bytes: ArraySlice<UInt8>) -> String {
        let limit = 40
        let shown = bytes.prefix(limit).map { $0 < 0x20 || $0 == 0x7F ? 0x20 : $0 }
        return String(decoding: shown, as: UTF8.self) + (bytes.count > limit ? "…" : "")
    }
}
