import Messages
import Store
import Tracking

/// What still comes from a tracker whose item is deleted.
extension HistoryCore {
    /// Takes in a message of such a tracker.
    ///
    /// - Returns: False when the tracker is registered again, and the message counts as any other.
    mutating func departing(
        _ message: Message,
        _ topic: Topic?,
        at now: Timestamp,
        _ transaction: inout StoreTransaction
    ) throws -> Bool {
        guard let topic, let device = topic.device, let departure = departures[device] else { return false }
        if case .desired = topic { return try wanted(message, of: device, departure, at: now, &transaction) }
        if message.payload.isEmpty { return true }
        if departure.confirmed != nil { return try departed(message, topic, device, at: now, &transaction) }
        switch topic {
        case .result:
            guard let result = try? CommandResult(decoding: message.payload), result.error == nil,
                result.id.hasPrefix(departure.orders)
            else { break }
            try confirmDeletion(of: device, at: now, &transaction)
        case .reported:
            guard let state = try? ReportedState(decoding: message.payload) else { break }
            guard state.isRegistered else {
                try confirmDeletion(of: device, at: now, &transaction)
                break
            }
            if !message.retained { departures[device]?.hear(at: now) }
        case .availability:
            let isOnline = (try? Availability(decoding: message.payload)) == .online
            if isOnline { departures[device]?.hear(at: now) } else { departures[device]?.heard = nil }
        case .location:
            try refuse(message, of: device, at: now, &transaction)
            if !message.retained { departures[device]?.hear(at: now) }
        case .proximity:
            departures[device]?.hear(at: now)
        default:
            break
        }
        return true
    }

    /// What was under way when the tracker said goodbye, or a tracker that has an owner again.
    private mutating func departed(
        _ message: Message,
        _ topic: Topic,
        _ device: DeviceID,
        at now: Timestamp,
        _ transaction: inout StoreTransaction
    ) throws -> Bool {
        switch topic {
        case .reported:
            if let state = try? ReportedState(decoding: message.payload), state.isRegistered {
                try takeBackDeletion(of: device, &transaction)
                return false
            }
        case .location:
            try refuse(message, of: device, at: now, &transaction)
        case .availability:
            break
        default:
            return true
        }
        // It is kept by the broker of a tracker that is no more.
        answers.append(Self.emptied(message.topic))
        return true
    }

    private mutating func wanted(
        _ message: Message,
        of device: DeviceID,
        _ departure: Departure,
        at now: Timestamp,
        _ transaction: inout StoreTransaction
    ) throws -> Bool {
        let isWaiting = departure.confirmed == nil
        if message.payload.isEmpty {
            // Its gateway has let it go.
            if isWaiting { try confirmDeletion(of: device, at: now, &transaction) }
            return true
        }
        guard let desired = try? DesiredState(decoding: message.payload) else { return true }
        if desired.isRegistered, !departure.isStale(desired.version, at: now) {
            try takeBackDeletion(of: device, &transaction)
            return false
        }
        if !isWaiting {
            answers.append(Self.emptied(message.topic))
        } else if desired.isRegistered {
            try repeatDeletion(of: device, after: desired.version, &transaction)
        } else if desired.version > departure.version {
            departures[device]?.version = desired.version
            try transaction.save(DeletionRow(device: device, asked: departure.asked, version: desired.version))
        }
        return true
    }

    /// Counts a fix; of the first one it is kept that it came, and not where it was.
    private mutating func refuse(
        _ message: Message,
        of device: DeviceID,
        at now: Timestamp,
        _ transaction: inout StoreTransaction
    ) throws {
        let reason = "deleted"
        guard departures[device]?.hasRefused == false else { return transaction.count(.quarantined(reason)) }
        departures[device]?.hasRefused = true
        try transaction.quarantine(
            QuarantineRow(
                received: now,
                topic: message.topic,
                payload: [],
                reason: reason,
                sentence: "the item is deleted, and its tracker has not confirmed yet that it knows"
            )
        )
    }
}
