internal import Foundation

extension ItemName {
    /// What the thing's tracker may be called: `Sam's Keys` makes `sams-keys`, and `sams-keys-2` the second time.
    ///
    /// Of a letter with a mark the letter stands: `Bag für dich` makes `bag-fur-dich`. What is written in other letters
    /// than Latin ones is left out.
    /// - Parameters:
    ///   - number: Which of the names it may have, from 1.
    ///   - fallback: The name where nothing of the thing's may stand in one.
    /// - Returns: 1 to 56 characters that may stand in a ``Name``, as long as the number has at most five digits.
    public func deviceName(_ number: Int, else fallback: String) -> String {
        var letters = ""
        for scalar in text.lowercased().decomposedStringWithCanonicalMapping.unicodeScalars {
            if scalar.isASCII, Name.isAllowed(UInt8(truncatingIfNeeded: scalar.value)) {
                letters.unicodeScalars.append(scalar)
            } else if let others = Self.undecomposed[scalar] {
                letters += others
            } else if scalar.properties.isWhitespace, !letters.isEmpty, !letters.hasSuffix("-") {
                letters.append("-")
            }
        }
        while letters.hasSuffix("-") { letters.removeLast() }
        let stem = letters.isEmpty ? fallback : String(letters.prefix(50))
        return number == 1 ? stem : "\(stem)-\(number)"
    }

    /// Small letters that Unicode does not take apart, as people write them without.
    private static let undecomposed: [Unicode.Scalar: String] = [
        "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "þ": "th",
    ]
}
