import Firmware
import Tracking

extension World {
    /// Tells the firmware of movement; one that never rests does not ask.
    mutating func feel(_ index: Int, at position: Coordinate) {
        guard trackers[index].firmware.parameters.saving != nil, trackers[index].firmware.life != .off else { return }
        guard let moves = trackers[index].motion.notice(position, at: elapsed, step: step) else { return }
        handle(.motion(moves), index)
    }

    /// Tells the firmware how strong its owner's gateway is where the tracker is, which is as strong as the other way
    /// round.
    mutating func hearOwner(_ index: Int, _ gateway: Int, rssi: Int) {
        guard trackers[index].firmware.parameters.saving != nil, gateways[gateway].owner == trackers[index].owner
        else { return }
        handle(.heard(rssi: rssi), index)
    }
}
