import Bluetooth
import Messages
public import Tracking

extension GatewayCore {
    /// Takes in what the radio has noticed.
    public mutating func noticed(_ event: TrackerRadioEvent, at now: Timestamp, _ actions: inout [Action]) {
        switch event {
        case .heard(let tracker, let rssi, let adapter): heard(tracker, rssi, over: adapter, at: now, &actions)
        case .linked(let tracker): linked(tracker, at: now, &actions)
        case .unlinked(let tracker): unlinked(tracker, at: now, &actions)
        case .linkHeard(let tracker, let rssi, let adapter): linkHeard(tracker, rssi, over: adapter, at: now, &actions)
        case .linkLost(let tracker, let adapter): linkLost(tracker, over: adapter, at: now, &actions)
        case .resting(let tracker): trackers[tracker]?.restsUntil = now.advanced(by: Self.longestRest)
        case .received(let uplink, let tracker): said(uplink, by: tracker, at: now, &actions)
        case .refused(let downlink, let tracker, let reason): refused(downlink, by: tracker, reason, &actions)
        case .located(let fix, let tracker):
            guard trackers[tracker] != nil else { return }
            publish(fix, of: tracker, &actions)
        case .pressed(let tracker, let press, let time):
            guard trackers[tracker] != nil else { return }
            let press = ButtonMessage(time: time ?? now, gateway: configuration.id, press: press)
            let topic = configuration.topics.button(tracker)
            actions.append(.publish(Message(topic: topic, payload: press.encoded())))
        case .sensed(let readings, let battery, let tracker):
            guard trackers[tracker] != nil else { return }
            let message = SensorsMessage(time: now, gateway: configuration.id, battery: battery, readings: readings)
            let topic = configuration.topics.sensors(tracker)
            actions.append(.publish(Message(topic: topic, payload: message.encoded(), quality: .atMostOnce)))
        case .battery(let percent, let tracker, let model): told(percent, by: tracker, model, &actions)
        case .seen(let tag):
            let topic = configuration.topics.gatewaySeen(configuration.id)
            actions.append(.publish(Message(topic: topic, payload: tag.encoded(), quality: .atMostOnce)))
        case .overheard(let tag, let rssi): overheard(tag, rssi, at: now, &actions)
        case .registered(let tags): serve(tags, at: now, &actions)
        case .adapters(let adapters):
            guard adapters != self.adapters else { return }
            self.adapters = adapters
            listenAnew(at: now)
            actions.append(.publish(status(.online)))
        case .scan(let adapter, let proof):
            listening[adapter] = Listening(proof, at: now)
            if proof != .heard { listenAnew(over: adapter, at: now) }
        }
    }

    /// A tracker that comes near is told all that it may have missed.
    private mutating func linked(_ tracker: DeviceID, at now: Timestamp, _ actions: inout [Action]) {
        guard var state = trackers[tracker], !state.isLinked else { return }
        (state.isLinked, state.mayBeLost, state.restsUntil) = (true, true, nil)
        trackers[tracker] = state
        if let desired = state.desired { actions.append(.send(.desired(desired.value), to: tracker)) }
        if let reference = references[tracker.owner] { actions.append(.send(.reference(reference), to: tracker)) }
        if let stored = state.stored { actions.append(.send(.stored(stored), to: tracker)) }
        for waiting in state.waiting { actions.append(.send(.command(waiting.command), to: tracker)) }
        if state.activeMode == .bluetooth { actions.append(.publish(availability(.online, of: tracker))) }
    }

    /// A tracker in cellular mode speaks for itself; of one in Bluetooth mode nothing more is to be heard.
    private mutating func unlinked(_ tracker: DeviceID, at now: Timestamp, _ actions: inout [Action]) {
        guard var state = trackers[tracker], state.isLinked else { return }
        state.isLinked = false
        // It advertises again from now on, or is out of reach.
        for adapter in state.heard.keys { state.heard[adapter]?.restart(at: now, isNews: true) }
        trackers[tracker] = state
        if state.activeMode == .bluetooth, state.restsUntil == nil {
            actions.append(.publish(availability(.offline, of: tracker)))
        }
    }

    /// A tag that was let go for a moment, and has not come back.
    mutating func endRests(at now: Timestamp, _ actions: inout [Action]) {
        let over = trackers.filter { $0.value.restsUntil.map { $0 <= now } ?? false }
        for (tracker, state) in over.sorted(by: { $0.key < $1.key }) {
            trackers[tracker]?.restsUntil = nil
            // Whoever has it now says so.
            guard !state.isLinked, state.activeMode == .bluetooth, !isElsewhere(tracker) else { continue }
            actions.append(.publish(availability(.offline, of: tracker)))
        }
    }

    /// Until a tag counts as gone that is let go so that it advertises: some seconds of that, and a new link.
    private static let longestRest = Duration.seconds(60)

    private mutating func said(_ uplink: Uplink, by tracker: DeviceID, at now: Timestamp, _ actions: inout [Action]) {
        guard trackers.index(forKey: tracker) != nil else { return }
        let topics = configuration.topics
        switch uplink {
        case .fix(let fix, let sent):
            let location = LocationMessage(
                fix, createdAt: sent, gateway: configuration.id, initials: tracker.device.initials
            )
            actions.append(
                .publish(Message(topic: topics.location(tracker), carrying: location, retained: true))
            )
        case .reported(let state):
            if trackers[tracker]?.activeMode != state.activeMode {
                actions.append(.publish(availability(.online, of: tracker)))
            }
            trackers[tracker]?.activeMode = state.activeMode
            actions.append(.publish(Message(topic: topics.reported(tracker), carrying: state, retained: true)))
        case .result(let result):
            if receive(result, of: tracker) {
                actions.append(.publish(Message(topic: topics.result(tracker), payload: result.encoded())))
            }
            release(tracker, after: result, &actions)
        }
    }

    /// A fix without a name: its tag keeps none, and is told of none that is stored.
    private func publish(_ fix: Fix, of tracker: DeviceID, _ actions: inout [Action]) {
        let location = LocationMessage(
            fix: fix,
            trackerInitials: tracker.device.initials,
            mode: .bluetooth,
            source: .gnss,
            gateway: configuration.id
        )
        let topic = configuration.topics.location(tracker)
        actions.append(.publish(Message(topic: topic, carrying: location, retained: true)))
    }

    func availability(_ availability: Availability, of tracker: DeviceID) -> Message {
        Message(topic: configuration.topics.availability(tracker), payload: availability.encoded(), retained: true)
    }
}
