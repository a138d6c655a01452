import Bluetooth
import Messages
import Tracking

extension GatewayCore {
    /// The strengths of an interval give one distance: that of their median, which a single fade does not move.
    mutating func heard(
        _ tracker: DeviceID,
        _ rssi: Int,
        over adapter: BluetoothAddress?,
        at now: Timestamp,
        _ actions: inout [Action]
    ) {
        // 127 and 0 are the controller's words for "not available".
        guard rssi != 127, rssi != 0, trackers[tracker] != nil else { return }
        var heard = trackers[tracker]?.heard.removeValue(forKey: adapter) ?? Served.Heard()
        heard.strengths.append(rssi)
        if heard.strengths.count > 1024 { heard.strengths.removeFirst(512) }
        let isDue = heard.sent.map { now.milliseconds - $0.milliseconds >= configuration.proximityEvery } ?? true
        if isDue {
            actions.append(.publish(proximity(of: tracker, heard.strengths, over: adapter, at: now)))
            (heard.strengths, heard.sent) = ([], now)
        }
        trackers[tracker]?.heard[adapter] = heard
    }

    private func proximity(
        of tracker: DeviceID,
        _ strengths: [Int],
        over adapter: BluetoothAddress?,
        at now: Timestamp
    ) -> Message {
        let median = strengths.sorted()[strengths.count / 2]
        let pathLoss = trackers[tracker]?.pathLoss ?? configuration.pathLoss
        let distance = pathLoss.distance(atRSSI: Double(median))
        let message = ProximityMessage(
            time: now,
            gateway: configuration.id,
            rssi: median,
            distance: distance,
            sigma: pathLoss.sigma(atDistance: distance),
            samples: strengths.count,
            adapter: adapter.map { "\($0)" },
            isHeld: trackers[tracker]?.choice.owner == Receiver(gateway: configuration.id, adapter: adapter)
        )
        return Message(
            topic: configuration.topics.proximity(tracker),
            payload: message.encoded(),
            quality: .atMostOnce
        )
    }

    /// What any gateway heard, this one included, settles which of them connects.
    mutating func heardAbout(_ tracker: DeviceID, _ proximity: ProximityMessage, _ actions: inout [Action]) {
        guard configuration.usesRegistry, let rssi = proximity.rssi, let state = trackers[tracker] else { return }
        let before = state.choice.owner
        trackers[tracker]?.choice.heard(
            by: Receiver(gateway: proximity.gateway, adapter: proximity.adapter.flatMap { BluetoothAddress($0) }),
            rssi: rssi,
            isClaimed: proximity.isHeld,
            at: proximity.time
        )
        guard let owner = trackers[tracker]?.choice.owner, owner != before else { return }
        if owner.gateway == configuration.id {
            actions.append(.tend(tracker, over: owner.adapter))
            for _ in state.waiting.prefix(1) { actions.append(.call(tracker)) }
        } else if before?.gateway == configuration.id {
            actions.append(.leave(tracker))
        }
    }

    /// Whether another gateway is the one to connect to a tracker.
    func isElsewhere(_ tracker: DeviceID) -> Bool {
        trackers[tracker]?.choice.owner.map { $0.gateway != configuration.id } ?? false
    }
}
