public import Tracking

// What people and things ride in.

extension World {
    public var vehicleCount: Int { vehicles.count }

    /// What a vehicle is called, and where it is.
    public func vehicle(_ index: Int) -> (id: Name, position: Coordinate) {
        (vehicleNames[index % vehicleNames.count], vehicles[index].position)
    }

    mutating func moveVehicles() {
        for index in vehicles.indices { vehicles[index].advance(to: elapsed) }
    }

    /// Where whoever or whatever carries something is; nil for what is not carried.
    func seat(_ movement: Movement) -> Coordinate? {
        movement.carrier.map { owners[$0].movement.position } ?? movement.vehicle.map { vehicles[$0].position }
    }

    /// Brings somebody to where they are at this moment: events come before anybody has moved.
    mutating func advance(owner index: Int) {
        moveVehicles()
        owners[index].movement.advance(to: elapsed, carriedTo: seat(owners[index].movement))
    }

    /// The same for a tracker, with whoever carries it.
    mutating func advance(tracker index: Int) {
        moveVehicles()
        if let carrier = trackers[index].movement.carrier { advance(owner: carrier) }
        trackers[index].movement.advance(to: elapsed, carriedTo: seat(trackers[index].movement))
    }

    /// A tracker that is put down in a vehicle rides on in it; any other lies where it is.
    mutating func drop(_ index: Int) {
        advance(tracker: index)
        let movement = trackers[index].movement
        if let vehicle = movement.vehicle ?? movement.carrier.flatMap({ owners[$0].movement.vehicle }) {
            trackers[index].movement.board(vehicle)
        } else {
            trackers[index].movement.stop()
        }
    }

    mutating func board(_ name: Name, tracker index: Int) {
        if let vehicle = vehicle(name, inCopy: trackers[index].copy) { trackers[index].movement.board(vehicle) }
    }

    mutating func board(_ name: Name, owner index: Int) {
        if let vehicle = vehicle(name, inCopy: owners[index].copy) { owners[index].movement.board(vehicle) }
    }

    mutating func alight(_ way: Track?, tracker index: Int) {
        advance(tracker: index)
        trackers[index].movement.leave(for: way, at: elapsed)
    }

    mutating func alight(_ way: Track?, owner index: Int) {
        advance(owner: index)
        owners[index].movement.leave(for: way, at: elapsed)
    }

    private func vehicle(_ name: Name, inCopy copy: Int) -> Int? {
        vehicleNames.firstIndex(of: name).map { copy * vehicleNames.count + $0 }
    }
}

extension Movement {
    fileprivate mutating func leave(for way: Track?, at milliseconds: Int64) {
        if let way { follow(way, at: milliseconds) } else { stop() }
    }
}
