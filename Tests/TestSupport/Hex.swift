/// Bytes written as hexadecimal digits, as wire formats are in tests.
///
/// - Parameter text: Words of digits, two a byte; a single digit is a byte too. What stands behind `;` or `--` explains
///   the line.
/// - Returns: The bytes.
public func hex(_ text: String) -> [UInt8] {
    text.split(separator: "\n").flatMap { line in
        line.prefix { $0 != ";" && $0 != "-" }.split(separator: " ").flatMap { word in
            let written = word.compactMap(\.hexDigitValue)
            let digits = written.count % 2 == 0 ? written : [0] + written
            return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
        }
    }
}
