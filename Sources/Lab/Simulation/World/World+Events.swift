import Firmware
import Messages
public import Tracking

extension World {
    /// Lets something happen to a tracker.
    public mutating func apply(_ action: Scenario.TrackerAction, to index: Int, carriedBy owner: (Name) -> Int?) {
        wake(index)
        switch action {
        case .drop: drop(index)
        case .pickUp(let id): if let owner = owner(id) { trackers[index].movement.follow(owner: owner) }
        case .follow(let track): trackers[index].movement.follow(track, at: elapsed)
        case .board(let vehicle): board(vehicle, tracker: index)
        case .alight(let way): alight(way, tracker: index)
        case .powerOff: setPower(.off, index)
        case .powerOn: setPower(.on, index)
        case .press: emit(.pressed(tracker: index))
        case .ring: command(.ring, index)
        case .locate: command(.locate, index)
        case .battery(let percent): charge(percent, index)
        case .skewClock(let offset): trackers[index].clockOffset = offset.milliseconds
        case .gnssLost: trackers[index].hasSky = false
        case .gnssBack: trackers[index].hasSky = true
        case .coverageLost: setCoverage(false, index)
        case .coverageBack: setCoverage(true, index)
        case .surroundings(let surroundings): enter(surroundings, index)
        case .reboot: reboot(index)
        }
    }

    /// Lets a gateway fail, or work again; one that fails loses its connections at once.
    public mutating func setGateway(_ gateway: Int, up: Bool) {
        for index in gateways[gateway].served { wake(index) }
        gateways[gateway].isUp = up
        guard !up else { return }
        for index in trackers.indices where trackers[index].linkedGateway == gateway { unlink(index, from: gateway) }
    }

    /// The owner's console asks, over the network; the tracker follows when it hears of it.
    private mutating func setPower(_ power: Power, _ index: Int) {
        trackers[index].desired.power = power
        trackers[index].desired.version += 1
        publishDesired(index)
    }

    private mutating func command(_ verb: Command.Verb, _ index: Int) {
        let command = Command(id: "\(verb.rawValue)-\(elapsed)", verb: verb)
        let topic = topics.command(trackers[index].id)
        emit(.publish(Message(topic: topic, payload: command.encoded()), by: .console))
    }

    /// A battery that was empty starts the tracker when it is charged.
    private mutating func charge(_ percent: Double, _ index: Int) {
        trackers[index].meter.set(percent: percent)
        if percent > 0, trackers[index].kind == nil, trackers[index].firmware.life == .off { reboot(index) }
    }

    private mutating func setCoverage(_ coverage: Bool, _ index: Int) {
        trackers[index].hasCoverage = coverage
        updateModem(index)
    }

    /// Both radios lose their connections, without a word, and the firmware begins anew.
    private mutating func reboot(_ index: Int) {
        if let gateway = trackers[index].linkedGateway { unlink(index, from: gateway) }
        cutModem(index)
        trackers[index].toldBattery = -1
        handle(.start, index)
    }

    // What happens to owners' phones.

    /// Lets something happen to an owner.
    public mutating func apply(_ action: Scenario.OwnerAction, toOwner index: Int) {
        // Whoever goes another way may meet, or carry, anybody.
        wakeAll()
        switch action {
        case .phoneOff:
            owners[index].isOn = false
            rest(index)
        case .phoneOn: owners[index].isOn = true
        case .gnssLost: owners[index].hasSky = false
        case .gnssBack: owners[index].hasSky = true
        case .coverageLost: owners[index].hasCoverage = false
        case .coverageBack: owners[index].hasCoverage = true
        case .board(let vehicle): board(vehicle, owner: index)
        case .alight(let way): alight(way, owner: index)
        case .reportEvery(let interval): owners[index].reportEvery = interval.milliseconds
        }
        deliverKept(index)
    }

    /// The phone measures where it is, if it is time to, and tells it, or keeps it as OwnTracks does until it can.
    mutating func reportPhone(_ index: Int) {
        guard owners[index].isDue(at: elapsed), let fix = phoneFix(index) else { return }
        let message = owners[index].report(fix, at: elapsed, topics: topics, scale: scale)
        guard owners[index].isOnline, owners[index].kept.isEmpty else {
            owners[index].kept.append(OwnerHost.Report(fix: fix, message: message))
            return deliverKept(index)
        }
        owners[index].told = fix
        emit(.publish(message, by: .phone(index)))
    }

    private mutating func deliverKept(_ index: Int) {
        guard owners[index].isOnline, !owners[index].kept.isEmpty else { return }
        for report in owners[index].kept { emit(.publish(report.message, by: .phone(index))) }
        owners[index].forgetKept()
    }

    /// The phone's receiver is switched off: it has to search again.
    private mutating func rest(_ index: Int) {
        guard !phoneNoise.isEmpty else { return }
        let moment = seconds
        _ = phoneNoise[index]?.sample(at: moment, isOn: false)
    }
}
