public import Store
public import Tracking

extension HistoryCore {
    /// How long the fixes of a device are kept, and whether that is its own: what was told of it, else what holds for
    /// all.
    public func retention(of device: DeviceID) -> (retention: Retention, isOwn: Bool) {
        parts.retention.retention(of: device)
    }

    /// How long the fixes of devices are kept that have no retention of their own.
    public var usualRetention: Retention { parts.retention.usual }

    /// Sets how long the fixes of a device are kept, nil for as long as those of all devices; what is older goes soon.
    ///
    /// - Throws: ``StoreError``.
    public mutating func setRetention(_ retention: Retention?, of device: DeviceID, at now: Timestamp) throws {
        try store.write { try $0.setRetention(retention, of: device, at: now) }
        parts.retention.set(retention, of: device)
    }

    /// Does one small step of removing what has been kept long enough; tells whether there is more to do at once.
    ///
    /// - Throws: ``StoreError``; then the sweep begins anew.
    public mutating func sweep(at now: Timestamp) throws -> Bool {
        let (isBusy, unsaid) = try parts.retention.step(in: store, at: now)
        outbox.remove(unsaid)
        return isBusy
    }
}
