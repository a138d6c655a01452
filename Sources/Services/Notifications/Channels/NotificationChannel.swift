public import Tracking

/// A way to tell somebody, which tries once.
public protocol NotificationChannel: Sendable {
    /// Tells, and returns when the receiver has taken it.
    func deliver(_ notice: Notice, at now: Timestamp) async throws(DeliveryFailure)

    func close() async
}

extension NotificationChannel { public func close() async {} }
