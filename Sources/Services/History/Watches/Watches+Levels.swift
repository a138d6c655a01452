import Alerts
import Messages
import Ranging
import Store
import Tracking

// MARK: Positions

extension Watches {
    /// Takes in a plausible position of a tracker.
    mutating func located(_ index: Int, _ stored: StoredFix, _ batch: inout Batch) throws {
        let fix = stored.fix
        let owner = stored.device.owner
        self[index].adopt(stored)
        touch(index)
        try heard(index, at: stored.received, &batch)
        let track = owners.track(of: owner)
        let relay = stored.gateway.map { Relay($0, gateways.standing(of: $0, for: owner)) }
        let members = owners.members(with: owner)
        let change = self[index].watch.located(fix, through: relay, owner: track, members, now: batch.now)
        if let change { try alert(change, of: index, &batch) }
    }

    /// Takes in where an owner's phone is.
    mutating func ownerMoved(_ owner: Name, _ fix: Fix, _ batch: inout Batch) throws {
        let now = batch.now
        let track = owners.moved(owner, to: fix)
        noteMoved(owner)
        for index in trackers(of: owner) {
            let (change, isNews) = self[index].ownerMoved(track, now: now)
            if isNews { touch(index) }
            if let change { try alert(change, of: index, &batch) }
        }
        try memberMoved(owner, &batch)
    }

    /// Somebody's phone has told where its owner is: what belongs to the others of the household may be there too.
    private mutating func memberMoved(_ name: Name, _ batch: inout Batch) throws {
        for owner in owners.names(with: name) {
            guard let member = owners.member(name, with: owner) else { continue }
            for index in trackers(of: owner) {
                let before = trackers[index].watch.with
                let change = self[index].watch.memberMoved(member, now: batch.now)
                if change != nil || trackers[index].watch.with != before { touch(index) }
                if let change { try alert(change, of: index, &batch) }
            }
        }
    }

    /// An owner's life runs as fast as the phone says.
    mutating func rescale(_ owner: Name, to speed: Double, at start: Timestamp) {
        let scale = speed == 1 ? TimeScale.real : TimeScale(start: start, speed: speed)
        owners.rescale(owner, to: scale)
        for index in trackers(of: owner) { self[index].watch.rescale(to: scale) }
    }

    /// Takes in how a gateway is: of what only a deaf one has heard, nobody knows where it is now.
    mutating func gatewayStatus(_ message: Message, of gateway: Name, _ batch: inout Batch) throws {
        if message.isEmpty { return }
        guard let status = try batch.read(message, as: GatewayStatus.self) else { return }
        changeRooms { $0.adopt(status, of: gateway) }
        guard status.isBlind else { return }
        try becomeBlind(gateway, isOffline: status.state == .offline, &batch)
        // Whoever speaks for others does so no longer.
        guard status.state == .offline else { return }
        for node in gateways.nodes(of: gateway) { try becomeBlind(node, isOffline: true, &batch) }
    }

    private mutating func becomeBlind(_ gateway: Name, isOffline: Bool, _ batch: inout Batch) throws {
        for index in trackers.indices {
            if trackers[index].rooms.room != nil { self[index].rooms.forget(gateway) }
            let isHeard = trackers[index].isHeard(by: gateway)
            if isHeard { self[index].watch.becomeUnheard() }
            if self[index].watch.gatewayBlind(gateway) || isHeard { touch(index) }
            if isOffline { try retire(index, with: gateway, &batch) }
        }
    }

    /// Takes in how the rooms were measured; an empty message takes it back.
    mutating func roomSurvey(_ message: Message, _ batch: inout Batch) throws {
        if message.isEmpty { return changeRooms { $0.map = nil } }
        guard let survey = try batch.read(message, as: RoomSurvey.self) else { return }
        changeRooms { $0.map = RoomMap(survey) }
    }

    /// Each item has to be announced with its room, or without.
    private mutating func changeRooms(_ change: (inout Gateways) -> Void) {
        let hadRooms = gateways.haveRooms
        change(&gateways)
        if gateways.haveRooms != hadRooms { for index in trackers.indices { touch(index) } }
    }

    /// Takes in what a gateway heard of a tracker.
    mutating func proximity(_ message: Message, of device: DeviceID, _ batch: inout Batch) throws {
        if message.isEmpty { return }
        guard let proximity = try batch.read(message, as: ProximityMessage.self) else { return }
        // Silence makes no tracker: a gateway may go on saying that it hears nothing of one that was deleted.
        if proximity.samples == 0, index(of: device) == nil { return }
        // What the broker has kept, against all rules, was made at any time.
        if !message.retained { gateways.noteClock(of: proximity.gateway, proximity.time, at: batch.now) }
        let heard = gateways.corrected(proximity.time, of: proximity.gateway)
        guard heard.milliseconds <= batch.now.milliseconds + LocationMessage.futureLimit else { return }
        let index = tracker(device, &batch)
        touch(index)
        self[index].watch.voice = trackers[index].voice
        self[index].heardInRoom(proximity, gateways, at: heard, now: batch.now)
        guard proximity.time.milliseconds <= batch.now.milliseconds + LocationMessage.futureLimit else { return }
        if proximity.samples > 0, proximity.connects, proximity.isHeld || trackers[index].keeper == nil {
            self[index].keeper = proximity.gateway
            self[index].isKeeperGuessed = false
        }
        try takeBack(index, by: proximity, &batch)
        let standing = gateways.standing(of: proximity.gateway, for: device.owner)
        let track = owners.track(of: device.owner)
        let members = owners.members(with: device.owner)
        let change = self[index].watch.heard(
            proximity.reception,
            by: proximity.gateway,
            model: proximity.model,
            at: standing,
            owner: track,
            members,
            now: batch.now
        )
        if let change { try alert(change, of: index, &batch) }
    }

    /// Takes in how an item is to be watched over; an empty message takes all rules back.
    mutating func rules(_ message: Message, of device: DeviceID, _ batch: inout Batch) throws {
        let told = message.isEmpty ? Kept(ItemRules()) : try batch.read(message)
        guard let rules = told else { return }
        // Taking back what is not there makes no tracker.
        if message.isEmpty, index(of: device) == nil { return }
        let index = tracker(device, &batch)
        if trackers[index].watch.lost != rules.value.lost { batch.report(markOf: device) }
        self[index].adopt(rules)
        touch(index)
        try batch.save(rules.encoded(), as: .rules, of: device)
        try review(index, &batch)
    }

    /// Tells what was held back, or takes back what a new rule allows.
    mutating func review(_ index: Int, _ batch: inout Batch) throws {
        touch(index)
        guard let change = self[index].watch.review(now: batch.now) else { return }
        try alert(change, of: index, &batch)
    }

    private func alert(_ change: AlertChange, of index: Int, _ batch: inout Batch) throws {
        let tracker = trackers[index]
        let device = tracker.watch.device
        let message = AlertMessage(
            id: change.id,
            event: change.event,
            level: change.level,
            previous: change.previous,
            threshold: change.threshold,
            distance: change.distance,
            confidence: change.confidence,
            owner: device.owner,
            tracker: device.device,
            item: tracker.item,
            time: change.time,
            lastPosition: tracker.watch.lastFix.map(Position.init),
            link: configuration.page(of: device),
            episode: change.episode
        )
        let payload = message.encoded()
        let row = AlertRow(
            id: change.id,
            device: device,
            event: change.event.rawValue,
            level: change.level.rawValue,
            previous: change.previous.rawValue,
            threshold: change.threshold,
            distance: change.distance,
            confidence: change.confidence,
            time: change.time,
            episode: change.episode,
            payload: payload,
            evidence: tracker.watch.evidence(at: batch.now)?.encoded()
        )
        try batch.raise(row, Message(topic: configuration.topics.alert(device), payload: payload))
    }
}

extension TrackerState {
    /// What a gateway in a room heard at a time of our clock; old news say nothing of where it is now.
    fileprivate mutating func heardInRoom(
        _ proximity: ProximityMessage, _ gateways: Gateways, at time: Timestamp, now: Timestamp
    ) {
        let room = gateways.room(of: proximity.gateway)
        guard room != nil || gateways.map != nil else { return rooms.forget(proximity.gateway) }
        // Without a word of what might have come, silence is none.
        guard proximity.samples > 0 || proximity.expected ?? 0 > 0,
            now.seconds - time.seconds <= RoomChoice.freshness
        else { return }
        rooms.heard(
            proximity.rssi.map { Double($0) - proximity.model.powerAtOneMetre },
            samples: proximity.samples,
            by: proximity.gateway,
            in: room,
            on: gateways.map,
            at: time
        )
    }
}

extension RoomMap {
    fileprivate init(_ survey: RoomSurvey) {
        var levels: [String: [Name: Double]] = [:]
        for room in survey.rooms {
            for level in room.gateways { levels[room.room.text, default: [:]][level.gateway] = level.excess }
        }
        self.init(levels)
    }
}

extension ProximityMessage {
    fileprivate var reception: Reception {
        Reception(
            time: time,
            strength: rssi.map(Double.init),
            samples: samples,
            expected: expected ?? 0,
            isLink: link == .up
        )
    }

    /// How the gateway receives the tag, as it says; the usual where it does not.
    fileprivate var model: ReceptionModel {
        guard let signal else { return ReceptionModel() }
        return ReceptionModel(
            powerAtOneMetre: signal.powerAtOneMetre, exponent: signal.exponent, biasSigma: signal.biasSigma
        )
    }
}
