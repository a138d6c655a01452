public import Alerts
public import Store
public import Tracking

/// What others ask beside the batches.
extension HistoryCore {
    /// In the order in which they were first heard of.
    var trackers: [TrackerState] { parts.watches.trackers }

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
    /// Tells whether there is such an item, and for none, whether it had a photo.
    ///
    /// - Throws: ``StoreError``.
    public func setPhoto(_ photo: PhotoRow?, of device: DeviceID) throws -> Bool {
        guard parts.watches.index(of: device) != nil else { return false }
        return try store.write { transaction in
            guard let photo else { return try transaction.removePhoto(of: device) }
            try transaction.savePhoto(photo, of: device)
            return true
        }
    }
}
