public import Tracking

extension Scenario {
    /// The rules of an item that the owner's console publishes at the start.
    public struct Rules: Hashable, Sendable {
        /// Nil for those of the service.
        public let thresholds: Thresholds?
        /// Where it may stay behind.
        public let places: [TrustedPlace]
        /// When only what is critical is told.
        public let quiet: QuietHours?
        /// No alert is raised until so long after the start.
        public let snoozeUntil: Duration?
    }
}
