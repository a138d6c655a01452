/// Whose word on where it is the judgement of a distance waits for.
public enum Awaited: String, Hashable, Sendable, CaseIterable {
    /// The item has moved since the owner's phone told where it is.
    case phone
    /// The owner has moved since the tracker told where it is.
    case tracker
}
