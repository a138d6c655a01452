import Ranging
public import Store
public import Tracking

extension HistoryCore {
    /// Keeps a photo of an item; nil takes it away.
    ///
    /// - Returns: Whether there is such an item, and for none, whether it had a photo.
    /// - Throws: ``StoreError``.
    public func setPhoto(_ photo: PhotoRow?, of device: DeviceID) throws -> Bool {
        guard indices[device] != nil else { return false }
        return try store.write { transaction in
            guard let photo else { return try transaction.removePhoto(of: device) }
            try transaction.savePhoto(photo, of: device)
            return true
        }
    }

    /// Where an owner was last, as far as the service remembers; nil for nowhere.
    public func position(of owner: Name) -> (coordinate: Coordinate, sigma: Double, time: Timestamp)? {
        guard let state = owners[owner], let time = state.track.lastTime, let last = state.track.position(at: time)
        else { return nil }
        return (last.coordinate, last.sigma, state.scale.stamp(time))
    }
}
