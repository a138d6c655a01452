import Firmware
import Tracking

/// What noise changes of positions and surroundings.
extension World {
    /// Seconds since the start.
    var seconds: Double { Double(elapsed) / 1000 }

    /// Draws what is wrong with everybody, for the trackers and owners of one copy of a scenario.
    mutating func addNoise(_ scenario: Scenario, owners: Range<Int>, trackers: Range<Int>) {
        guard let noise = scenario.noise else { return }
        let parameters = noise[noise.surroundings]
        for index in owners {
            phoneNoise.append(parameters.phone.map { Self.phone($0, self.owners[index].phone, scenario.seed) })
        }
        for (tracker, index) in zip(scenario.trackers, trackers) {
            let host = self.trackers[index]
            trackerNoise.append(
                TrackerNoise(
                    parameters,
                    tracker,
                    id: host.id,
                    gateways: host.gateways.map { gateways[$0].id },
                    seed: scenario.seed
                )
            )
        }
    }

    /// A phone has been on for long.
    private static func phone(_ parameters: GNSSNoise.Parameters, _ id: DeviceID, _ seed: UInt64) -> GNSSNoise {
        var noise = GNSSNoise(parameters, SplitMix(seed: seed, stream: "gnss/\(id)"), at: -600)
        _ = noise.sample(at: -600)
        _ = noise.sample(at: -1)
        return noise
    }

    /// Where an owner's phone believes to be; nil while it does not know.
    mutating func phoneFix(_ index: Int) -> Fix? {
        let position = owners[index].movement.position
        let moment = seconds
        let hasSky = owners[index].hasSky
        let time = scale.stamp(now)
        guard !phoneNoise.isEmpty, let reading = phoneNoise[index]?.sample(at: moment, hasSky: hasSky) else {
            return hasSky ? Fix(coordinate: position, time: time, accuracy: 0) : nil
        }
        guard case .fix(let error) = reading else { return nil }
        let measured = position.offset(north: error.north, east: error.east)
        return Fix(coordinate: measured, time: time, accuracy: error.accuracy)
    }

    /// What a tracker's receiver tells at this step.
    mutating func measure(_ index: Int, at position: Coordinate) -> FirmwareEvent {
        let isOn = trackers[index].gnssOn
        let hasSky = trackers[index].hasSky
        let moment = seconds
        guard !trackerNoise.isEmpty,
            let reading = trackerNoise[index].gnss?.sample(at: moment, isOn: isOn, hasSky: hasSky)
        else {
            guard isOn else { return .tick }
            guard hasSky else { return .noFix }
            trackers[index].isSearching = false
            // Without noise the receiver is exact, and says so.
            return .fix(Fix(coordinate: position, time: now, accuracy: 0))
        }
        trackers[index].isSearching = reading == .searching
        switch reading {
        case .off: return .tick
        case .searching: return .noFix
        case .fix(let error):
            // Satellites tell the time too.
            trackerNoise[index].clock.set(at: moment)
            let measured = position.offset(north: error.north, east: error.east)
            return .fix(Fix(coordinate: measured, time: now, accuracy: error.accuracy))
        }
    }

    /// Everybody comes into other surroundings.
    public mutating func enter(_ surroundings: Surroundings) {
        for index in trackers.indices { enter(surroundings, index) }
        guard let parameters = noise?[surroundings].phone else { return }
        let moment = seconds
        for index in phoneNoise.indices { phoneNoise[index]?.enter(parameters, at: moment) }
    }

    mutating func enter(_ surroundings: Surroundings, _ index: Int) {
        guard let noise, !trackerNoise.isEmpty else { return }
        let moment = seconds
        trackerNoise[index].enter(noise[surroundings], at: moment)
    }
}
