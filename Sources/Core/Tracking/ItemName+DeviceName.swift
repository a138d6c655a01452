extension ItemName {
    /// What the thing's tracker may be called: `Sam's Keys` makes `sams-keys`, and `sams-keys-2` the second time.
    ///
    /// - Parameters:
    ///   - number: Which of the names it may have, from 1.
    ///   - fallback: The name where nothing of the thing's may stand in one.
    /// - Returns: 1 to 56 characters that may stand in a ``Name``, as long as the number has at most five digits.
    public func deviceName(_ number: Int, else fallback: String) -> String {
        var letters = ""
        for character in text.lowercased() {
            if let byte = character.asciiValue, Name.isAllowed(byte) {
                letters.append(character)
            } else if character.isWhitespace, !letters.isEmpty, !letters.hasSuffix("-") {
                letters.append("-")
            }
        }
        while letters.hasSuffix("-") { letters.removeLast() }
        let stem = letters.isEmpty ? fallback : String(letters.prefix(50))
        return number == 1 ? stem : "\(stem)-\(number)"
    }
}
