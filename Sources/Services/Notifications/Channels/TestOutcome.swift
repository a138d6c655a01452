public import Tracking

/// What became of a test message.
public enum TestOutcome: Hashable, Sendable {
    /// The receiver has taken it.
    case delivered
    /// The receiver does not take it, for the reason given.
    case refused(String)
    /// The receiver could not be reached, or takes nothing at present; an alert would be tried again.
    case unreachable(String)

    /// What went wrong, in one sentence without secrets; nil when nothing did.
    public var trouble: String? {
        switch self {
        case .delivered: nil
        case .refused(let sentence), .unreachable(let sentence): sentence
        }
    }
}

extension NotificationChannel {
    /// Sends a message that says that it is a test, once.
    public func test(at now: Timestamp) async -> TestOutcome {
        do {
            try await deliver(try Notice.test(at: now), at: now)
            return .delivered
        } catch let failure as DeliveryFailure {
            if case .unreachable(let sentence, _) = failure { return .unreachable(sentence) }
            return .refused(failure.description)
        } catch { return .refused("\(error)") }
    }
}
