/// The elements of a JSON array as they are written.
enum JSONArray {
    /// Splits an array at its commas; nil for what is none, or is not closed.
    ///
    /// What the elements are is not looked at.
    static func elements(of bytes: [UInt8]) -> [[UInt8]]? {
        var (depth, isText, isEscaped, start) = (0, false, false, 0)
        var elements: [[UInt8]] = []
        for (index, byte) in bytes.enumerated() {
            if isText {
                isText = isEscaped || byte != UInt8(ascii: "\"")
                isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isText = true
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                if depth == 1 { start = index + 1 }
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                depth -= 1
                guard depth == 0 else { continue }
                let last = Array(bytes[start..<index])
                if !last.allSatisfy(isBlank) || !elements.isEmpty { elements.append(last) }
                return bytes[(index + 1)...].allSatisfy(isBlank) ? elements : nil
            case UInt8(ascii: ",") where depth == 1:
                elements.append(Array(bytes[start..<index]))
                start = index + 1
            default: break
            }
        }
        return nil
    }

    /// Whether something begins as an array.
    static func isArray(_ bytes: [UInt8]) -> Bool { firstByte(of: bytes) == UInt8(ascii: "[") }

    /// The first byte that is no blank, which tells what kind of value begins; nil for none.
    static func firstByte(of bytes: [UInt8]) -> UInt8? { bytes.first { !isBlank($0) } }

    private static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
}
