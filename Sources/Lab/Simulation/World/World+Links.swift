public import Firmware
public import Messages
public import Tracking

extension World {
    /// A gateway told a tracker something over Bluetooth.
    public mutating func deliver(_ tracker: Int, _ downlink: Downlink) {
        guard trackers[tracker].linkedGateway != nil else { return }
        wake(tracker)
        guard trackers[tracker].kind == nil else { return deliverToTag(tracker, downlink) }
        handle(.received(virtual(downlink)), tracker)
    }

    /// Leads a tracker's Bluetooth out of the simulated world: its gateways do not hear it any more.
    public mutating func setOutside(_ tracker: Int) {
        wake(tracker)
        if let gateway = trackers[tracker].linkedGateway { unlink(tracker, from: gateway) }
        trackers[tracker].isOutside = true
    }
    /// Gives a tracker back what it kept from an earlier run, before it is on: whose it is, which gives it its name,
    /// and what it was told last.
    public mutating func restore(_ tracker: Int, _ registration: Registration, _ desired: DesiredState) {
        wake(tracker)
        let fresh = trackers[tracker].firmware
        trackers[tracker].firmware = Firmware(
            parameters: fresh.parameters, registration: registration, desired: desired, boot: fresh.boot
        )
        trackers[tracker].id = registration.tracker
    }

    /// Something happens to a tracker over its Bluetooth from outside; a registration gives it a new name.
    public mutating func happen(_ event: FirmwareEvent, to tracker: Int) {
        wake(tracker)
        if case .received(let downlink) = event {
            handle(.received(virtual(downlink)), tracker)
        } else {
            handle(event, tracker)
        }
        guard let registration = trackers[tracker].firmware.registration else { return }
        trackers[tracker].id = DeviceID(owner: registration.owner, device: registration.device)
    }

    /// What comes from outside speaks of times outside.
    private func virtual(_ downlink: Downlink) -> Downlink {
        switch downlink {
        case .reference(var reference):
            reference.time = scale.virtual(reference.time)
            return .reference(reference)
        case .desired(var desired):
            if let time = desired.reference?.time { desired.reference?.time = scale.virtual(time) }
            return .desired(desired)
        case .command, .stored: return downlink
        }
    }

    /// The broker delivers a message to a tracker's modem.
    public mutating func deliver(_ message: Message, to tracker: Int) {
        guard trackers[tracker].isConnected else { return }
        wake(tracker)
        if hasNoisyModem(tracker), !reaches(message, tracker) { return }
        guard let downlink = Downlink(message, topics: topics, at: now) else { return }
        trackers[tracker].meter.exchange(at: elapsed, trackers[tracker].energy)
        handle(.received(virtual(downlink)), tracker)
    }

    /// The broker goes, or comes back.
    public mutating func setBroker(up: Bool) {
        wakeAll()
        isBrokerUp = up
        for index in trackers.indices { updateModem(index) }
    }

    mutating func handle(_ event: FirmwareEvent, _ index: Int) {
        wake(index)
        // The list of actions is lent out, so that a step allocates nothing.
        var pending = actions
        actions = []
        pending.removeAll(keepingCapacity: true)
        trackers[index].firmware.handle(event, at: now, &pending)
        for position in pending.indices {
            // Moved out, for a copy of each would take longer than to carry it out.
            var action = FirmwareAction.ring(false)
            swap(&pending[position], &action)
            perform(action, index)
        }
        actions = pending
    }

    private mutating func perform(_ action: consuming FirmwareAction, _ index: Int) {
        switch action {
        case .gnss(let on):
            trackers[index].gnssOn = on
            // A receiver that is never switched off hardly ever starts.
            trackers[index].isSearching = on && trackers[index].firmware.parameters.saving != nil
        case .modem(let on):
            trackers[index].modemOn = on
            if on { trackers[index].meter.attach(trackers[index].energy) }
            updateModem(index)
        case .ring(let on): trackers[index].isRinging = on
        case .send(let uplink, let link): send(uplink, over: link, index)
        }
    }

    private mutating func send(_ uplink: consuming Uplink, over link: Link, _ index: Int) {
        let drift = trackerNoise.isEmpty ? 0 : Int64(trackerNoise[index].clock.offset(at: seconds).rounded())
        let stamped = uplink.stamped(scale, ahead: trackers[index].clockOffset + drift)
        switch link {
        case .bluetooth where trackers[index].isOutside: emit(.said(stamped, tracker: index))
        case .bluetooth:
            guard let gateway = trackers[index].linkedGateway else { return }
            if hasNoisyRadio(index) { return say(stamped, index, to: gateway) }
            emit(.uplink(stamped, tracker: index, gateway: gateway))
        case .cellular:
            trackers[index].meter.exchange(at: elapsed, trackers[index].energy)
            let message = message(stamped, from: index)
            if hasNoisyModem(index) { return transmit(message, index) }
            emit(.publish(message, by: .tracker(index)))
        }
    }

    /// What a modem publishes.
    mutating func message(_ uplink: Uplink, from index: Int) -> Message {
        switch uplink {
        case .fix(let fix, let sent):
            let location = LocationMessage(fix, createdAt: sent, gateway: nil, initials: trackers[index].initials)
            if trackers[index].locationTopic.isEmpty {
                trackers[index].locationTopic = topics.location(trackers[index].id)
            }
            return Message(topic: trackers[index].locationTopic, carrying: location, retained: true)
        case .reported(let state):
            let topic = topics.reported(trackers[index].id)
            return Message(topic: topic, payload: state.encoded(), retained: true)
        case .result(let result): return Message(topic: topics.result(trackers[index].id), payload: result.encoded())
        }
    }

    /// The modem is gone from one moment to the next: the broker speaks its will.
    mutating func cutModem(_ index: Int) {
        if hasNoisyModem(index) {
            let moment = seconds
            trackerNoise[index].modem?.set(on: false, at: moment)
            trackerNoise[index].sent = []
        }
        guard trackers[index].isConnected else { return }
        trackers[index].isConnected = false
        emit(.disconnect(.tracker(index), clean: false))
    }

    /// Connects or disconnects the modem as switch, network and broker have it.
    mutating func updateModem(_ index: Int) {
        if hasNoisyModem(index) { return advanceModem(index) }
        let isPossible = trackers[index].modemOn && trackers[index].hasCoverage && isBrokerUp
        guard isPossible != trackers[index].isConnected else { return }
        if isPossible { return connectModem(index) }
        trackers[index].isConnected = false
        let isClean = !trackers[index].modemOn && isBrokerUp && trackers[index].hasCoverage
        emit(.disconnect(.tracker(index), clean: isClean))
        if trackers[index].modemOn { handle(.link(.cellular, up: false), index) }
    }

    /// A tracker keeps its gateway while that is in reach, and else takes the first that is.
    mutating func updateLinks(_ index: Int, at position: Coordinate) {
        if trackers[index].isOutside { return }
        if hasNoisyRadio(index) { return updateNoisyLinks(index, at: position) }
        let isPowered = trackers[index].firmware.life != .off && trackers[index].firmware.owner != nil
        if let gateway = trackers[index].linkedGateway {
            if isPowered, let metres = metresInReach(gateway, of: index, at: position) {
                return hear(index, gateway, at: metres)
            }
            unlink(index, from: gateway)
        }
        guard isPowered else { return }
        for gateway in trackers[index].gateways {
            guard let metres = metresInReach(gateway, of: index, at: position) else { continue }
            trackers[index].linkedGateway = gateway
            emit(.link(tracker: index, gateway: gateway, up: true))
            handle(.link(.bluetooth, up: true), index)
            return hear(index, gateway, at: metres)
        }
    }

    mutating func unlink(_ index: Int, from gateway: Int) {
        trackers[index].linkedGateway = nil
        if hasNoisyRadio(index) { trackerNoise[index].held = [] }
        emit(.link(tracker: index, gateway: gateway, up: false))
        handle(.link(.bluetooth, up: false), index)
    }

    /// Metres to a gateway that is in reach, as the signal has it; nil for one that is not.
    func metresInReach(_ gateway: Int, of index: Int, at position: Coordinate) -> Double? {
        guard gateways[gateway].isUp else { return nil }
        let metres = signalDistance(index, gateway, at: position)
        return metres <= trackers[index].radio.range ? metres : nil
    }

    /// Lets a gateway hear a tracker that is so many metres away, as the signal has it.
    mutating func hear(_ index: Int, _ gateway: Int, at metres: Double) {
        let radio = trackers[index].radio
        if radio.loss > 0, lossDraws.unit() < radio.loss { return }
        let rssi = radio.rssi(at: metres)
        emit(.heard(tracker: index, gateway: gateway, rssi: rssi))
        hearOwner(index, gateway, rssi: rssi)
    }
}

// What a tracker senses of its surroundings.

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
