/// Why notifications cannot be kept.
public enum NotificationError: Error, Hashable, Sendable, CustomStringConvertible {
    case database(path: String, String)

    public var description: String {
        switch self {
        case .database(let path, let reason): "\(path): \(reason)"
        }
    }
}
