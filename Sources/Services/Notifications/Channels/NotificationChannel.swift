public import Tracking

/// A way to tell somebody, which tries once.
///
/// The service asks for one thing at a time; but a test may come beside it.
public protocol NotificationChannel: Sendable {
    /// Tells, and returns when the receiver has taken it.
    func deliver(_ notice: Notice, at now: Timestamp) async throws(DeliveryFailure)

    /// Takes back what is shown at a place, see ``Notice/place``, as far as the channel can; of nothing it is done.
    func withdraw(_ place: String) async throws(DeliveryFailure)

    func close() async
}

extension NotificationChannel {
    public func withdraw(_ place: String) async throws(DeliveryFailure) {}

    public func close() async {}
}
