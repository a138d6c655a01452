import Firmware
import Messages
import Tracking

extension World {
    /// The world of a simulated item alone, from a moment on: its tracker, and an owner whose phone says nothing.
    ///
    /// The tracker is bound, and remembers what it was told last. `boot` is how often it has been started before.
    init(of item: SimulatedItem, start: Timestamp, boot: UInt32, topics: Topics) {
        vehicleNames = []
        noise = nil
        self.start = start
        self.topics = topics
        scale = TimeScale(start: start, speed: 1)
        lossDraws = SplitMix(seed: item.roaming.seed, stream: "radio")
        let model = DeviceProfile()
        var owner = OwnerHost(
            phone: item.device,
            reportEvery: .max,
            initials: item.device.owner.initials,
            movement: Movement(track: Track(at: item.roaming.centre), turn: 0)
        )
        owner.isOn = false
        owners = [owner]
        let energy = model.energyTable(saves: false)
        let firmware = Firmware(
            parameters: model.firmwareParameters(isNoisy: false),
            owner: item.device.owner,
            desired: item.desired,
            boot: boot
        )
        let tracker = TrackerHost(
            id: item.device,
            owner: 0,
            kind: nil,
            radio: model.radioModel,
            energy: energy,
            initials: item.device.device.initials,
            gateways: [],
            initialState: .active,
            itemName: item.name,
            rules: nil,
            firmware: firmware,
            movement: Movement(roaming: item.roaming, from: start),
            meter: EnergyMeter(capacity: energy.capacity),
            desired: item.desired
        )
        trackers = [tracker]
    }

    /// That the tracker is there, or is not.
    func availability(_ availability: Availability, ofTracker index: Int) -> Message {
        trackers[index].availability(availability, topics: topics)
    }
}
