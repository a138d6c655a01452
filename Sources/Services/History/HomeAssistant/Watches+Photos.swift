import Messages
import Store
import Tracking

/// The photos that Home Assistant shows: those that fit into a packet of the broker.
extension Watches {
    /// The most bytes of a photo on the bus: the private broker takes packets of 256 KiB.
    private static let largestPhoto = 250 * 1024
    /// The most bytes of photos that are published at once; the rest has its turn at the next connection.
    private static let mostAtOnce = 64 << 20

    /// What there is to publish of a photo that was set, or taken away.
    ///
    /// The picture goes before the configuration that names it, and an emptied topic behind the one that does not.
    mutating func changePhoto(_ photo: PhotoRow?, of device: DeviceID) -> (before: [Message], behind: [Message]) {
        guard let index = index(of: device) else { return ([], []) }
        // What was published while Home Assistant was told of items does not outlast the photo.
        guard configuration.homeAssistant else { return ([], [.emptied(configuration.topics.photo(device))]) }
        touch(index)
        if let photo, photo.data.count <= Self.largestPhoto {
            announcer.photos[device] = DiscoveryMessage.Photo(photo.kind, photo.updated)
            return ([picture(photo, of: device)], [])
        }
        guard announcer.photos.removeValue(forKey: device) != nil || announcer.isHeld else { return ([], []) }
        return ([], [.emptied(configuration.topics.photo(device))])
    }

    /// What there is to publish so that the broker keeps the photos of all items, and no other.
    ///
    /// One that was set while the broker was away, or by another process, is another one by the time when it was set.
    /// Until it has its turn the one before it is told.
    mutating func photosOwed(_ batch: inout Batch) throws -> (pictures: [Message], emptied: [Message]) {
        let stored = try batch.transaction.photos().filter { $0.value.size <= Self.largestPhoto }
        var (pictures, emptied, room): ([Message], [Message], Int) = ([], [], Self.mostAtOnce)
        for tracker in trackers {
            let device = tracker.watch.device
            guard let summary = stored[device] else {
                if announcer.photos.removeValue(forKey: device) != nil {
                    emptied.append(.emptied(configuration.topics.photo(device)))
                }
                continue
            }
            if announcer.photos[device] == DiscoveryMessage.Photo(summary.kind, summary.updated) { continue }
            room -= summary.size
            guard room >= 0, let photo = try batch.transaction.photo(of: device) else { continue }
            announcer.photos[device] = DiscoveryMessage.Photo(photo.kind, photo.updated)
            pictures.append(picture(photo, of: device))
        }
        return (pictures, emptied)
    }

    private func picture(_ photo: PhotoRow, of device: DeviceID) -> Message {
        Message(topic: configuration.topics.photo(device), payload: photo.data, retained: true)
    }
}

extension DiscoveryMessage.Photo {
    fileprivate init(_ kind: PhotoRow.Kind, _ updated: Timestamp) { self.init(type: kind.rawValue, updated: updated) }
}
