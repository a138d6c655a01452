/// A fact, or in one sentence why nobody knows it now.
public enum Known<Value: Hashable & Sendable>: Hashable, Sendable {
    case known(Value)
    case unknown(why: String)

    /// The fact; nil where it is not known.
    public var value: Value? { if case .known(let value) = self { value } else { nil } }
}
