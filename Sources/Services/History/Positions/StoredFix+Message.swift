import JSON
import Messages
import Store
import Tracking

extension StoredFix {
    init(_ location: LocationMessage, _ fix: Fix, of device: DeviceID, received: Timestamp) {
        let kept = location.keptKeys(of: device)
        self.init(
            device: device,
            fix: fix,
            mark: location.mark,
            mode: location.mode,
            source: location.source,
            trigger: location.trigger,
            connection: location.connection,
            battery: location.battery,
            gateway: location.gateway,
            received: received,
            extra: kept.isEmpty ? nil : ExtraKey.object(kept)
        )
    }
}

extension LocationMessage {
    /// The keys that are kept beside the columns, so that all that was published can be given back.
    ///
    /// Of our own trackers, which are those that number their fixes, that is only what we do not know: `created_at`
    /// follows from the arrival, and `tid` from the name.
    fileprivate func keptKeys(of device: DeviceID) -> [ExtraKey] {
        guard mark == nil else { return extra }
        var keys: [ExtraKey] = []
        // First, where a reader looks for it.
        if let trackerInitials, trackerInitials != device.device.initials {
            keys += Self.key("tid", { $0.appendJSON(trackerInitials) })
        }
        if let batteryStatus { keys += Self.key("bs", { $0.appendDecimal(Int64(batteryStatus)) }) }
        if let createdAt { keys += Self.key("created_at", { $0.appendDecimal(createdAt.wholeSeconds) }) }
        if let timeScale { keys += Self.key("time_scale", { $0.appendJSON(timeScale) }) }
        return keys + extra
    }

    private static func key(_ name: String, _ write: (inout [UInt8]) -> Void) -> [ExtraKey] {
        var json: [UInt8] = []
        write(&json)
        return [try? ExtraKey(name: name, json: json)].compactMap(\.self)
    }
}
