import Bluetooth
import Tracking

/// How strongly single tags are heard, report by report.
extension TagRadio {
    /// Keeps the strengths of a tag's reports from now on, and ends the link to it, as it does not advertise meanwhile;
    /// false when somebody else measures it.
    func beginMeasuring(_ device: DeviceID) async -> Bool {
        guard measured[device] == nil else { return false }
        measured[device] = [:]
        if let link = links[device] {
            keepsResting(device)
            link.task.cancel()
            await link.task.value
        }
        return true
    }

    /// Tells that a tag which was let go is still not gone.
    func keepsResting(_ device: DeviceID) { feed.yield(.resting(device)) }

    /// What was heard of a tag since it is measured, in dBm by adapter.
    func strengths(of device: DeviceID) -> [BluetoothAddress: [Double]] { measured[device] ?? [:] }

    /// Lets a tag have a link again.
    func endMeasuring(_ device: DeviceID) {
        measured[device] = nil
        plan.hurry(device)
        connectNext(device)
    }

    /// What a tag's profile says of its strength.
    nonisolated func usualPathLoss(of entry: TagEntry) -> PathLoss { library[entry.profile]?.pathLoss ?? PathLoss() }

    /// Takes in a report of a tag that may be measured.
    func measure(_ device: DeviceID, _ sighting: Sighting) {
        // 127 and 0 are the controller's words for "not available".
        guard let rssi = sighting.rssi, rssi != 127, rssi != 0, sighting.isReport,
            let count = measured[device]?[sighting.adapter, default: []].count, count < Self.mostMeasured
        else { return }
        measured[device]?[sighting.adapter, default: []].append(Double(rssi))
    }

    /// The fastest tags advertise ten times a second, for two minutes at most.
    private static let mostMeasured = 5000
}
