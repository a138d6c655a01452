import Messages
import Store
import Tracking

/// The devices that somebody has made items, though they speak no more than OwnTracks, and those that were taken off.
struct ItemChoices: Sendable {
    private(set) var added: [DeviceID: ItemName] = [:]
    private(set) var takenOff: Set<DeviceID> = []

    init() {}

    /// What the store keeps of it.
    init(from store: Store) throws {
        for (device, payload) in try store.documents(.item) {
            if payload.isEmpty { takenOff.insert(device) }
            if let message = try? ItemMessage(decoding: payload) { added[device] = message.item }
        }
    }

    mutating func add(_ device: DeviceID, as name: ItemName) {
        takenOff.remove(device)
        added[device] = name
    }

    mutating func takeOff(_ device: DeviceID) {
        added[device] = nil
        takenOff.insert(device)
    }

    mutating func forget(_ device: DeviceID) {
        added[device] = nil
        takenOff.remove(device)
    }

    /// Tells gateways which devices are items, and so no phones.
    func messages(_ topics: Topics) -> [Message] {
        added.sorted { $0.key < $1.key }.map { device, name in
            Message(topic: topics.item(device), payload: ItemMessage(item: name).encoded(), retained: true)
        }
    }
}

extension Topics {
    /// What the broker keeps of an item that is none any more, but says where it is as before.
    func keptOfItem(_ device: DeviceID) -> [String] { kept(of: device).filter { $0 != location(device) } }
}
