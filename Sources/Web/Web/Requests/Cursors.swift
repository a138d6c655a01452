import Access
import Tracking

/// The places in one list that one reader is given to come back with, closed for everybody.
///
/// Whoever shows a place that was not made here, was made for another account or for another list, is refused; so a place
/// says nothing of what its reader may not see, and cannot be moved to find out.
package struct Cursors: Sendable {
    private let seal: CursorSeal
    /// The list and its reader; neither has a blank in it.
    private let purpose: String

    /// A seal of the places in a list, such as `alerts`, for a reader, nil where nobody needs to log in.
    init(of list: String, for reader: Name?, _ seal: CursorSeal) {
        self.seal = seal
        purpose = "\(list) \(reader?.text ?? "")"
    }

    /// What is expected where a place is to be shown.
    package static let expected = "the 'next' of the page before, as it was told to this account,"

    /// Closes a place; nil when there is no way to.
    package func closed(_ place: [UInt8]) -> String? { seal.closed(place, for: purpose) }

    /// Closes a place that is a text.
    package func closed(_ place: String) -> String? { closed(Array(place.utf8)) }

    /// Opens a place; nil for what was not made here for this list and reader.
    package func opened(_ text: String) -> [UInt8]? { seal.opened(text, for: purpose) }

    /// Opens a place that is a text.
    package func text(_ text: String) -> String? { opened(text).map { String(decoding: $0, as: UTF8.self) } }
}

extension ConsoleContext {
    /// The places in a list for the one who asks.
    package func cursors(of list: String, _ parts: WebParts) -> Cursors {
        Cursors(of: list, for: viewer.account, parts.cursors)
    }
}
