import Bluetooth
import Messages
public import Tracking

extension GatewayCore {
    /// Takes in what the radio has noticed.
    public mutating func noticed(_ event: TrackerRadioEvent, at now: Timestamp, _ actions: inout [Action]) {
        switch event {
        case .heard(let tracker, let rssi):
            heard(tracker, rssi, at: now, &actions)
        case .linked(let tracker):
            linked(tracker, &actions)
        case .unlinked(let tracker):
            unlinked(tracker, &actions)
        case .received(let uplink, let tracker):
            said(uplink, by: tracker, at: now, &actions)
        }
    }

    /// A tracker that comes near is told all that it may have missed.
    private mutating func linked(_ tracker: DeviceID, _ actions: inout [Action]) {
        guard var state = trackers[tracker], !state.isLinked else { return }
        state.isLinked = true
        trackers[tracker] = state
        if let desired = state.desired { actions.append(.send(.desired(desired.value), to: tracker)) }
        if let reference = references[tracker.owner] { actions.append(.send(.reference(reference), to: tracker)) }
        if let stored = state.stored { actions.append(.send(.stored(stored), to: tracker)) }
        if state.activeMode == .bluetooth { actions.append(.publish(availability(.online, of: tracker))) }
    }

    /// A tracker in cellular mode speaks for itself; of one in Bluetooth mode nothing more is to be heard.
    private mutating func unlinked(_ tracker: DeviceID, _ actions: inout [Action]) {
        guard var state = trackers[tracker], state.isLinked else { return }
        state.isLinked = false
        state.strengths = []
        trackers[tracker] = state
        if state.activeMode == .bluetooth { actions.append(.publish(availability(.offline, of: tracker))) }
    }

    private mutating func said(
        _ uplink: Uplink,
        by tracker: DeviceID,
        at now: Timestamp,
        _ actions: inout [Action]
    ) {
        guard trackers[tracker] != nil else { return }
        let topics = configuration.topics
        switch uplink {
        case .fix(let fix, let sent):
            let location = LocationMessage(
                fix,
                createdAt: sent,
                gateway: configuration.id,
                initials: tracker.device.initials
            )
            actions.append(
                .publish(Message(topic: topics.location(tracker), payload: location.encoded(), retained: true))
            )
        case .reported(let state):
            if trackers[tracker]?.activeMode != state.activeMode {
                actions.append(.publish(availability(.online, of: tracker)))
            }
            trackers[tracker]?.activeMode = state.activeMode
            actions.append(.publish(Message(topic: topics.reported(tracker), payload: state.encoded(), retained: true)))
        case .result(let result):
            actions.append(.publish(Message(topic: topics.result(tracker), payload: result.encoded())))
        }
    }

    private func availability(_ availability: Availability, of tracker: DeviceID) -> Message {
        Message(
            topic: configuration.topics.availability(tracker),
            payload: availability.encoded(),
            retained: true
        )
    }

    /// The strengths of an interval give one distance: that of their median, which a single fade does not move.
    private mutating func heard(
        _ tracker: DeviceID,
        _ rssi: Int,
        at now: Timestamp,
        _ actions: inout [Action]
    ) {
        // 127 and 0 are the controller's words for "not available".
        guard var state = trackers[tracker], rssi != 127, rssi != 0 else { return }
        state.strengths.append(rssi)
        if state.strengths.count > 1024 { state.strengths.removeFirst(512) }
        let isDue =
            state.proximitySent.map { now.milliseconds - $0.milliseconds >= configuration.proximityEvery } ?? true
        if isDue {
            actions.append(.publish(proximity(of: tracker, state.strengths, at: now)))
            (state.strengths, state.proximitySent) = ([], now)
        }
        trackers[tracker] = state
    }

    private func proximity(of tracker: DeviceID, _ strengths: [Int], at now: Timestamp) -> Message {
        let median = strengths.sorted()[strengths.count / 2]
        let distance = configuration.pathLoss.distance(atRSSI: Double(median))
        let message = ProximityMessage(
            time: now,
            gateway: configuration.id,
            rssi: median,
            distance: distance,
            sigma: configuration.pathLoss.sigma(atDistance: distance),
            samples: strengths.count
        )
        return Message(
            topic: configuration.topics.proximity(tracker),
            payload: message.encoded(),
            quality: .atMostOnce
        )
    }
}
