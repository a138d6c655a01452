package import Access
import HTTPTypes
import Hummingbird

/// A failure that may be over when the same is asked again, such as a database that is away.
package protocol PassingFailure: Error {
    /// What is away, as a stranger may read it; nil for a failure that stays.
    var missing: String? { get }
}

extension AccessError: PassingFailure {
    package var missing: String? { if case .away = self { "the database of accounts" } else { nil } }
}

extension Problem {
    /// What is told while something is away that it needs; of a change nobody knows whether it was made.
    package static func away(_ missing: String, isReading: Bool) -> Problem {
        let rest = isReading ? "ask again in a few seconds" : "look whether it was done before you ask again"
        return Problem(
            .serviceUnavailable, "\(missing) cannot be used at the moment: \(rest)", headers: [.retryAfter: "5"])
    }
}
