import Firmware
public import Messages
public import Tracking

extension World {
    /// The world of a scenario at its beginning, or so many copies of it, apart from each other.
    ///
    /// - Parameters:
    ///   - scenario: Who and what there is.
    ///   - fleet: How often each owner, gateway and tracker exists, from 1; copies are called `keys-1`, `keys-2`, ….
    ///   - start: When the virtual clock begins; nil for the scenario's own start.
    ///   - speed: Virtual seconds in a second of those outside, who get messages with the times of their clock.
    ///   - epoch: How often the trackers have been started before, where somebody may remember an earlier run.
    ///   - topics: Where messages go.
    /// - Throws: ``Name/Invalid`` when a copy's name would be too long.
    public init(
        _ scenario: Scenario,
        fleet: Int = 1,
        start: Timestamp? = nil,
        speed: Double = 1,
        epoch: UInt32 = 0,
        topics: Topics = Topics()
    ) throws {
        self.init(
            start: start ?? scenario.start,
            speed: speed,
            topics: topics,
            seed: scenario.seed,
            noise: scenario.noise,
            vehicles: scenario.vehicles.map(\.id)
        )
        for copy in 1...max(1, fleet) {
            let scenario = scenario.varied(forCopy: copy, of: fleet)
            let cast = Cast(
                copy: copy,
                fleet: fleet,
                epoch: epoch,
                scale: scale,
                firstOwner: owners.count,
                firstGateway: gateways.count,
                firstVehicle: vehicles.count
            )
            if !scenario.walls.isEmpty { walls.append(WallPlan(scenario.walls, turn: cast.turn)) }
            for vehicle in scenario.vehicles { vehicles.append(Movement(track: vehicle.movement, turn: cast.turn)) }
            let firstOwner = owners.count
            let firstTracker = trackers.count
            for owner in scenario.owners { owners.append(try cast.host(owner, scenario)) }
            for gateway in scenario.gateways { gateways.append(try cast.host(gateway, scenario, owners)) }
            for tracker in scenario.trackers { trackers.append(try cast.host(tracker, scenario, owners)) }
            addNoise(scenario, owners: firstOwner..<owners.count, trackers: firstTracker..<trackers.count)
        }
    }

    /// Switches the trackers on, and lets the console say what is wanted of them.
    public mutating func switchOn() {
        for index in trackers.indices {
            if trackers[index].kind != nil { continue }
            if trackers[index].initialState != .factoryNew { publishDesired(index) }
            publishRules(index)
            handle(.start, index)
            handle(.battery(100), index)
        }
    }

    /// Where no gateway can tell a tracker where its owner is, the owner's console does, over the network.
    mutating func publishReference(_ index: Int) {
        guard trackers[index].initialState != .factoryNew, !trackers[index].isOutside, trackers[index].kind == nil,
            trackers[index].firmware.life == .off || trackers[index].firmware.owner != nil
        else {
            return
        }
        let owner = owners[trackers[index].owner]
        // The console knows what the phone tells, and spares a network that has its price, as gateways do.
        let interval: Int64 = noise == nil ? 0 : 60_000
        guard let told = owner.told, owner.lastReport.map({ $0 > trackers[index].referenceTold ?? -1 }) ?? false,
            trackers[index].referenceTold.map({ elapsed - $0 >= interval }) ?? true
        else { return }
        trackers[index].referenceTold = elapsed
        publishDesired(index, reference: Reference(told))
    }

    mutating func publishDesired(_ index: Int, reference: Reference? = nil) {
        let tracker = trackers[index]
        var desired = tracker.desired
        desired.reference = reference
        desired.item = tracker.itemName
        let message = Message(topic: topics.desired(tracker.id), payload: desired.encoded(), retained: true)
        emit(.publish(message, by: .console))
    }
}
