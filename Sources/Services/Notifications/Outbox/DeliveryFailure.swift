/// Why a notice did not go out, in one sentence without secrets.
public enum DeliveryFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// Nothing gets through at present: everything on the channel waits.
    case unreachable(String, retryAfter: Duration? = nil)
    /// The receiver refused this message for now: others may get through.
    case refused(String)
    /// The receiver will never take this message.
    case impossible(String)

    public var description: String {
        switch self {
        case .unreachable(let sentence, _), .refused(let sentence), .impossible(let sentence): sentence
        }
    }
}
