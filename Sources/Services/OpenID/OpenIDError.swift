/// Why nobody could be logged in by another site; one sentence each, for the log.
public enum OpenIDError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The site is not to be had, or does not answer as it should now.
    case away(String)
    /// What it says of itself is not what is expected.
    case badProvider(String)
    /// It does not take the code.
    case refused(String)
    /// What it says of who somebody is cannot be believed.
    case badToken(String)

    public var description: String {
        switch self {
        case .away(let sentence), .badProvider(let sentence), .refused(let sentence), .badToken(let sentence): sentence
        }
    }
}
