public import Tracking

/// What somebody wants a tracker to be from now on; nil leaves things as they are.
public struct DesiredChange: Hashable, Sendable {
    public var power: Power?
    /// Seconds, 1 to 86,400.
    public var reportEvery: Int?
    public var mode: ModePolicy?
    public var item: ItemName?

    public init(power: Power? = nil, reportEvery: Int? = nil, mode: ModePolicy? = nil, item: ItemName? = nil) {
        (self.power, self.reportEvery, self.mode, self.item) = (power, reportEvery, mode, item)
    }

    /// The desired state that has this wish in it, and everything that was wanted before, one version on.
    public func state(after desired: Kept<DesiredState>?, reported: ReportedState?) -> Kept<DesiredState> {
        var kept = desired ?? Kept(Self.start(reported))
        kept.value.version = max(desired?.value.version ?? 0, reported?.version ?? 0) + 1
        if let power { kept.value.power = power }
        // Who wants it on wants to have it.
        if power == .on { kept.value.isRegistered = true }
        if let reportEvery { kept.value.reportEvery = reportEvery }
        if let mode { kept.value.mode = mode }
        if let item { kept.value.item = item }
        return kept
    }

    /// What is wanted of a tracker of which nothing was wanted before: that it stays as it is.
    private static func start(_ reported: ReportedState?) -> DesiredState {
        DesiredState(version: 0, power: reported?.power ?? .on, mode: reported?.mode ?? .auto)
    }

    /// Whether a state already has all that is wanted.
    public func holds(in state: DesiredState) -> Bool {
        if power == .on, !state.isRegistered { return false }
        return power.map { $0 == state.power } ?? true && reportEvery.map { $0 == state.reportEvery } ?? true
            && mode.map { $0 == state.mode } ?? true && item.map { $0 == state.item } ?? true
    }
}
