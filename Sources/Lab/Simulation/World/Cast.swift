import Firmware
import Tracking

struct Cast {
    let copy: Int
    /// Which of the world's copies it is, from 0.
    let place: Int
    let fleet: Int
    let epoch: UInt32
    let scale: TimeScale
    let firstOwner: Int
    let firstGateway: Int
    let firstVehicle: Int

    /// The copies share out the parallels of latitude among themselves.
    var turn: Double { 360 * Double(copy - 1) / Double(max(1, fleet)) }

    func name(_ name: Name) throws -> Name { try Self.name(name, copy: copy, of: fleet) }

    /// What somebody or something is called in one of so many copies.
    static func name(_ name: Name, copy: Int, of fleet: Int) throws -> Name {
        fleet > 1 ? try Name("\(name)-\(copy)") : name
    }

    func host(_ owner: Scenario.Owner, _ scenario: Scenario) throws -> OwnerHost {
        OwnerHost(
            phone: DeviceID(owner: try name(owner.id), device: try Name(PhoneChoice.customary)),
            reportEvery: owner.reportEvery.milliseconds,
            reportsAt: owner.reportsAt.map { $0.map(\.milliseconds)[...] },
            initials: owner.id.initials,
            copy: place,
            movement: movement(of: owner, scenario)
        )
    }

    func host(_ gateway: Scenario.Gateway, _ scenario: Scenario, _ owners: [OwnerHost]) throws -> World.GatewayHost {
        let id = try name(gateway.id)
        switch gateway.position {
        case .carried(let carrier):
            let owner = index(of: carrier, in: scenario)
            return World.GatewayHost(id: id, owner: owner, position: owners[owner].movement.position)
        case .fixed(let position):
            return World.GatewayHost(id: id, position: Movement(track: Track(at: position), turn: turn).position)
        case .aboard(let vehicle):
            let ridden = index(ofVehicle: vehicle, in: scenario)
            return World.GatewayHost(id: id, vehicle: ridden, position: place(ofVehicle: vehicle, in: scenario))
        }
    }

    private func index(ofVehicle vehicle: Name, in scenario: Scenario) -> Int {
        firstVehicle + (scenario.vehicles.firstIndex { $0.id == vehicle } ?? 0)
    }

    private func place(ofVehicle vehicle: Name, in scenario: Scenario) -> Coordinate {
        let track = scenario.vehicles.first { $0.id == vehicle }?.movement
        return Movement(track: track ?? scenario.owners[0].movement, turn: turn).position
    }

    private func ride(in vehicle: Name, _ scenario: Scenario) -> Movement {
        let place = place(ofVehicle: vehicle, in: scenario)
        return Movement(aboard: index(ofVehicle: vehicle, in: scenario), at: place, turn: turn)
    }

    private func movement(of owner: Scenario.Owner, _ scenario: Scenario) -> Movement {
        owner.vehicle.map { ride(in: $0, scenario) } ?? Movement(track: owner.movement, turn: turn)
    }

    private func index(of owner: Name, in scenario: Scenario) -> Int {
        firstOwner + (scenario.owners.firstIndex { $0.id == owner } ?? 0)
    }

    /// A gateway that an owner carries serves that owner's trackers; one that stays serves everybody's.
    private func gateways(for owner: Name, _ scenario: Scenario) -> [Int] {
        scenario.gateways.indices.filter { index in
            if case .carried(let carrier) = scenario.gateways[index].position { carrier == owner } else { true }
        }.map { firstGateway + $0 }
    }

    func host(_ tracker: Scenario.Tracker, _ scenario: Scenario, _ owners: [OwnerHost]) throws -> TrackerHost {
        let owner = index(of: tracker.owner, in: scenario)
        let id = DeviceID(owner: owners[owner].phone.owner, device: try name(tracker.id))
        let movement: Movement
        switch tracker.movement {
        case .with(let carrier):
            let carrier = index(of: carrier, in: scenario)
            movement = Movement(with: carrier, at: owners[carrier].movement.position, turn: turn)
        case .track(let track): movement = Movement(track: track, turn: turn)
        case .aboard(let vehicle): movement = ride(in: vehicle, scenario)
        }
        let desired = DesiredState(
            version: Int(epoch) + 1,
            power: tracker.state == .off ? .off : .on,
            reportEvery: tracker.reportEvery.map { Int($0.milliseconds / 1000) }
        )
        let isBound = tracker.state != .factoryNew && tracker.kind == nil
        var parameters = tracker.device.firmwareParameters(isNoisy: scenario.noise != nil)
        // The answer comes from outside, where the clock runs slower.
        parameters.resendAfter = Int64(Double(parameters.resendAfter) * max(1, scale.speed))
        let firmware = Firmware(
            parameters: parameters,
            owner: isBound ? id.owner : nil,
            desired: isBound ? desired : DesiredState(version: 0),
            boot: epoch
        )
        let energy = tracker.device.energyTable(saves: parameters.saving != nil)
        return TrackerHost(
            id: id,
            owner: owner,
            copy: place,
            kind: tracker.kind,
            radio: tracker.device.radioModel,
            energy: energy,
            initials: tracker.id.initials,
            gateways: gateways(for: tracker.owner, scenario),
            initialState: tracker.state,
            itemName: tracker.item,
            rules: tracker.rules?.rules(scale, turn: turn),
            firmware: firmware,
            movement: movement,
            meter: EnergyMeter(capacity: energy.capacity),
            desired: desired
        )
    }
}
