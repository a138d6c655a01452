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
        guard rssi.map({ MeasuredStrength.dBm($0) != nil }) ?? true, var hearing = takeHearing(of: tracker, adapter)
        else { return }
        if let adapter, listening[adapter] != nil { listening[adapter] = .heard(now) }
        hearing.record(rssi, at: now)
        if hearing.isDue(at: now, every: configuration.proximityEvery) {
            actions.append(.publish(report(&hearing, of: tracker, over: adapter, at: now)))
        }
        keep(hearing, of: tracker, adapter)
    }

    /// Tells how strongly a tag comes in over its link, or only that the link stands.
    mutating func linkHeard(
        _ tracker: DeviceID, _ rssi: Int?, over adapter: BluetoothAddress?, at now: Timestamp, _ actions: inout [Action]
    ) {
        guard trackers[tracker]?.isLinked == true, var hearing = takeHearing(of: tracker, adapter) else { return }
        // The link stands all the same.
        hearing.recordLink(rssi.flatMap(MeasuredStrength.dBm), at: now)
        if hearing.isLinkDue(at: now, every: configuration.proximityEvery) {
            actions.append(.publish(report(&hearing, of: tracker, over: adapter, at: now, .up)))
        }
        keep(hearing, of: tracker, adapter)
    }

    /// A link that nobody has ended is gone: packet after packet was lost, which is told at once, and but once.
    mutating func linkLost(
        _ tracker: DeviceID, over adapter: BluetoothAddress?, at now: Timestamp, _ actions: inout [Action]
    ) {
        guard trackers[tracker]?.mayBeLost == true, var hearing = takeHearing(of: tracker, adapter) else { return }
        trackers[tracker]?.mayBeLost = false
        hearing.restart(at: now, isNews: true)
        actions.append(.publish(report(&hearing, of: tracker, over: adapter, at: now, .lost)))
        keep(hearing, of: tracker, adapter)
    }

    /// A gateway that listens and hears nothing says so; for some minutes, and not of a tracker that is linked, for few
    /// advertise meanwhile.
    ///
    /// It says so of the time in which the adapter is known to have listened, and no more; where several adapters hear
    /// the tag, by the one that heard it last.
    mutating func reportSilence(at now: Timestamp, _ actions: inout [Action]) {
        var told: [(tracker: DeviceID, adapter: BluetoothAddress?, message: Message)] = []
        for (tracker, state) in trackers where !state.isLinked && !state.heard.isEmpty {
            let teller = silenceTeller(state, at: now)
            for (adapter, hearing) in state.heard where hears(adapter) {
                let known = adapter == teller?.adapter ? teller?.known : nil
                let isSilent = known.map { hearing.isSilenceDue(at: $0, every: configuration.proximityEvery) } ?? false
                // What was heard is to be told in any case.
                guard isSilent || hearing.isRestDue(at: now, every: configuration.proximityEvery) else { continue }
                var hearing = hearing
                let time = isSilent ? known ?? now : now
                let message = report(
                    &hearing, of: tracker, over: adapter, at: time, known: known ?? Timestamp(milliseconds: 0)
                )
                told.append((tracker, adapter, message))
                keep(hearing, of: tracker, adapter)
            }
        }
        // The order of a dictionary is another one in each process.
        if told.count > 1 {
            told.sort { left, right in
                left.tracker == right.tracker
                    ? Self.precedes(left.adapter, right.adapter) : left.tracker < right.tracker
            }
        }
        for news in told { actions.append(.publish(news.message)) }
    }

    /// Which adapter's silence is the gateway's: of those that listen, the one that heard the tag last, and until when.
    ///
    /// That an adapter hears nothing of a tag tells nothing while another of the gateway hears it. Nor does it when the
    /// other one falls out, unless it has heard the tag itself by then.
    private func silenceTeller(
        _ state: Served, at now: Timestamp
    ) -> (adapter: BluetoothAddress?, known: Timestamp)? {
        guard let latest = state.heard.values.compactMap(\.lastNews).max() else { return nil }
        let oldest = latest.advanced(by: .milliseconds(-Self.together))
        var best: (adapter: BluetoothAddress?, known: Timestamp, news: Timestamp)?
        // In order, so that of two that are as good it is always the same one.
        for (adapter, hearing) in state.heard.sorted(by: { Self.precedes($0.key, $1.key) }) where hears(adapter) {
            guard let news = hearing.lastNews, news >= oldest, let known = known(adapter, at: now) else { continue }
            if let best, Self.isBetter((best.known > latest, best.news), (known > latest, news)) { continue }
            best = (adapter, known, news)
        }
        return best.map { ($0.adapter, $0.known) }
    }

    private static func isBetter(_ left: (Bool, Timestamp), _ right: (Bool, Timestamp)) -> Bool {
        left.0 == right.0 ? left.1 >= right.1 : left.0
    }

    /// An order of adapters; one whose address is not known comes first.
    private static func precedes(_ left: BluetoothAddress?, _ right: BluetoothAddress?) -> Bool {
        guard let right else { return false }
        return left.map { $0 < right } ?? true
    }

    /// Milliseconds within which two adapters that both hear a tag tell of it: two rounds of a scan, in each of which one
    /// that filters duplicates tells of it once.
    private static let together: Int64 = 20_480

    /// Until when it is known that an adapter listened; one of which nothing is told does now.
    private func known(_ adapter: BluetoothAddress?, at now: Timestamp) -> Timestamp? {
        guard let known = adapter.flatMap({ listening[$0] }) else { return now }
        return known.known(at: now)
    }

    /// What was not heard by an adapter that could not hear is no news.
    mutating func listenAnew(at now: Timestamp) {
        for (tracker, state) in trackers {
            for adapter in state.heard.keys where adapter != nil {
                trackers[tracker]?.heard[adapter]?.restart(at: now, isNews: false)
            }
        }
    }

    /// What was not heard while an adapter did not scan is no news.
    mutating func listenAnew(over adapter: BluetoothAddress, at now: Timestamp) {
        for tracker in trackers.keys { trackers[tracker]?.heard[adapter]?.skip(to: now) }
    }

    /// The machine has slept, or its clock was set: what was not heard meanwhile is no news.
    mutating func woke(at now: Timestamp) {
        // Many an adapter does not scan any more after that.
        for adapter in listening.keys { listening[adapter] = .unknown }
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

    /// Takes out what an adapter has heard of a tag, to be put back; nil for a tag that is not served.
    ///
    /// Nothing of it is held meanwhile: each change in place would copy all of it.
    private mutating func takeHearing(of tracker: DeviceID, _ adapter: BluetoothAddress?) -> Hearing? {
        // In place: what is known of a tracker is moved out of a dictionary and back otherwise, at each report.
        guard let index = trackers.index(forKey: tracker) else { return nil }
        return trackers.values[index].heard.removeValue(forKey: adapter) ?? hearing(of: trackers.values[index])
    }

    private mutating func keep(_ hearing: Hearing, of tracker: DeviceID, _ adapter: BluetoothAddress?) {
        guard let index = trackers.index(forKey: tracker) else { return }
        trackers.values[index].heard[adapter] = hearing
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
        known: Timestamp? = nil,
        _ link: ProximityMessage.Link? = nil
    ) -> Message {
        let isLinked = trackers[tracker]?.isLinked == true
        let estimate = hearing.close(at: now, known: known ?? now, isLinked: isLinked, link)
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
