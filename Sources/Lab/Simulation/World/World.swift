import Firmware
public import Messages
public import Tracking

/// The simulated world on its virtual clock: owners with phones, gateways, trackers with their firmware.
///
/// Each step goes through ``begin(at:)``, ``moveOwners()`` and ``runTrackers()``; between them the bus delivers what
/// was said. What leaves the world is taken with ``next()``.
public struct World: Sendable {
    public let start: Timestamp
    public let topics: Topics
    /// How the virtual clock runs against the one outside.
    public let scale: TimeScale
    /// Milliseconds since the start.
    public private(set) var elapsed: Int64 = 0

    /// The walls of each copy; none where there are none.
    var walls: [WallPlan] = []
    /// What people and things ride in, copy by copy.
    var vehicles: [Movement] = []
    /// What the vehicles of one copy are called.
    let vehicleNames: [Name]
    var owners: [OwnerHost] = []
    var gateways: [GatewayHost] = []
    var trackers: [TrackerHost] = []
    /// Whether the network reaches the broker.
    var isBrokerUp = true
    var actions: [FirmwareAction] = []
    private var outputs: [WorldOutput] = []
    private var head = 0
    /// Milliseconds since the step before.
    private(set) var step: Int64 = 0
    var lossDraws: SplitMix
    /// What is wrong in the surroundings; nil for nothing.
    let noise: Scenario.Noise?
    /// One for each owner, and one for each tracker; none without noise.
    var phoneNoise: [GNSSNoise?] = []
    var trackerNoise: [TrackerNoise] = []

    /// A gateway that somebody carries, or that stays in a place.
    struct GatewayHost: Sendable {
        let id: Name
        /// Who carries it; nil for one that stays, or rides.
        let owner: Int?
        /// What it rides in; nil for one that stays, or is carried.
        var vehicle: Int?
        var position: Coordinate
        var isUp = true
    }

    init(start: Timestamp, speed: Double, topics: Topics, seed: UInt64, noise: Scenario.Noise?, vehicles: [Name]) {
        vehicleNames = vehicles
        self.noise = noise
        self.start = start
        self.topics = topics
        scale = TimeScale(start: start, speed: speed)
        lossDraws = SplitMix(seed: seed, stream: "radio")
    }

    /// The virtual time.
    public var now: Timestamp { Timestamp(milliseconds: start.milliseconds + elapsed) }

    /// The next thing that leaves the world; nil when it is silent.
    public mutating func next() -> WorldOutput? {
        guard head < outputs.count else {
            outputs.removeAll(keepingCapacity: true)
            head = 0
            return nil
        }
        head += 1
        return outputs[head - 1]
    }

    mutating func emit(_ output: WorldOutput) { outputs.append(output) }

    /// Goes on to a moment; nobody has moved yet.
    public mutating func begin(at elapsed: Int64) {
        step = elapsed - self.elapsed
        self.elapsed = elapsed
    }

    /// Owners go where they are at this moment, and their phones tell it.
    public mutating func moveOwners() {
        moveVehicles()
        for index in owners.indices {
            owners[index].movement.advance(to: elapsed, carriedTo: seat(owners[index].movement))
            reportPhone(index)
        }
        for index in gateways.indices {
            if let owner = gateways[index].owner { gateways[index].position = owners[owner].movement.position }
            if let vehicle = gateways[index].vehicle { gateways[index].position = vehicles[vehicle].position }
        }
        for index in trackers.indices where !trackers[index].gateways.contains(where: { gateways[$0].isUp }) {
            publishReference(index)
        }
    }

    /// Trackers go where they are, links come and go with the distance, and the firmware has its turn.
    public mutating func runTrackers() {
        for index in trackers.indices {
            let owner = trackers[index].owner
            let carrier = seat(trackers[index].movement)
            trackers[index].movement.advance(to: elapsed, carriedTo: carrier)
            let position = trackers[index].movement.position
            trackers[index].distance = position.distance(to: owners[owner].movement.position)
            if trackers[index].kind != nil {
                runTag(index, at: position)
                continue
            }
            drain(index)
            feel(index, at: position)
            updateLinks(index, at: position)
            if hasNoisyModem(index) { advanceModem(index) }
            handle(measure(index, at: position), index)
        }
    }

    /// What the parts have drawn since the last step; an empty battery ends it all.
    private mutating func drain(_ index: Int) {
        guard trackers[index].firmware.life != .off else { return }
        if step > 0 {
            trackers[index].meter.run(
                Double(step) / 1000,
                endingAt: elapsed,
                gnss: trackers[index].receiver,
                bluetooth: true,
                modem: trackers[index].modemOn,
                trackers[index].energy
            )
        }
        let percent = trackers[index].meter.percent
        guard percent > 0 else {
            cutModem(index)
            return handle(.stop, index)
        }
        let told = Int(percent.rounded(.up))
        if told != trackers[index].toldBattery {
            trackers[index].toldBattery = told
            handle(.battery(told), index)
        }
    }
}

extension World {
    /// Gives a tracker back what it kept from an earlier run: whose it is, by a registration that gives it its name,
    /// and what it should be; before it is on.
    public mutating func restore(_ tracker: Int, _ registration: Registration, _ desired: DesiredState) {
        let fresh = trackers[tracker].firmware
        trackers[tracker].firmware = Firmware(
            parameters: fresh.parameters, registration: registration, desired: desired, boot: fresh.boot
        )
        trackers[tracker].id = registration.tracker
    }
}

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
