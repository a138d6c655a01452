/// Why nobody has answered an errand.
public enum ErrandFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// No worker has begun it: nothing was changed.
    case nobody
    /// A worker has begun it, and has not said how it ended.
    case unanswered
    /// The store refuses, in a sentence: nothing was changed.
    case notStored(String)

    public var description: String {
        switch self {
        case .nobody: "nothing was changed: no worker holds the owner's partition at this moment"
        case .unanswered:
            "the worker that had begun with it has not answered: look whether it was done before you ask again"
        case .notStored(let sentence): "nothing was changed: \(sentence)"
        }
    }
}
