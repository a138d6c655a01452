import Firmware
import Tracking

/// A tracker that is not visited at each step, as nothing about it can change but its place, its energy, and how strong
/// its gateway hears it.
struct Sleep: Sendable {
    /// The step of its last visit, in milliseconds since the start.
    let since: Int64
    /// When it has to be visited again, at the latest.
    let until: Int64
}

/// The world sleeps where nothing can change: what steps would have brought about is caught up on when something happens.
///
/// Nothing is estimated. The moment of the next visit is on the safe side of whatever is next — a report, a crossing of
/// the firmware's or a radio's distance, a per cent of the battery —, and what is caught up on is added up step by step, so
/// that all numbers are those of a world that visits everybody at each step.
extension World {
    /// Visits a tracker that sleeps only as far as it is heard; answers whether that was all.
    mutating func sleepOn(_ index: Int) -> Bool {
        guard let sleep = trackers[index].sleep, elapsed < sleep.until else { return false }
        guard let gateway = trackers[index].linkedGateway else { return true }
        place(index)
        let position = trackers[index].movement.position
        guard let metres = metresInReach(gateway, of: index, at: position) else { return false }
        hear(index, gateway, at: metres)
        return true
    }

    /// Lets a tracker sleep until the next moment at which something may happen to it, if that is not at the next step.
    mutating func fallAsleep(_ index: Int) {
        guard maySleep, step > 0, trackers[index].gnssOn, trackers[index].hasSky, !trackers[index].isSearching,
            !trackers[index].isOutside, trackers[index].radio.loss == 0,
            let calm = trackers[index].firmware.calm(at: now, step: step), let until = rests(index, calm),
            until > elapsed + step
        else { return }
        trackers[index].sleep = Sleep(since: elapsed, until: until)
    }

    /// Until when nothing happens to a tracker of itself whose firmware is calm; nil when something may at the next step.
    private func rests(_ index: Int, _ calm: Calm) -> Int64? {
        let until = min(calm.until.milliseconds - start.milliseconds, batteryHolds(index))
        guard until > elapsed + step else { return nil }
        if trackers[index].linkedGateway != nil, calm.centre == nil { return until }
        return staysAway(index, from: calm.centre).map { min(until, $0) }
    }

    /// Whether the surroundings are such that anybody may sleep: with noise everything changes all the time.
    private var maySleep: Bool { sleeps && noise == nil && walls.isEmpty }

    /// Until when the battery's per cent is the one that was told.
    private func batteryHolds(_ index: Int) -> Int64 {
        let told = trackers[index].toldBattery
        guard let seconds = trackers[index].meter.seconds(above: told - 1, trackers[index].energy) else { return .max }
        return elapsed + Int64(min(seconds, 1e12)) * 1000 - step
    }

    /// Until when a tracker keeps to its side of the distances that matter; nil where there is no telling.
    ///
    /// Those are of the gateways to which it is not linked and, where it is one, of the firmware's place.
    private func staysAway(_ index: Int, from centre: Coordinate?) -> Int64? {
        guard let own = leg(trackers[index].movement) else { return nil }
        let position = trackers[index].movement.position
        var until = own.until
        if let centre {
            let metres = (position.distance(to: centre) - Mode.threshold).magnitude
            until = min(until, lasts(metres, at: own.speed))
        }
        if trackers[index].linkedGateway == nil {
            for gateway in trackers[index].gateways where gateways[gateway].isUp {
                guard let other = leg(ofGateway: gateway) else { return nil }
                let metres = position.distance(to: gateways[gateway].position) - trackers[index].radio.range
                until = min(until, other.until, lasts(metres, at: own.speed + other.speed))
            }
        }
        return until < 1e15 ? Int64(until.rounded(.down)) : Int64(1e15)
    }

    /// Until when so many metres last at a speed, less a margin for what is straight in degrees and not on the ellipsoid.
    private func lasts(_ metres: Double, at speed: Double) -> Double {
        if speed == 0 { return metres > 0 ? .infinity : 0 }
        return Double(elapsed) + max(0, metres - 0.5) / (speed * 1.01) * 1000
    }

    private func leg(ofGateway gateway: Int) -> Leg? {
        if let owner = gateways[gateway].owner { return leg(owners[owner].movement) }
        if let vehicle = gateways[gateway].vehicle { return leg(vehicles[vehicle]) }
        return Leg(speed: 0, until: .infinity)
    }

    /// How fast somebody or something goes that was moved on to this step, by itself or with whoever carries it.
    private func leg(_ movement: Movement) -> Leg? {
        if let carrier = movement.carrier { return leg(owners[carrier].movement) }
        if let vehicle = movement.vehicle { return vehicles[vehicle].leg(at: elapsed) }
        return movement.leg(at: elapsed)
    }

    // What happens to one that sleeps.

    /// Ends a tracker's sleep, before anything happens to it: it becomes what it would be had it been visited at each step
    /// until the last one that was played.
    mutating func wake(_ index: Int) {
        guard let sleep = trackers[index].sleep else { return }
        trackers[index].sleep = nil
        guard played > sleep.since else { return }
        let fixes = missedFixes(index, sleep)
        trackers[index].firmware.rest(fixes)
        trackers[index].meter = meter(ofTracker: index, since: sleep.since)
        // Who is heard at each step is there already.
        guard trackers[index].linkedGateway == nil else { return }
        let (position, distance) = whereabouts(index, at: played)
        trackers[index].movement.bring(to: position)
        trackers[index].distance = distance
    }

    /// The same for all, before something happens that may concern any.
    mutating func wakeAll() {
        for index in trackers.indices { wake(index) }
    }

    /// What a firmware would remember had it been visited.
    private func missedFixes(_ index: Int, _ sleep: Sleep) -> [Fix] {
        let (first, last) = (start.milliseconds + sleep.since + step, start.milliseconds + played)
        let moments = trackers[index].firmware.memorable(
            from: Timestamp(milliseconds: first), through: Timestamp(milliseconds: last), step: step
        )
        let movement = trackers[index].movement
        var fixes: [Fix] = []
        fixes.reserveCapacity(moments.count)
        for moment in moments {
            let position = place(of: movement, at: moment.milliseconds - start.milliseconds)
            fixes.append(Fix(coordinate: position, time: moment, accuracy: 0))
        }
        return fixes
    }

    /// A tracker's firmware as it would be had it been visited at each step.
    func awakeFirmware(ofTracker index: Int) -> Firmware {
        var firmware = trackers[index].firmware
        if let sleep = trackers[index].sleep, played > sleep.since { firmware.rest(missedFixes(index, sleep)) }
        return firmware
    }

    /// A tracker's battery with all that its parts have drawn.
    func awakeMeter(ofTracker index: Int) -> EnergyMeter {
        guard let sleep = trackers[index].sleep else { return trackers[index].meter }
        return meter(ofTracker: index, since: sleep.since)
    }

    private func meter(ofTracker index: Int, since: Int64) -> EnergyMeter {
        var meter = trackers[index].meter
        let receiver = trackers[index].receiver
        let modemOn = trackers[index].modemOn
        let energy = trackers[index].energy
        for time in stride(from: since + step, through: played, by: Int(step)) {
            meter.run(Double(step) / 1000, endingAt: time, gnss: receiver, bluetooth: true, modem: modemOn, energy)
        }
        return meter
    }

    /// Where a tracker is at the last step that was played, and metres to its owner.
    func whereabouts(_ index: Int) -> (position: Coordinate, distance: Double) {
        guard let sleep = trackers[index].sleep, played > sleep.since, trackers[index].linkedGateway == nil else {
            return (trackers[index].movement.position, trackers[index].distance)
        }
        return whereabouts(index, at: played)
    }

    private func whereabouts(_ index: Int, at moment: Int64) -> (position: Coordinate, distance: Double) {
        let position = place(of: trackers[index].movement, at: moment)
        let owner = place(of: owners[trackers[index].owner].movement, at: moment)
        return (position, position.distance(to: owner))
    }

    /// Where something was at a step at which it moved as it does now.
    private func place(of movement: Movement, at moment: Int64) -> Coordinate {
        if let carrier = movement.carrier { return place(of: owners[carrier].movement, at: moment) }
        if let vehicle = movement.vehicle { return vehicles[vehicle].place(at: moment) ?? vehicles[vehicle].position }
        return movement.place(at: moment) ?? movement.position
    }
}
