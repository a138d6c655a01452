import Messages
import Store
import Tracking

extension Watches {
    /// Keeps what a tracker says that it is.
    mutating func reported(_ message: Message, of device: DeviceID, _ batch: inout Batch) throws {
        if message.payload.isEmpty { return }
        guard let state = try batch.read(message, as: ReportedState.self) else { return }
        // The last words of a tracker make no item.
        if !state.isRegistered, index(of: device) == nil { return }
        let index = tracker(device, &batch)
        self[index].adopt(state)
        if trackers[index].requests.heard == nil { self[index].requests.heard = batch.now }
        touch(index)
        try batch.save(message.payload, as: .reported, of: device)
    }

    /// Keeps what a tracker should be.
    mutating func desired(_ message: Message, of device: DeviceID, _ batch: inout Batch) throws {
        if message.payload.isEmpty {
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
        try batch.save(message.payload, as: .desired, of: device)
    }

    /// Keeps whether a tracker is there.
    mutating func availability(_ message: Message, of device: DeviceID, _ batch: inout Batch) throws {
        if message.payload.isEmpty { return }
        guard let availability = try batch.read(message, as: Availability.self) else { return }
        // That it is not there says nothing of a tracker that nobody knows.
        if availability == .offline, index(of: device) == nil { return }
        touch(tracker(device, &batch))
        try batch.save(message.payload, as: .availability, of: device)
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
