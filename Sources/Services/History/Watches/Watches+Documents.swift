import Messages
import Store
import Tracking

extension Watches {
    /// Keeps what a tracker says that it is.
    mutating func reported(_ message: Message, of device: DeviceID, _ batch: inout Batch) throws {
        if message.isEmpty { return }
        guard let state = try batch.read(message, as: ReportedState.self) else { return }
        // The last words of a tracker make no item.
        if !state.isRegistered, index(of: device) == nil { return }
        let index = tracker(device, &batch)
        self[index].adopt(state)
        if trackers[index].requests.heard == nil { self[index].requests.heard = batch.now }
        touch(index)
        try batch.save(message, as: .reported, of: device)
    }

    /// Keeps what a tracker should be.
    mutating func desired(_ message: Message, of device: DeviceID, _ batch: inout Batch) throws {
        if message.isEmpty {
            if let index = index(of: device) { self[index].wish = nil }
            return
        }
        guard let wish = try batch.read(message, as: Kept<DesiredState>.self) else { return }
        var desired = wish.value
        // The reference changes with every step of the owner, and is no wish.
        desired.reference = nil
        let index = tracker(device, &batch)
        // An older one is a writer's that has not seen the newer one yet.
        if trackers[index].wish.map({ $0.value.version <= wish.value.version }) ?? true { self[index].wish = wish }
        if trackers[index].desired == desired { return }
        self[index].desired = desired
        if let item = desired.item, item.text != trackers[index].item {
            self[index].item = item.text
            let thresholds = trackers[index].thresholds
            let own = thresholds == configuration.thresholds ? nil : thresholds
            try batch.transaction.setItem(item, thresholds: own, of: device, at: batch.now)
        }
        touch(index)
        try batch.save(message, as: .desired, of: device)
    }

    /// Keeps whether a tracker is there.
    mutating func availability(_ message: Message, of device: DeviceID, _ batch: inout Batch) throws {
        if message.isEmpty { return }
        guard let availability = try batch.read(message, as: Availability.self) else { return }
        // That it is not there says nothing of a tracker that nobody knows.
        if availability == .offline, index(of: device) == nil { return }
        let index = tracker(device, &batch)
        touch(index)
        self[index].isOnline = availability == .online
        try batch.save(message, as: .availability, of: device)
        // What the broker has kept may be older than the end of the gateway that said so.
        if message.retained, let keeper = trackers[index].keeper, gateways.isOffline(keeper) {
            try retire(index, with: keeper, &batch)
        }
    }

    /// After a start, once all is heard that the broker keeps: whatever gateway had a tracker, all may be gone.
    mutating func retireOrphans(_ batch: inout Batch, of isHeard: (DeviceID) -> Bool) throws {
        for index in trackers.indices where trackers[index].isOnline && isHeard(trackers[index].watch.device) {
            let tracker = trackers[index]
            let isGone = tracker.keeper.map { gateways.isOffline($0) } ?? (tracker.activeMode == .bluetooth)
            guard gateways.areAllOffline, isGone else { continue }
            touch(index)
            if tracker.keeper == nil { self[index].keeper = gateways.anyOffline }
            if let keeper = trackers[index].keeper { try retire(index, with: keeper, &batch) }
        }
    }

    /// Retires the trackers of some owners whose gateway went offline before what it had said of them was heard.
    mutating func retireKept(ofOfflineIn owners: Set<Name>, _ batch: inout Batch) throws {
        for index in owners.sorted().flatMap({ trackers(of: $0) }) {
            guard let keeper = trackers[index].keeper, gateways.isOffline(keeper) else { continue }
            if trackers[index].isHeard(by: keeper) { self[index].watch.becomeUnheard() }
            if self[index].watch.gatewayBlind(keeper) { touch(index) }
            try retire(index, with: keeper, &batch)
        }
    }

    /// Says that a tracker is not there any more which only a gateway had that is gone, and could not say so itself.
    ///
    /// One in cellular mode speaks for itself, and what another gateway hears is there still.
    mutating func retire(_ index: Int, with gateway: Name, _ batch: inout Batch) throws {
        let tracker = trackers[index]
        guard tracker.isOnline, tracker.keeper == gateway, tracker.activeMode != .cellular,
            !tracker.watch.isHeard(besides: gateway, at: batch.now),
            !tracker.isKeeperGuessed || gateways.areAllOffline
        else { return }
        try say(.offline, of: index, &batch)
    }

    /// Says that a tracker is there again to which a gateway has a link: one that was cut off from the broker for a while
    /// has kept it, and does not know that it was said to be gone.
    mutating func takeBack(_ index: Int, by proximity: ProximityMessage, _ batch: inout Batch) throws {
        let tracker = trackers[index]
        guard proximity.link == .up, !tracker.isOnline, tracker.activeMode == .bluetooth,
            !batch.now.isApart(60_000, from: proximity.time)
        else { return }
        try say(.online, of: index, &batch)
    }

    /// Says in a gateway's place whether a tracker is there.
    private mutating func say(_ availability: Availability, of index: Int, _ batch: inout Batch) throws {
        self[index].isOnline = availability == .online
        let payload = availability.encoded()
        let device = trackers[index].watch.device
        try batch.save(payload, as: .availability, of: device)
        batch.answer(Message(topic: configuration.topics.availability(device), payload: payload, retained: true))
    }
}

extension TrackerState {
    mutating func adopt(_ state: ReportedState) {
        reported = state
        watch.reportEvery = state.reportEvery
        activeMode = state.activeMode
        battery = state.battery
    }

    /// Goes by rules from now on.
    mutating func adopt(_ rules: Kept<ItemRules>) {
        watch.rules = rules.value
        foreignRules = rules.extra
        watch.thresholds = rules.value.thresholds ?? thresholds
    }
}
