public import Tracking

/// Why something about found pages cannot be done; one sentence each.
public enum FoundPageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The account has no found page for the item.
    case noPage(DeviceID)
    /// The page is not as whoever changes it knows it.
    case changed(DeviceID)
    case noSuchMessage(Int64)
    /// A text that is too long, or has what cannot be seen: the field, and what is expected.
    case badText(field: String, String)
    /// The page takes no more messages until then.
    case tooManyMessages(until: Timestamp)

    public var description: String {
        switch self {
        case .noPage(let item): "there is no found page for \(item)"
        case .changed(let item): "the found page for \(item) has changed since: read it again"
        case .noSuchMessage(let id): "there is no message \(id)"
        case .badText(let field, let expected): "\(field): \(expected)"
        case .tooManyMessages(let time):
            "at most \(FinderMessage.mostAnHour) messages an hour are taken here; the next from \(time) on"
        }
    }
}
