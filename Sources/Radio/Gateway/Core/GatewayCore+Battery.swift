import Messages
import Tracking

extension GatewayCore {
    /// Publishes the battery of a tag that is only heard, in the state that others tell over a link.
    mutating func told(_ percent: Int, by tracker: DeviceID, _ model: String, _ actions: inout [Action]) {
        guard let served = trackers[tracker], !served.isLinked else { return }
        let desired = served.desired?.value
        let state = ReportedState(
            version: desired?.version ?? 0,
            power: .on,
            reportEvery: desired?.reportEvery ?? DesiredState.standardReportEvery,
            mode: .bluetooth,
            firmware: "",
            model: model,
            boot: 1,
            battery: percent,
            activeMode: .bluetooth,
            hasButton: false
        )
        let topic = configuration.topics.reported(tracker)
        actions.append(.publish(Message(topic: topic, payload: state.encoded(), retained: true)))
    }
}
