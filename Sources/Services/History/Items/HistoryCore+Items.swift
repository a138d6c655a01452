public import Messages
import Ranging
import Store
public import Tracking

/// Making items of devices that only say where they are, and back.
extension HistoryCore {
    /// Makes an item of a device that has been heard, or gives such an item another name; what is stored of the device is
    /// the history of the item.
    ///
    /// That it is one is kept in the store, and told to gateways, which would take it for a phone.
    ///
    /// - Throws: ``ItemRefusal`` or ``StoreError``; then nothing is changed.
    public mutating func addItem(_ device: DeviceID, named name: ItemName, at now: Timestamp) throws -> [Message] {
        try reloadIfNeeded()
        guard let row = try store.device(device), try !store.latest(of: device, limit: 1, reach: .store).isEmpty else {
            throw ItemRefusal.unheard(device)
        }
        if parts.positions.phone(of: device.owner) == device {
            throw ItemRefusal.phone(device, isConfigured: configuration.phones.phone(of: device.owner) != nil)
        }
        if try store.isTracker(row) { throw ItemRefusal.tracker(device) }
        let message = ItemMessage(item: name)
        let past = try store.latest(of: device, limit: PositionTrack.itemCapacity, isPlausible: true, reach: .store)
        return try commit(at: now) { parts, batch in
            try batch.transaction.setItem(name, thresholds: row.thresholds, of: device, at: now)
            try batch.save(message.encoded(), as: .item, of: device)
            parts.watches.choices.add(device, as: name)
            if let index = parts.watches.index(of: device) {
                parts.watches.rename(index, to: name)
            } else {
                try parts.watches.begin(device, named: name, after: past.reversed(), &batch)
            }
            let topic = parts.configuration.topics.item(device)
            batch.answer(Message(topic: topic, payload: message.encoded(), retained: true))
        }
    }

    /// Takes a device that only says where it is off the items: its name, its rules, its photo and its alerts go, and its
    /// positions stay.
    ///
    /// It stays no item until somebody makes it one, or a tracker of ours reports under its name.
    ///
    /// - Throws: ``UnknownItem``, ``ItemRefusal`` or ``StoreError``; then nothing is changed.
    public mutating func takeOffItem(_ device: DeviceID, at now: Timestamp) throws -> [Message] {
        try reloadIfNeeded()
        guard let row = try store.device(device), row.kind == .tracker else { throw UnknownItem(device) }
        if try store.isTracker(row) { throw ItemRefusal.tracker(device) }
        let messages = try commit(at: now) { parts, batch in
            parts.takeOff(device, &batch)
            try batch.transaction.takeOffItem(device, at: now)
            try batch.save([], as: .item, of: device)
        }
        let topics = configuration.topics
        // Home Assistant first: it would read the end of the state as one that it cannot understand.
        let told = configuration.homeAssistant ? [topics.homeAssistantConfig(device)] : []
        return (told + topics.keptOfItem(device)).map(Message.emptied) + messages
    }

    /// The device that an owner's distances are measured from; nil while none is known.
    public func phone(of owner: Name) -> DeviceID? { parts.positions.phone(of: owner) }
}
