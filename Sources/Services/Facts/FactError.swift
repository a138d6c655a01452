/// Why a fact is not to be had, in one sentence that has no secret and no position in it.
public struct FactError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, as a sentence without its full stop.
    public let description: String
    /// How long whoever was asked wants to be left alone, as `Retry-After` of a 429 or 503 says.
    public let retryAfter: Duration?

    public init(_ sentence: String, retryAfter: Duration? = nil) {
        (description, self.retryAfter) = (sentence, retryAfter)
    }
}
