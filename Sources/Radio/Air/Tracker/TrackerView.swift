public import Firmware
public import Tracking

/// What a tracker's Bluetooth side has to know of its firmware.
public struct TrackerView: Hashable, Sendable {
    public var owner: Name?
    /// What holds.
    public var registration: Registration?
    /// What was asked for and is not confirmed yet.
    public var pending: Registration?
    public var isActive: Bool
    public var state: ReportedState

    public init(
        owner: Name? = nil,
        registration: Registration? = nil,
        pending: Registration? = nil,
        isActive: Bool,
        state: ReportedState
    ) {
        self.owner = owner
        self.registration = registration
        self.pending = pending
        self.isActive = isActive
        self.state = state
    }

    public init(_ firmware: Firmware) {
        self.init(
            owner: firmware.owner,
            registration: firmware.registration,
            pending: firmware.pending?.registration,
            isActive: firmware.life == .active,
            state: firmware.state
        )
    }
}
