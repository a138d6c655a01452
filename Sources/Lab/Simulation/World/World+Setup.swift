import Firmware
public import Messages
public import Tracking

extension World {
    /// The world of a scenario at its beginning, or so many copies of it, apart from each other.
    ///
    /// There are `fleet` copies, from 1, called `keys-1`, `keys-2`, …; a world may hold some of them only, as nobody meets
    /// anybody of another copy. The virtual clock begins at `start`, or with the
    /// scenario's own start, and runs `speed` virtual seconds in a second of those outside, who get messages with the
    /// times of their clock. `epoch` is how often the trackers have been started before, where somebody may remember an
    /// earlier run.
    /// - Throws: ``Name/Invalid`` when a copy's name would be too long.
    public init(
        _ scenario: Scenario,
        fleet: Int = 1,
        copies: ClosedRange<Int>? = nil,
        start: Timestamp? = nil,
        speed: Double = 1,
        epoch: UInt32 = 0,
        topics: Topics = Topics()
    ) throws {
        vehicleNames = scenario.vehicles.map(\.id)
        noise = scenario.noise
        self.start = start ?? scenario.start
        self.topics = topics
        scale = TimeScale(start: self.start, speed: speed)
        let copies = copies ?? 1...max(1, fleet)
        lossDraws = SplitMix(seed: scenario.seed, stream: "radio", part: copies.lowerBound)
        for copy in copies {
            let scenario = scenario.varied(forCopy: copy, of: fleet)
            let firstOwner = owners.count
            let firstTracker = trackers.count
            let cast = Cast(
                copy: copy,
                place: copy - copies.lowerBound,
                fleet: fleet,
                epoch: epoch,
                scale: scale,
                firstOwner: firstOwner,
                firstGateway: gateways.count,
                firstVehicle: vehicles.count
            )
            turns.append(cast.turn)
            if !scenario.walls.isEmpty { walls.append(WallPlan(scenario.walls, turn: cast.turn)) }
            for vehicle in scenario.vehicles { vehicles.append(Movement(track: vehicle.movement, turn: cast.turn)) }
            for owner in scenario.owners { owners.append(try cast.host(owner, scenario)) }
            for gateway in scenario.gateways { gateways.append(try cast.host(gateway, scenario, owners)) }
            for tracker in scenario.trackers { trackers.append(try cast.host(tracker, scenario, owners)) }
            for reminder in scenario.reminders {
                reminders.append(try cast.host(reminder, made: scale.stamp(self.start)))
            }
            for index in firstTracker..<trackers.count { serve(index) }
            addNoise(scenario, owners: firstOwner..<owners.count, trackers: firstTracker..<trackers.count)
        }
    }

    /// Has gateways know whom they serve: to look through a large fleet for each of them takes its square.
    private mutating func serve(_ index: Int) {
        for gateway in trackers[index].gateways where gateways[gateway].served.last != index {
            gateways[gateway].served.append(index)
        }
    }

    /// Switches the trackers on, and lets the console say what is wanted of them.
    public mutating func switchOn() {
        publishReminders()
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
        else { return }
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
        let message = Message(topic: topics.desired(tracker.id), carrying: desired, retained: true)
        emit(.publish(message, by: .console))
    }

    mutating func publishRules(_ index: Int) {
        // One that nobody has bound yet is nobody's to watch over, in a copy that varies so too.
        guard let rules = trackers[index].rules, trackers[index].initialState != .factoryNew else { return }
        let topic = topics.rules(trackers[index].id)
        emit(.publish(Message(topic: topic, payload: rules.encoded(), retained: true), by: .console))
    }
}

extension Scenario.Rules {
    /// The same for a world: with moments in place of times since the start, and places where its copy lies.
    func rules(_ scale: TimeScale, turn: Double) -> ItemRules {
        ItemRules(
            thresholds: thresholds,
            places: places.map { TrustedPlace(name: $0.name, area: $0.area.turned(by: turn)) },
            snoozedUntil: snoozeUntil.map { snooze in
                scale.stamp(scale.start.advanced(byMilliseconds: Double(snooze.milliseconds)))
            },
            quiet: quiet
        )
    }
}

extension Area {
    func turned(by degrees: Double) -> Area {
        switch self {
        case .circle(let centre, let radius): .circle(centre.turned(by: degrees), radius: radius)
        case .polygon(let corners): .polygon(corners.map { $0.turned(by: degrees) })
        }
    }
}
