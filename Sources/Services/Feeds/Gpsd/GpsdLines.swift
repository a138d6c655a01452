/// Cuts what comes from a gpsd into lines.
struct GpsdLines: Sendable {
    private var rest: [UInt8] = []
    /// Whether the end of a line is awaited that is too long to be kept.
    private var isSkipping = false

    /// Bytes of a line, at most; gpsd's own have up to 10,240.
    static let longest = 65_536

    /// Takes bytes, and returns the lines that have ended, without their ends and without empty ones.
    mutating func add(_ bytes: some Sequence<UInt8>) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                if rest.last == UInt8(ascii: "\r") { rest.removeLast() }
                if !rest.isEmpty, !isSkipping { lines.append(rest) }
                (rest, isSkipping) = ([], false)
            } else if rest.count < Self.longest {
                rest.append(byte)
            } else {
                isSkipping = true
            }
        }
        return lines
    }
}
