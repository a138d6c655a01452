import Alerts
import Messages
import Store
import Tracking

extension HistoryCore {
    /// Takes in how an item is to be watched over; an empty message takes all rules back.
    mutating func rules(
        _ message: Message,
        of device: DeviceID,
        at now: Timestamp,
        _ transaction: inout StoreTransaction
    ) throws {
        let told = message.payload.isEmpty ? ItemRules() : try read(message, at: now, &transaction)
        guard let rules = told else { return }
        // Taking back what is not there makes no tracker.
        if message.payload.isEmpty, indices[device] == nil { return }
        let index = tracker(device)
        trackers[index].adopt(rules)
        touch(index)
        try transaction.saveDocument(
            DocumentRow(device: device, kind: .rules, payload: rules.encoded(), updated: now)
        )
        try review(index, at: now, &transaction)
    }

    /// Tells what was held back, or takes back what a new rule allows.
    mutating func review(_ index: Int, at now: Timestamp, _ transaction: inout StoreTransaction) throws {
        touch(index)
        guard let change = trackers[index].watch.review(now: now) else { return }
        try alert(change, of: index, at: now, &transaction)
    }
}

extension TrackerState {
    /// Goes by rules from now on.
    mutating func adopt(_ rules: ItemRules) {
        watch.rules = rules
        watch.thresholds = rules.thresholds ?? thresholds
    }
}
