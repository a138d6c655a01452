import HTTPTypes
import Messages
import Store
import Tracking
import Web

/// Where items are looked up: in the store, and in what the broker keeps.
struct ItemShelf: Sendable {
    let parts: ConsoleParts

    func all() async throws -> [ItemRecord] {
        let kept = await kept()
        let (now, ringing) = (parts.clock.now, await parts.feed.ringing)
        let simulated = parts.simulated?.devices() ?? []
        return try parts.store.items().map { row in
            var record = ItemRecord(row, kept: kept[row.device.id] ?? KeptDocuments(), at: now)
            record.ringingUntil = ringing[row.device.id]
            record.isSimulated = simulated.contains(row.device.id)
            return record
        }
    }

    /// One item.
    ///
    /// - Throws: ``Problem`` when there is none.
    func item(_ id: DeviceID) async throws -> ItemRecord {
        guard let row = try parts.store.item(id) else { throw Self.noItem(id) }
        var record = ItemRecord(row, kept: await kept(of: id), at: parts.clock.now)
        record.ringingUntil = await parts.feed.ringing[id]
        record.isSimulated = parts.simulated?.devices().contains(id) ?? false
        return record
    }

    private func kept() async -> [DeviceID: KeptDocuments] {
        var kept: [DeviceID: KeptDocuments] = [:]
        for message in await parts.feed.latest() {
            guard let topic = parts.configuration.topics.parse(message.topic), let id = topic.tracker else { continue }
            kept[id, default: KeptDocuments()].receive(message.payload, topic)
        }
        return kept
    }

    private func kept(of id: DeviceID) async -> KeptDocuments {
        let topics = parts.configuration.topics
        var kept = KeptDocuments()
        for topic in [topics.desired(id), topics.reported(id), topics.availability(id), topics.rules(id)] {
            guard let message = await parts.feed.latest(topic), let parsed = topics.parse(topic) else { continue }
            kept.receive(message.payload, parsed)
        }
        return kept
    }

    static func noItem(_ id: DeviceID) -> Problem { Problem(.notFound, "there is no item \(id)") }
}

extension Topic {
    /// The tracker whose kept message it is.
    fileprivate var tracker: DeviceID? {
        switch self {
        case .desired(let id), .reported(let id), .availability(let id), .rules(let id): id
        default: nil
        }
    }
}
