/// What is known of something that has to be found out elsewhere.
public enum Known<Value: Sendable>: Sendable {
    /// No source is configured.
    case off
    /// It is being asked for.
    case waiting
    /// The source does not answer, or with what cannot be read: why, as one sentence.
    case failing(String)
    case known(Value)

    public var value: Value? { if case .known(let value) = self { value } else { nil } }

    /// Why there is nothing; nil where there is.
    var missing: Missing? {
        switch self {
        case .off: .off
        case .waiting: .waiting
        case .failing(let sentence): .failing(sentence)
        case .known: nil
        }
    }
}

extension Known: Equatable where Value: Equatable {}
extension Known: Hashable where Value: Hashable {}
