/// Why PostgreSQL did not do what it was asked.
public struct PostgresFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// What went wrong, as far as anybody decides by it.
    public enum Kind: Hashable, Sendable {
        /// No connection could be made, or it was refused.
        case unreachable
        /// The connection ended, or nothing was heard on it for too long: whether what was asked last was done is not
        /// known.
        case lost
        /// The server refused a statement; its SQLSTATE of five characters (PostgreSQL's manual, appendix A).
        case refused(String)
    }

    /// What went wrong.
    public let kind: Kind
    /// What the server or libpq says, in one line.
    public let words: String

    init(_ kind: Kind, _ words: String) {
        self.kind = kind
        // libpq says what it proposes on a line of its own, indented.
        self.words = words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    public var description: String {
        switch kind {
        case .unreachable: "PostgreSQL cannot be reached (\(words))"
        case .lost: "the connection to PostgreSQL was lost (\(words))"
        case .refused(let state): "PostgreSQL refused a statement with code \(state): \(words)"
        }
    }
}
