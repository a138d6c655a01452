import Messages
import Store
import Tracking

extension HistoryCore {
    /// Keeps what a tracker is, or should be.
    mutating func document(
        _ message: Message,
        _ kind: DocumentKind,
        of device: DeviceID,
        at now: Timestamp,
        _ transaction: inout StoreTransaction
    ) throws {
        if message.payload.isEmpty { return }
        track(device)
        do {
            guard try adopt(message.payload, kind, of: device, at: now, &transaction) else { return }
        } catch let error as MessageError {
            return try quarantine(message, reason: error.reason.rawValue, "\(error)", at: now, &transaction)
        }
        touched.insert(device)
        try transaction.saveDocument(
            DocumentRow(device: device, kind: kind, payload: message.payload, updated: now))
    }

    /// Takes over what a document says; false when it says nothing new.
    private mutating func adopt(
        _ payload: [UInt8],
        _ kind: DocumentKind,
        of device: DeviceID,
        at now: Timestamp,
        _ transaction: inout StoreTransaction
    ) throws -> Bool {
        switch kind {
        case .reported:
            let state = try ReportedState(decoding: payload)
            trackers[device]?.adopt(state)
        case .desired:
            var desired = try DesiredState(decoding: payload)
            // The reference changes with every step of the owner, and is no wish.
            desired.reference = nil
            if trackers[device]?.desired == desired { return false }
            trackers[device]?.desired = desired
            if let item = desired.item, item.text != trackers[device]?.item {
                trackers[device]?.item = item.text
                try transaction.setItem(
                    item, thresholds: trackers[device]?.ownThresholds(configuration), of: device, at: now)
            }
        case .availability:
            _ = try Availability(decoding: payload)
        case .state:
            break
        }
        return true
    }

    /// Keeps that a phone came to a place, left one, or defined one.
    mutating func placeEvent(
        _ message: Message,
        of device: DeviceID,
        at now: Timestamp,
        _ transaction: inout StoreTransaction
    ) throws {
        if message.payload.isEmpty { return }
        do {
            let event = try PlaceEvent(decoding: message.payload)
            try transaction.insert(PlaceEventRow(event, of: device, message.payload, at: now))
        } catch let error as MessageError {
            try quarantine(message, reason: error.reason.rawValue, "\(error)", at: now, &transaction)
        }
    }
}

extension TrackerState {
    mutating func adopt(_ state: ReportedState) {
        watch.reportEvery = state.reportEvery
        activeMode = state.activeMode
        battery = state.battery
    }

    func ownThresholds(_ configuration: HistoryConfiguration) -> Thresholds? {
        watch.thresholds == configuration.thresholds ? nil : watch.thresholds
    }
}
