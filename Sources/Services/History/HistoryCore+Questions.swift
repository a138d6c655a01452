public import Alerts
public import Messages
public import Store
public import Tracking

/// What others ask beside the batches.
extension HistoryCore {
    /// In the order in which they were first heard of.
    var trackers: ChunkedArray<TrackerState> { parts.watches.trackers }

    /// Whether what the broker keeps for Home Assistant is still to be heard to its end.
    var hearsDiscovery: Bool { configuration.homeAssistant && parts.watches.announcer.isHeld }

    /// The items that the broker may keep something of for Home Assistant, also those that are deleted.
    var announced: [DeviceID] {
        trackers.map(\.watch.device) + parts.departures.devices + parts.watches.itemsTakenOff
    }

    /// The subscriptions by which that is heard.
    ///
    /// The session of a share has the first one, too, where an earlier version has left it.
    var discoveryFilters: [String] {
        let topics = configuration.topics
        let own = configuration.share == nil ? [] : announced.flatMap(topics.homeAssistantConfigs)
        return [topics.homeAssistantConfigs] + own
    }

    /// What all the evidence says now of the distance between a tracker and its owner; nil before there is any.
    public func posterior(of tracker: DeviceID) -> Posterior? {
        parts.watches.index(of: tracker).flatMap { trackers[$0].watch.posterior }
    }

    /// Where an owner was last, as far as the service remembers; nil for nowhere.
    public func position(of owner: Name) -> (coordinate: Coordinate, sigma: Double, time: Timestamp)? {
        parts.watches.owners.position(of: owner)
    }

    /// The last messages of OwnTracks' devices in this life of the service.
    public var monitor: Monitor { parts.monitor }

    /// Takes the store's lock for writing, and writes nothing.
    ///
    /// - Throws: ``StoreError`` when the store cannot be written.
    public func probe() throws { try store.write { _ in } }

    /// Keeps a photo of an item; nil takes it away.
    ///
    /// Tells whether there is such an item, and for none, whether it had a photo; and what there is to publish.
    ///
    /// - Throws: ``StoreError``.
    public mutating func setPhoto(
        _ photo: PhotoRow?, of device: DeviceID, at now: Timestamp
    ) throws -> (value: Bool, messages: [Message]) {
        guard parts.watches.index(of: device) != nil else { return (false, []) }
        var isDone = true
        var told: (before: [Message], behind: [Message]) = ([], [])
        let messages = try commit(at: now) { parts, batch in
            if let photo {
                try batch.transaction.savePhoto(photo, of: device)
            } else {
                isDone = try batch.transaction.removePhoto(of: device)
            }
            told = parts.watches.changePhoto(photo, of: device)
        }
        return (isDone, told.before + messages + told.behind)
    }
}
