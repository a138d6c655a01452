/// A part of the program whose answer shows that it goes on.
public struct Vital: Sendable {
    /// What it is, for the log.
    public let name: String
    package let answer: @Sendable () async -> String?

    /// A part, named for the log, that is asked again and again.
    ///
    /// The answer goes through the part's own loop or actor, so that it does not return when that hangs. What it says
    /// is for people: how the part stands, or nil for nothing.
    public init(_ name: String, answer: @escaping @Sendable () async -> String?) {
        (self.name, self.answer) = (name, answer)
    }
}
