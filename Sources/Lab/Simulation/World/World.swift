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
    let vehicleNames: [Name]
    var owners: [OwnerHost] = []
    var gateways: [GatewayHost] = []
    var trackers: [TrackerHost] = []
    var reminders: [ReminderHost] = []
    /// How far east of the file's each copy lies, in degrees.
    var turns: [Double] = []
    var isBrokerUp = true
    var actions: [FirmwareAction] = []
    /// What waits to leave: those from `head` up to `tail`; the others are nothing, kept for their memory.
    private var outputs: [WorldOutput] = []
    private var head = 0
    private var tail = 0
    /// The step at which trackers had their turn last, in milliseconds since the start.
    private(set) var played: Int64 = -1
    /// Whether trackers sleep while nothing about them can change; it makes no difference but in speed.
    var sleeps = true
    /// How often a tracker was visited.
    private(set) var visits = 0
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
        var owner: Int?
        /// What it rides in; nil for one that stays, or is carried.
        var vehicle: Int?
        var position: Coordinate
        var isUp = true
        /// The trackers that it serves, in their order.
        var served: [Int] = []
    }

    /// The virtual time.
    public var now: Timestamp { Timestamp(milliseconds: start.milliseconds + elapsed) }

    /// The next thing that leaves the world; nil when it is silent.
    public mutating func next() -> WorldOutput? {
        guard head < tail else {
            (head, tail) = (0, 0)
            return nil
        }
        // Moved out, for a copy of each would take as long as to make it.
        var output = WorldOutput.pressed(tracker: 0)
        swap(&outputs[head], &output)
        head += 1
        return output
    }

    /// Lets go of the memory that only takes what leaves the world, while nothing does.
    public mutating func rest() {
        if head >= tail { (outputs, head, tail) = ([], 0, 0) }
    }

    mutating func emit(_ output: consuming WorldOutput) {
        if tail < outputs.count { outputs[tail] = output } else { outputs.append(output) }
        tail += 1
    }

    /// Goes on to a moment; nobody has moved yet.
    public mutating func begin(at elapsed: Int64) {
        let step = elapsed - self.elapsed
        // Who sleeps counts on steps that are alike, none of which is left out.
        if step != self.step || played != self.elapsed { wakeAll() }
        self.step = step
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
        for index in trackers.indices where !sleepOn(index) {
            wake(index)
            visit(index)
        }
        played = elapsed
    }

    private mutating func visit(_ index: Int) {
        visits += 1
        place(index)
        let position = trackers[index].movement.position
        if trackers[index].kind != nil { return runTag(index, at: position) }
        drain(index)
        feel(index, at: position)
        updateLinks(index, at: position)
        if hasNoisyModem(index) { advanceModem(index) }
        handle(measure(index, at: position), index)
        fallAsleep(index)
    }

    /// Brings a tracker to where it is at this step.
    mutating func place(_ index: Int) {
        let carrier = seat(trackers[index].movement)
        trackers[index].movement.advance(to: elapsed, carriedTo: carrier)
        let position = trackers[index].movement.position
        trackers[index].distance = position.distance(to: owners[trackers[index].owner].movement.position)
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

/// Tags of other makes on the simulator's air: they are heard, and one that rings for its owner can be told to.
extension World {
    /// Lets gateways hear a tag; without a charge, and where its Bluetooth leads outside, nobody does.
    mutating func runTag(_ index: Int, at position: Coordinate) {
        let isThere = !trackers[index].isOutside && trackers[index].meter.percent > 0
        let inReach = trackers[index].gateways.compactMap { gateway in
            isThere ? metresInReach(gateway, of: index, at: position).map { (gateway: gateway, metres: $0) } : nil
        }
        linkTag(index, to: inReach.map(\.gateway))
        for (gateway, metres) in inReach { hear(index, gateway, at: metres) }
    }

    /// A gateway connects to a tag that it can make ring; which of several they agree on.
    private mutating func linkTag(_ index: Int, to inReach: [Int]) {
        guard trackers[index].kind?.ringsForOwner == true else { return }
        if let gateway = trackers[index].linkedGateway {
            if inReach.contains(gateway) { return }
            trackers[index].linkedGateway = nil
            emit(.link(tracker: index, gateway: gateway, up: false))
        }
        guard let gateway = inReach.first else { return }
        trackers[index].linkedGateway = gateway
        emit(.link(tracker: index, gateway: gateway, up: true))
    }

    /// Rings, or is silent again; it understands nothing else.
    mutating func deliverToTag(_ index: Int, _ downlink: Downlink) {
        guard case .command(let command) = downlink, let gateway = trackers[index].linkedGateway else { return }
        switch command.verb {
        case .ring: trackers[index].isRinging = true
        case .stopRing: trackers[index].isRinging = false
        case .locate, .unregister: return
        }
        emit(.uplink(.result(CommandResult(id: command.id)), tracker: index, gateway: gateway))
    }
}

/// How a tag is received where a gateway stands, for those who carry its packets one by one.
public struct TagReception: Hashable, Sendable {
    /// Metres between the two, as the signal has it: more through walls.
    public var distance: Double
    /// The tag's signal.
    public var radio: RadioModel
    /// Whether somebody carries one of the two, and may be between them.
    public var mayMeetBody = false
    /// What the signal suffers; nil where it is as strong as the distance has it.
    public var noise: RadioNoise.Parameters?
}

extension World {
    /// How a tracker is received at this moment where a gateway stands; nil when it is off, or out of reach.
    public func reception(ofTracker index: Int, atGateway gateway: Int) -> TagReception? {
        guard gateways.indices.contains(gateway), awakeMeter(ofTracker: index).percent > 0 else { return nil }
        let position = whereabouts(index).position
        let radio = trackers[index].radio
        let metres = reach(position.distance(to: gateways[gateway].position), to: gateway)
        let distance = metres * wallFactor(index, gateway, at: position)
        var noise = trackerNoise.isEmpty ? nil : trackerNoise[index].radios.first?.parameters
        // Who carries its packets has the addresses too.
        noise?.rotateEvery = 0
        guard distance <= (noise == nil ? radio.range : Self.silence) else { return nil }
        return TagReception(distance: distance, radio: radio, mayMeetBody: mayMeetBody(index, gateway), noise: noise)
    }

    /// Metres between two gateways, half a metre at least where one of them is carried; nil unless there are both.
    public func distance(fromGateway first: Int, to second: Int) -> Double? {
        guard gateways.indices.contains(first), gateways.indices.contains(second) else { return nil }
        let metres = gateways[first].position.distance(to: gateways[second].position)
        return reach(metres, to: gateways[first].owner == nil ? second : first)
    }

    /// Metres between two antennas that are so far apart on the ground.
    ///
    /// What is on a person's body is never nearer to the phone in the pocket than the height and width of that body.
    func reach(_ distance: Double, to gateway: Int) -> Double {
        guard gateways[gateway].owner != nil else { return distance }
        return (distance * distance + Self.body * Self.body).squareRoot()
    }

    /// Half a metre, from hand to pocket; our choice.
    private static let body = 0.5

    /// Metres from which on nothing is received in a million years.
    static var silence: Double { 2000 }
}
