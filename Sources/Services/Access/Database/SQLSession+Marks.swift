internal import Store

extension SQLSession {
    /// So many parameters as a list behind `IN`; a list of nothing where there are none.
    static func marks(_ count: Int) -> String {
        // PostgreSQL has no empty parentheses.
        if count == 0 { return "SELECT CAST(NULL AS TEXT) WHERE 1 = 0" }
        return Array(repeating: "?", count: count).joined(separator: ", ")
    }
}
