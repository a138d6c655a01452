import Messages
import Settings
import Tracking

extension DesiredChange {
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
        let battery = battery.map { ", battery \($0) %" } ?? ""
        guard power == .on else { return "off\(battery)" }
        let policy = mode == .auto ? "" : ", only over \(mode == .bluetooth ? "Bluetooth" : "its modem")"
        return "on, reports every \(Duration.seconds(reportEvery).compact)\(policy)\(battery)"
    }
}
