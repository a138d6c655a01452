/// Why there is no time zone; one sentence each.
public enum ZoneError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The database has none of this name; perhaps the other one was meant.
    case unknown(name: String, suggestion: String?)
    /// What cannot be a name: of other characters, or one that leads out of the database.
    case badName(String)
    /// The file is there, and cannot be read; the reason has its path.
    case unreadable(reason: String)
    /// A file that is not as RFC 9636 has it, from which byte on.
    case badFile(name: String, byte: Int, trouble: String)
    /// A file of those in `right/`: POSIX time has no leap seconds.
    case leapSeconds(name: String)
    /// A rule that is not as POSIX has it, from which character on, from 1.
    case badRule(String, character: Int, expected: String)

    public var description: String {
        switch self {
        case .unknown(let name, let suggestion?): "unknown time zone '\(name)'; did you mean '\(suggestion)'?"
        case .unknown(let name, nil): "unknown time zone '\(name)'; names are like 'Europe/Zurich', and tzdata has them"
        case .badName(let name): "'\(name.prefix(100))' is no name of a time zone; names are like 'Europe/Zurich'"
        case .unreadable(let reason): reason
        case .badFile(let name, let byte, let trouble):
            "the file of time zone '\(name)' is broken at byte \(byte): \(trouble); install tzdata again"
        case .leapSeconds(let name):
            "time zone '\(name)' counts leap seconds, which the system's clock does not; use the one without 'right/'"
        case .badRule(let rule, let character, let expected):
            "'\(rule.prefix(100))' is no rule of a time zone: at character \(character), \(expected) was expected"
        }
    }
}
