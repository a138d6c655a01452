import Firmware
import Tracking

/// Bluetooth with noise: each gateway hears single advertisements, and connections live as long as packets get through.
extension World {
    func hasNoisyRadio(_ index: Int) -> Bool { !trackerNoise.isEmpty && !trackerNoise[index].radios.isEmpty }

    mutating func updateNoisyLinks(_ index: Int, at position: Coordinate) {
        let isPowered = trackers[index].firmware.life != .off && trackers[index].firmware.owner != nil
        guard isPowered else {
            if let gateway = trackers[index].linkedGateway { unlink(index, from: gateway) }
            return
        }
        var heard: Int?
        for slot in trackers[index].gateways.indices {
            let gateway = trackers[index].gateways[slot]
            let isHeard = advertise(index, slot, to: gateway, at: position)
            if isHeard, heard == nil { heard = slot }
        }
        trackerNoise[index].passAdvertisements(until: elapsed)
        if let gateway = trackers[index].linkedGateway {
            keepLink(index, to: gateway, at: position)
        } else if let heard {
            openLink(index, heard, at: position)
        }
    }

    /// Lets a gateway hear the advertisements of this step, or miss them.
    private mutating func advertise(_ index: Int, _ slot: Int, to gateway: Int, at position: Coordinate) -> Bool {
        guard gateways[gateway].isUp else { return false }
        let distance = signalDistance(index, gateway, at: position)
        let radio = trackers[index].radio
        guard distance < Self.silence else { return false }
        let meetsBody = mayMeetBody(index, gateway)
        var isHeard = false
        var time = trackerNoise[index].nextAdvertisement
        while time <= elapsed {
            let seconds = Double(time) / 1000
            let strength = trackerNoise[index].radios[slot].sample(
                at: seconds, distance: distance, radio, mayMeetBody: meetsBody
            )
            if let strength {
                isHeard = true
                emit(.heard(tracker: index, gateway: gateway, rssi: strength))
                hearOwner(index, gateway, rssi: strength)
            }
            time += trackerNoise[index].advertiseEvery
        }
        return isHeard
    }

    private mutating func keepLink(_ index: Int, to gateway: Int, at position: Coordinate) {
        if meets(index, gateway, within: step, at: position) {
            trackerNoise[index].lastContact = elapsed
            deliverHeld(index, gateway)
        } else if isGivenUp(index) {
            unlink(index, from: gateway)
        }
    }

    private func isGivenUp(_ index: Int) -> Bool {
        let silent = Double(elapsed - trackerNoise[index].lastContact) / 1000
        return silent >= trackerNoise[index].radios.first?.parameters.supervision ?? 0
    }

    /// The request to connect must get through too.
    private mutating func openLink(_ index: Int, _ slot: Int, at position: Coordinate) {
        let gateway = trackers[index].gateways[slot]
        guard meets(index, gateway, within: 0, at: position) else { return }
        trackers[index].linkedGateway = gateway
        trackerNoise[index].lastContact = elapsed
        emit(.link(tracker: index, gateway: gateway, up: true))
        handle(.link(.bluetooth, up: true), index)
    }

    private mutating func meets(
        _ index: Int, _ gateway: Int, within milliseconds: Int64, at position: Coordinate
    ) -> Bool {
        guard gateways[gateway].isUp, let slot = trackers[index].gateways.firstIndex(of: gateway) else { return false }
        let distance = signalDistance(index, gateway, at: position)
        let meetsBody = mayMeetBody(index, gateway)
        return trackerNoise[index].radios[slot].meets(
            within: Double(milliseconds) / 1000, distance: distance, trackers[index].radio, mayMeetBody: meetsBody
        )
    }

    /// What a tracker says into a connection that is silent waits for the next packet that gets through.
    mutating func say(_ uplink: Uplink, _ index: Int, to gateway: Int) {
        if trackerNoise[index].lastContact == elapsed {
            emit(.uplink(uplink, tracker: index, gateway: gateway))
        } else {
            trackerNoise[index].held.append(uplink)
        }
    }

    private mutating func deliverHeld(_ index: Int, _ gateway: Int) {
        guard !trackerNoise[index].held.isEmpty else { return }
        for uplink in trackerNoise[index].held { emit(.uplink(uplink, tracker: index, gateway: gateway)) }
        trackerNoise[index].held.removeAll(keepingCapacity: true)
    }

    func mayMeetBody(_ index: Int, _ gateway: Int) -> Bool {
        gateways[gateway].owner != nil || trackers[index].movement.carrier != nil
    }
}
