/// Splits a signature into the types it is made of.
///
/// - Parameter signature: such as `sa{sv}`; what follows a mistake is one more type.
/// - Returns: such as `s` and `a{sv}`.
func completeTypes(_ signature: String) -> [String] {
    var types: [String] = []
    var current = ""
    var depth = 0
    for character in signature {
        current.append(character)
        if "({".contains(character) { depth += 1 }
        if ")}".contains(character) { depth -= 1 }
        guard depth == 0, character != "a" else { continue }
        types.append(current)
        current = ""
    }
    return current.isEmpty ? types : types + [current]
}
