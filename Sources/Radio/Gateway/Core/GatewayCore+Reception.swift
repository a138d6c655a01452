import Bluetooth
import Messages
import Ranging
import Tracking

extension GatewayCore {
    /// Counts a report, and tells of those since the last message when it is time.
    ///
    /// That a tag is heard is told even where the adapter does not know how strongly: somebody has to connect to it.
    mutating func heard(
        _ tracker: DeviceID, _ rssi: Int?, over adapter: BluetoothAddress?, at now: Timestamp, _ actions: inout [Action]
    ) {
        guard rssi.map({ MeasuredStrength.dBm($0) != nil }) ?? true, let state = trackers[tracker] else { return }
        var hearing = trackers[tracker]?.heard.removeValue(forKey: adapter) ?? hearing(of: state)
        hearing.record(rssi, at: now)
        if hearing.isDue(at: now, every: configuration.proximityEvery) {
            actions.append(.publish(report(&hearing, of: tracker, over: adapter, at: now)))
        }
        trackers[tracker]?.heard[adapter] = hearing
    }

    /// Tells how strongly a tag comes in over its link, or only that the link stands.
    mutating func linkHeard(
        _ tracker: DeviceID, _ rssi: Int?, over adapter: BluetoothAddress?, at now: Timestamp, _ actions: inout [Action]
    ) {
        guard let state = trackers[tracker], state.isLinked else { return }
        var hearing = trackers[tracker]?.heard.removeValue(forKey: adapter) ?? hearing(of: state)
        // The link stands all the same.
        hearing.recordLink(rssi.flatMap(MeasuredStrength.dBm), at: now)
        if hearing.isLinkDue(at: now, every: configuration.proximityEvery) {
            actions.append(.publish(report(&hearing, of: tracker, over: adapter, at: now, .up)))
        }
        trackers[tracker]?.heard[adapter] = hearing
    }

    /// A link that nobody has ended is gone: packet after packet was lost, which is told at once, and but once.
    mutating func linkLost(
        _ tracker: DeviceID, over adapter: BluetoothAddress?, at now: Timestamp, _ actions: inout [Action]
    ) {
        guard let state = trackers[tracker], state.mayBeLost else { return }
        trackers[tracker]?.mayBeLost = false
        var hearing = trackers[tracker]?.heard.removeValue(forKey: adapter) ?? hearing(of: state)
        hearing.restart(at: now, isNews: true)
        actions.append(.publish(report(&hearing, of: tracker, over: adapter, at: now, .lost)))
        trackers[tracker]?.heard[adapter] = hearing
    }

    /// A gateway that listens and hears nothing says so; for some minutes, and not of a tracker that is linked, for few
    /// advertise meanwhile.
    mutating func reportSilence(at now: Timestamp, _ actions: inout [Action]) {
        for (tracker, state) in trackers where !state.isLinked && !state.heard.isEmpty {
            for (adapter, hearing) in state.heard
            where hears(adapter) && isDue(hearing, at: now) {
                var hearing = hearing
                actions.append(.publish(report(&hearing, of: tracker, over: adapter, at: now)))
                trackers[tracker]?.heard[adapter] = hearing
            }
        }
    }

    private func isDue(_ hearing: Hearing, at now: Timestamp) -> Bool {
        let interval = configuration.proximityEvery
        return hearing.isRestDue(at: now, every: interval) || hearing.isSilenceDue(at: now, every: interval)
    }

    /// What was not heard by an adapter that could not hear is no news.
    mutating func listenAnew(at now: Timestamp) {
        for (tracker, state) in trackers {
            for adapter in state.heard.keys where adapter != nil {
                trackers[tracker]?.heard[adapter]?.restart(at: now, isNews: false)
            }
        }
    }

    /// The machine has slept, or its clock was set: what was not heard meanwhile is no news.
    mutating func woke(at now: Timestamp) {
        for (tracker, state) in trackers {
            for adapter in state.heard.keys { trackers[tracker]?.heard[adapter]?.skip(to: now) }
        }
    }

    /// Whether an adapter can hear what there is to be heard; one of which nothing is told can.
    private func hears(_ adapter: BluetoothAddress?) -> Bool {
        guard !adapters.isEmpty else { return true }
        guard let adapter else { return adapters.contains { $0.health == .scanning } }
        return adapters.contains { $0.address == adapter && $0.health == .scanning }
    }

    private func hearing(of state: Served) -> Hearing {
        // A simulated gateway leaves it to whoever reads its messages.
        let motion: Motion? = configuration.usesRegistry ? configuration.carrier == nil ? .fixed : .carried : nil
        return Hearing(state.pathLoss ?? configuration.pathLoss, motion: motion, advertiseEvery: state.advertiseEvery)
    }

    private func report(
        _ hearing: inout Hearing,
        of tracker: DeviceID,
        over adapter: BluetoothAddress?,
        at now: Timestamp,
        _ link: ProximityMessage.Link? = nil
    ) -> Message {
        let estimate = hearing.close(at: now, isLinked: trackers[tracker]?.isLinked == true, link)
        let pathLoss = trackers[tracker]?.pathLoss ?? configuration.pathLoss
        let message = ProximityMessage(
            time: now,
            gateway: configuration.id,
            rssi: estimate.strength.map { min(20, max(-127, Int($0.rounded()))) },
            distance: estimate.distance,
            sigma: estimate.sigma,
            samples: estimate.samples,
            expected: estimate.expected,
            signal: ProximityMessage.Signal(
                powerAtOneMetre: pathLoss.powerAtOneMetre, exponent: pathLoss.exponent, biasSigma: pathLoss.sigma
            ),
            adapter: adapter.map { "\($0)" },
            isHeld: trackers[tracker]?.choice.owner == Receiver(gateway: configuration.id, adapter: adapter),
            link: link
        )
        return Message(topic: configuration.topics.proximity(tracker), payload: message.encoded(), quality: .atMostOnce)
    }

    /// What any gateway heard, this one included, settles which of them connects.
    mutating func heardAbout(_ tracker: DeviceID, _ proximity: ProximityMessage, _ actions: inout [Action]) {
        // Silence is no claim.
        guard configuration.usesRegistry, proximity.samples > 0, proximity.connects, let state = trackers[tracker]
        else { return }
        let before = state.choice.owner
        trackers[tracker]?.choice.heard(
            by: Receiver(gateway: proximity.gateway, adapter: proximity.adapter.flatMap { BluetoothAddress($0) }),
            // Whoever knows how strongly it hears the tag is the better choice; a link that tells nothing of that holds.
            rssi: proximity.rssi ?? (proximity.link == .up ? nil : -127),
            isClaimed: proximity.isHeld,
            at: proximity.time
        )
        guard let owner = trackers[tracker]?.choice.owner, owner != before else { return }
        if owner.gateway == configuration.id {
            actions.append(.tend(tracker, over: owner.adapter))
            if !state.waiting.isEmpty { actions.append(.call(tracker)) }
        } else if before?.gateway == configuration.id {
            actions.append(.leave(tracker))
            // Before the other one has a link: what it says then is not to be taken back.
            guard state.restsUntil != nil else { return }
            trackers[tracker]?.restsUntil = nil
            guard !state.isLinked, state.activeMode == .bluetooth else { return }
            actions.append(.publish(availability(.offline, of: tracker)))
        }
    }

    /// Whether another gateway is the one to connect to a tracker.
    func isElsewhere(_ tracker: DeviceID) -> Bool {
        trackers[tracker]?.choice.owner.map { $0.gateway != configuration.id } ?? false
    }
}
