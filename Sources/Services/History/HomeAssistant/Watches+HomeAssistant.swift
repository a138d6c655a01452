import Messages
import Tracking

/// What Home Assistant is told.
extension Watches {
    mutating func announcements() -> [Message] {
        guard configuration.homeAssistant else { return [] }
        return trackers.indices.map { index in
            let announcement = announcement(of: trackers[index])
            self[index].announced = announcement
            return announcement.message(configuration.topics)
        }
    }

    /// Tells Home Assistant of an item when what there is to tell has changed.
    func announce(_ tracker: inout TrackerState) -> Message? {
        guard configuration.homeAssistant else { return nil }
        let announcement = announcement(of: tracker)
        if tracker.announced == announcement { return nil }
        tracker.announced = announcement
        return announcement.message(configuration.topics)
    }

    private func announcement(of tracker: TrackerState) -> DiscoveryMessage {
        let device = tracker.watch.device
        return DiscoveryMessage(
            device: device,
            item: tracker.item,
            model: tracker.reported?.model,
            firmware: tracker.reported?.firmware,
            version: configuration.version,
            link: configuration.page(of: device),
            hasNamesake: hasNamesake(device)
        )
    }

    /// Home Assistant has started: it may have forgotten everything.
    mutating func homeAssistantStatus(_ message: Message, _ batch: inout Batch) {
        guard message.payload.elementsEqual("online".utf8), !message.retained else { return }
        batch.answer(announcements())
    }
}
