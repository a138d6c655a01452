import Bluetooth
import Logging
import SystemBus
import Tracking

/// Leaving bluetoothd without the tags that this radio has connected.
///
/// bluetoothd forgets a tag that it has only heard after 30 s. One that somebody has asked it to connect, with success or
/// not, it keeps for ever (BlueZ, `btd_device_set_temporary` in src/device.c): of a tag whose address changes, one for
/// each address.
extension BlueZRadio {
    /// Notes before a tag is connected that it is this radio's doing, unless bluetoothd has it for somebody else.
    func noteOwn(_ device: ObjectPath) {
        tidying[device] = nil
        guard !kept.contains(device), objects.devices[device]?.isConnected != true else { return }
        own.insert(device)
    }

    /// What bluetoothd has at the beginning is of others, but for what this radio has left when bluetoothd went, or a
    /// former life of the program when that ended.
    func sortOut() {
        let present = Set(objects.devices.keys)
        takeLeftovers()
        own.formIntersection(present)
        noteLeftovers()
        kept = present.subtracting(own)
        for device in own where objects.devices[device]?.isConnected == false { tidy(device) }
    }

    /// A tag has been connected: without this radio's asking it is somebody else's, now and later.
    func connected(_ device: ObjectPath) {
        if links[device] == nil, !own.contains(device) { kept.insert(device) }
    }

    /// Has bluetoothd forget a tag a while after its use, when it is not used again.
    func tidy(_ device: ObjectPath) {
        guard own.contains(device) else { return }
        let number = nextNumber()
        tidying[device] = number
        Task {
            await self.pause(self.configuration.forgetAfter)
            await self.tidy(device, number)
        }
    }

    private func tidy(_ device: ObjectPath, _ number: Int) async {
        guard tidying[device] == number, let adapter = objects.devices[device].flatMap({ address(of: $0.adapter) }),
            let turn = stations[adapter]?.turn, await turn.enter()
        else { return }
        defer { turn.leave() }
        guard tidying[device] == number else { return }
        tidying[device] = nil
        await removeUnlessWanted(device)
    }

    /// Has bluetoothd forget what nobody else uses by now, when this radio ends.
    func tidyAll() async {
        for device in own { await removeUnlessWanted(device) }
    }

    /// Somebody may have bonded the tag, trusted it or connected it meanwhile: then it is theirs.
    private func removeUnlessWanted(_ device: ObjectPath) async {
        guard links[device] == nil, own.contains(device) else { return }
        let answer = await getAnyway(device)
        // Gone by itself, or not to be known.
        guard let state = answer else { return }
        own.remove(device)
        guard ["Paired", "Bonded", "Trusted", "Blocked", "Connected"].allSatisfy({ state[$0]?.flag != true }) else {
            kept.insert(device)
            return
        }
        logger.debug("bluetoothd is to forget \(device.name)")
        await removeAnyway(device)
    }

    private func getAnyway(_ device: ObjectPath) async -> [String: BusValue]? {
        await Task {
            try? await self.call(device, BlueZName.properties, "GetAll", [.string(BlueZName.device)]).first?.entries
        }.value
    }
}
