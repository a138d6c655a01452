/// Why a cloud has not taken a message for a device, in one sentence without secrets.
public enum CloudFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// Nothing gets through at present: everything for this cloud waits.
    case unreachable(String, retryAfter: Duration? = nil)
    /// It did not go well, and may have been this message's fault: it is tried again a few times.
    case failed(String)
    /// The cloud will never take this message.
    case refused(String)

    public var description: String {
        switch self {
        case .unreachable(let sentence, _), .failed(let sentence), .refused(let sentence): sentence
        }
    }
}
