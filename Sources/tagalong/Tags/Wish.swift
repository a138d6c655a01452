import Messages
import Settings
import Tracking

/// What somebody wants a tracker to be from now on; nil leaves things as they are.
struct Wish: Hashable, Sendable {
    var power: Power?
    /// Seconds, 1 to 86,400.
    var reportEvery: Int?
    var mode: ModePolicy?
    var item: ItemName?

    /// The desired state that has this wish in it, and everything that was wanted before.
    func state(after record: TrackerRecord) -> Kept<DesiredState> {
        var kept = record.desired ?? Kept(Self.start(record.reported))
        kept.value.version = record.nextVersion
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
    func holds(in state: DesiredState) -> Bool {
        if power == .on, !state.isRegistered { return false }
        return power.map { $0 == state.power } ?? true && reportEvery.map { $0 == state.reportEvery } ?? true
            && mode.map { $0 == state.mode } ?? true && item.map { $0 == state.item } ?? true
    }

    /// What a tracker that read the wish is nevertheless not; nil when it follows in all.
    func unfulfilled(by reported: ReportedState) -> String? {
        if let power, reported.power != power { return "it is still \(reported.power)" }
        if let mode, reported.mode != mode { return "its mode is still \(reported.mode)" }
        if let reportEvery, reported.reportEvery != reportEvery {
            return "it still reports every \(Duration.seconds(reported.reportEvery).compact)"
        }
        return nil
    }
}

extension ReportedState {
    /// `on, reports every 10m, battery 87 %`.
    var sentence: String {
        guard power == .on else { return "off, battery \(battery) %" }
        let policy = mode == .auto ? "" : ", only over \(mode == .bluetooth ? "Bluetooth" : "its modem")"
        return "on, reports every \(Duration.seconds(reportEvery).compact)\(policy), battery \(battery) %"
    }
}
