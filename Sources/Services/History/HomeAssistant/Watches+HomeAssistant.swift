import Messages
import Tracking

/// What Home Assistant is told.
extension Watches {
    /// Tells it of every item.
    mutating func announcements(_ batch: inout Batch) throws -> [Message] {
        guard configuration.homeAssistant else { return [] }
        announcer.release()
        let photos = try photosOwed(&batch)
        // What moves goes first: the topic that it leaves may be another's, whose tracker has a shorter name then
        // (x/sam_keys stood where sam/keys does now), or an owner without the underscore that has a level to itself
        // (a_b/c where a/b_c does). And what is new must not take the names of its entities.
        func place(_ index: Int) -> (Int, Int) {
            let device = trackers[index].watch.device
            if !announcer.moves(device) { return (1, index) }
            return (device.owner.text.contains("_") ? .min : -device.device.text.utf8.count, index)
        }
        var told = 0
        let configurations = trackers.indices.sorted { place($0) < place($1) }.flatMap { index in
            // Of very many the others have their turn later.
            guard told < Pace.crowd || announcer.moves(trackers[index].watch.device) else {
                self[index].announced = nil
                return [Message]()
            }
            told += 1
            let announcement = announcement(of: trackers[index])
            self[index].announced = announcement
            return announcer.messages(announcement)
        }
        // A configuration that names a photo is said after it: one that the broker keeps vouches for that.
        return photos.pictures + configurations + photos.emptied
    }

    /// Takes off the items that are deleted, or none any more, of which the broker still keeps something for it.
    mutating func homeAssistantFarewells(_ departures: Departures, of isHeard: (DeviceID) -> Bool) -> [Message] {
        guard configuration.homeAssistant else { return [] }
        return (departures.devices + itemsTakenOff).filter(isHeard).flatMap { announcer.farewell($0) }
    }

    /// Tells Home Assistant of an item.
    mutating func announce(_ index: Int) -> [Message] {
        let announcement = announcement(of: trackers[index])
        self[index].announced = announcement
        return announcer.messages(announcement)
    }

    /// Whether Home Assistant has been told all of an item, as far as it changes while the service runs.
    func isAnnounced(_ index: Int) -> Bool {
        guard let told = trackers[index].announced else { return false }
        let reported = trackers[index].reported
        return told.item == trackers[index].item && told.hasRoom == gateways.haveRooms
            && told.isControllable == trackers[index].isControllable && told.hasButton == reported?.hasButton ?? false
            && told.model == reported?.model && told.firmware == reported?.firmware
            && told.photo == announcer.photos[trackers[index].watch.device]
    }

    private func announcement(of tracker: TrackerState) -> DiscoveryMessage {
        let device = tracker.watch.device
        return DiscoveryMessage(
            device: device,
            item: tracker.item,
            model: tracker.reported?.model,
            firmware: tracker.reported?.firmware,
            hasButton: tracker.reported?.hasButton ?? false,
            isControllable: tracker.isControllable,
            photo: announcer.photos[device],
            hasRoom: gateways.haveRooms,
            version: configuration.version,
            link: configuration.page(of: device)
        )
    }

    /// Home Assistant has started: it may have forgotten everything.
    mutating func homeAssistantStatus(_ message: Message, _ batch: inout Batch) throws {
        guard message.payload.elementsEqual("online".utf8), !message.retained, !announcer.isHeld else { return }
        let announcements = try announcements(&batch)
        batch.answer(announcements)
    }
}
