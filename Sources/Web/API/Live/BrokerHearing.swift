package import Tracking

/// Whether the service hears its broker, and since when that has been so.
package struct BrokerHearing: Hashable, Sendable {
    package let isHeard: Bool
    package let since: Timestamp

    package init(isHeard: Bool, since: Timestamp) { (self.isHeard, self.since) = (isHeard, since) }
}
