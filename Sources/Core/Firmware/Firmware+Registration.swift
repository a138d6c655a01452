public import Tracking

/// Binding over Bluetooth takes two steps, so that a break between them leaves everything as it was.
///
/// The request makes a ``Firmware/Pending`` registration, which the tracker's answer tells of; the confirmation binds.
/// Pending is forgotten when the link ends, the time is up or power is gone.
extension Firmware {
    /// A registration that was answered and waits to be confirmed.
    public struct Pending: Hashable, Sendable {
        public var registration: Registration
        /// When it is forgotten.
        public var until: Timestamp
    }

    /// Whether it may be bound by a registration: it has no owner, or this one.
    public func accepts(_ registration: Registration) -> Bool { owner == nil || owner == registration.owner }

    /// A refused request leaves even an earlier one as it is.
    mutating func request(_ registration: Registration, at now: Timestamp) {
        guard accepts(registration) else { return }
        pending = Pending(registration: registration, until: now.advanced(by: .seconds(parameters.confirmWithin)))
    }

    /// Binds for good.
    ///
    /// A tracker that was free comes to rest, until it is told to locate.
    mutating func confirm(at now: Timestamp) {
        guard let registration = pending?.registration, !isOver(at: now) else { return }
        pending = nil
        if owner == nil {
            desired = DesiredState(version: 0, power: .off, mode: desired.mode)
            life = .registered
        } else if self.registration?.device != registration.device {
            // Under its new name what it should be is counted anew.
            desired.version = 0
            reported = nil
        }
        desired.reportEvery = registration.reportEvery ?? desired.reportEvery
        owner = registration.owner
        self.registration = registration
    }

    /// Gives up a registration that nobody has confirmed in time.
    mutating func passRegistration(at now: Timestamp) {
        if isOver(at: now) { pending = nil }
    }

    private func isOver(at now: Timestamp) -> Bool { pending.map { $0.until <= now } ?? true }
}
