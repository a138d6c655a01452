import Messages
import Tracking

extension GatewayCore {
    /// Publishes the battery of a tag that is only heard, in the state that others tell over a link.
    mutating func told(_ percent: Int, by tracker: DeviceID, _ model: String, _ actions: inout [Action]) {
        guard let served = trackers[tracker], !served.isLinked else { return }
        let state = ReportedState(tag: model, battery: percent, hasButton: false, desired: served.desired?.value)
        let topic = configuration.topics.reported(tracker)
        actions.append(.publish(Message(topic: topic, payload: state.encoded(), retained: true)))
    }
}
