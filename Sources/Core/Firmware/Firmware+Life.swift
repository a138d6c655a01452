import Ranging
import Tracking

extension Firmware {
    mutating func start() {
        boot += 1
        ring.restart()
        life = owner == nil ? .factoryNew : desired.power == .on ? .active : .registered
        mode = .off
    }

    /// Everything that is not written to flash is gone.
    mutating func switchOff(_ actions: inout [FirmwareAction]) {
        if gnssOn { actions.append(.gnss(on: false)) }
        if modemOn { actions.append(.modem(on: false)) }
        if isRinging { actions.append(.ring(false)) }
        var fresh = Firmware(parameters: parameters, owner: owner, registration: registration, desired: desired)
        fresh.boot = boot
        fresh.ring = ring
        fresh.battery = battery
        fresh.obeyed = obeyed
        self = fresh
    }

    /// Binds the tracker to an owner; a tracker that has one takes no other.
    mutating func register(_ name: Name) {
        guard owner == nil || owner == name else { return }
        owner = name
        life = desired.power == .on ? .active : .registered
    }

    /// The next owner's fixes begin with a boot of their own: no name is given twice.
    mutating func unregister() {
        boot += 1
        owner = nil
        registration = nil
        pending = nil
        desired = DesiredState(version: 0)
        life = .factoryNew
        ring.clear()
        reference = nil
        lastFix = nil
        lastReport = nil
        reported = nil
        referenceLeap = Leap()
        fixLeap = Leap()
        signal = nil
        receiver = Receiver()
        way = PositionTrack(capacity: 8)
        meeting = nil
        hasDecided = false
        confirmsUntil = nil
        asked = []
        results = []
        obeyed = []
    }

    mutating func received(_ downlink: Downlink, at now: Timestamp, _ actions: inout [FirmwareAction]) {
        // Without an owner nobody may tell it anything.
        guard owner != nil else { return }
        switch downlink {
        case .reference(let reference): adopt(reference)
        case .desired(let desired): adopt(desired)
        case .command(let command): obey(command, at: now, &actions)
        case .stored(let mark): ring.stored(mark)
        }
    }

    private mutating func adopt(_ reference: Reference) {
        if let known = self.reference, known.time > reference.time { return }
        // The same one may come over both links.
        let isNew = self.reference != reference
        referenceLeap.record(reference)
        self.reference = reference
        if isNew { expectMeeting() }
    }

    private mutating func adopt(_ desired: DesiredState) {
        if let reference = desired.reference { adopt(reference) }
        // An older version is a writer's that has not seen the newer one yet.
        guard desired.version >= self.desired.version else { return }
        self.desired = desired
        self.desired.reference = nil
        life = desired.power == .on ? .active : .registered
    }

    /// Says goodbye to an owner who does not want it any more, as soon as there is a link for that, and forgets.
    mutating func leaveIfUnwanted(_ actions: inout [FirmwareAction]) {
        guard owner != nil, !desired.isRegistered, let link = uplink else { return }
        life = .registered
        mode = .off
        asked = []
        var last = state
        last.isRegistered = false
        actions.append(.send(.reported(last), over: link))
        flushResults(&actions)
        unregister()
    }

    /// A command may come over both links, and later once more from the queue of the modem's session.
    private mutating func isNew(_ command: Command) -> Bool {
        if obeyed.contains(command.id) { return false }
        obeyed.append(command.id)
        if obeyed.count > 32 { obeyed.removeFirst() }
        return true
    }

    private mutating func obey(_ command: Command, at now: Timestamp, _ actions: inout [FirmwareAction]) {
        guard isNew(command) else { return }
        switch command.verb {
        case .locate:
            guard life == .active else { return answer(command, "the tracker is switched off") }
            let until = now.advanced(by: .seconds(parameters.gnssTimeout))
            asked.append(Asked(id: command.id, until: until))
            if noFixSince == nil, let fix = lastFix, fix.time >= now { answerLocate(with: fix, .gnss) }
        case .ring:
            sound(at: now, &actions)
            answer(command)
        case .stopRing:
            ringUntil = now
            answer(command)
        case .unregister:
            answer(command)
            flushResults(&actions)
            unregister()
        }
    }

    mutating func sound(at now: Timestamp, _ actions: inout [FirmwareAction]) {
        ringUntil = now.advanced(by: .seconds(parameters.ringFor))
        if !isRinging { actions.append(.ring(true)) }
        isRinging = true
    }

    mutating func answer(_ command: Command, _ error: String? = nil) {
        results.append(CommandResult(id: command.id, error: error))
        // Nobody waits for an answer that old.
        if results.count > 32 { results.removeFirst() }
    }

    mutating func changed(_ link: Link, up: Bool) {
        // What is under way on the other link is not lost.
        if !up, uplink == link { ring.linkLost() }
        switch link {
        case .bluetooth:
            hasLostLink = bluetoothUp && !up || hasLostLink && !up
            bluetoothUp = up
            if !up { pending = nil }
        case .cellular: cellularUp = up
        }
    }
}
