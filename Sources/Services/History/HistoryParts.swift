import Messages
import Reminders
import Store
import Tracking

/// What the history service remembers, in parts that each keep their own state; a batch goes through them in order.
struct HistoryParts: Sendable {
    let configuration: HistoryConfiguration
    var watches: Watches
    var positions: Positions
    var departures: Departures
    var mailbox: Mailbox
    var switches = Switches()
    var status: OwnStatus
    var retention: RetentionSweep
    var reminding: Reminding
    var monitor: Monitor
    /// Nil where everybody's messages are stored.
    var custody: Custody?

    init(_ configuration: HistoryConfiguration) {
        self.configuration = configuration
        watches = Watches(configuration)
        positions = Positions(configuration)
        departures = Departures(configuration.topics)
        mailbox = Mailbox(configuration.topics)
        status = OwnStatus(configuration)
        retention = RetentionSweep(configuration.retention)
        reminding = Reminding(configuration)
        monitor = Monitor(configuration.topics)
        custody = configuration.share.map { Custody($0, configuration) }
    }

    /// Reads from the store what there was before: levels, episodes, last fixes, owners' ways, deletions.
    mutating func load(from store: Store) throws {
        try custody?.load(from: store)
        // Gateways say where they are but once, and the broker what it keeps.
        let announcer = watches.announcer
        watches = Watches(configuration, gateways: watches.gateways)
        watches.announcer = announcer
        watches.choices = try ItemChoices(from: store)
        switches.forget()
        try retention.load(from: store)
        let documents = try store.documents()
        try positions.load(from: store, documents, &watches)
        positions.awaited = custody?.awaited ?? []
        watches.resume(documents)
        try departures.load(from: store)
        try mailbox.load(from: store)
        try reminding.load(from: store, of: custody.map { $0.owners.subtracting($0.awaited) })
        watches.notesMoves = !reminding.isIdle
    }

    mutating func remove(_ device: DeviceID, _ batch: inout Batch) {
        positions.remove(device)
        watches.choices.forget(device)
        retention.remove(device)
        mailbox.remove(device)
        switches.remove(device)
        monitor.remove(device.owner, device.device)
        batch.outbox.remove(topic: configuration.topics.alert(device))
        if let index = watches.remove(device) { positions.moveUp(behind: index) }
        forget(device, at: batch.now)
    }

    /// No reminder is about a device any more, or about its places.
    private mutating func forget(_ device: DeviceID, at now: Timestamp) {
        reminding.engine.know(nil, device, at: now)
        reminding.forgetPlaces(of: device.owner)
    }

    /// Ends a batch for reminders: lets them see what it has changed, and writes what follows.
    mutating func remind(_ batch: inout Batch) throws {
        watches.notesMoves = !reminding.isIdle
        guard watches.notesMoves else { return }
        reminding.follow(&watches, at: batch.now)
        try reminding.conclude(&batch)
    }

    /// Forgets an item, and not the device that it was.
    mutating func takeOff(_ device: DeviceID, _ batch: inout Batch) {
        switches.remove(device)
        batch.outbox.remove(topic: configuration.topics.alert(device))
        watches.choices.takeOff(device)
        guard let index = watches.remove(device) else { return }
        forget(device, at: batch.now)
        positions.takeOff(device)
        positions.moveUp(behind: index)
    }

    /// Removes everything that is known and stored of a device, with what was refused of it; from now on its tracker is
    /// told, or the broker lets go of what it keeps of a phone.
    mutating func remove(_ device: DeviceID, for departure: Departure, _ batch: inout Batch) throws {
        remove(device, &batch)
        let topics = configuration.topics
        if departure.isPhone { batch.outbox.remove(topic: topics.location(device)) }
        try departures.begin(departure, of: device, refusedOn: topics.starts(of: device), &batch)
    }

    /// Removes what was refused on the topics of an owner, or says the owner's name elsewhere.
    func removeRefused(of owner: Name, _ batch: inout Batch) throws {
        try batch.transaction.removeQuarantine(below: configuration.topics.starts(of: owner))
        try batch.transaction.removeQuarantine(naming: Set([owner.text, owner.ownTracks]).sorted())
    }

    mutating func receive(_ message: Message, _ batch: inout Batch) throws {
        if custody != nil, try leave(message, &batch) { return }
        monitor.note(message, at: batch.now)
        if let bytes = message.bytes, PassphraseKeys.mayBeEncrypted(bytes),
            let phone = configuration.topics.ownTracksDevice(of: message.topic)
        {
            switch configuration.passphrases.read(bytes, of: phone) {
            case .plain: break
            case .opened(let text, _):
                var message = message
                message.payload = text
                return try receiveReadable(message, &batch)
            case .closed(let sentence): return try batch.quarantineEncrypted(message, sentence)
            }
        }
        try receiveReadable(message, &batch)
    }

    private mutating func receiveReadable(_ message: Message, _ batch: inout Batch) throws {
        let topic = configuration.topics.parse(message)
        if !departures.isEmpty, try departures.receive(message, topic, &batch) { return }
        if case .location(let device) = topic {
            let start = retention.start(of: device, at: batch.now)
            return try positions.receive(message, of: device, keptSince: start, &watches, &batch)
        }
        // What has come before another message counts before it.
        if positions.hasRun { try positions.handOn(to: &watches, &batch) }
        switch topic {
        case .event(let device), .waypoint(let device):
            try positions.placeEvent(message, of: device, &watches, &batch)
        case .card(let device): try batch.keepCard(message, of: device)
        case .reported(let device): try watches.reported(message, of: device, &batch)
        case .desired(let device):
            if try !resumeDeletion(message, of: device, &batch) { try watches.desired(message, of: device, &batch) }
        case .availability(let device): try watches.availability(message, of: device, &batch)
        case .rules(let device):
            switches.heardRules(message, of: device)
            // What the broker had kept of an item that was taken off makes no item of it.
            if watches.isTakenOff(device) { break }
            try watches.rules(message, of: device, &batch)
            reminding.forgetPlaces(of: device.owner)
        case .result(let device): try watches.result(message, of: device, &batch)
        case .proximity(let device): try watches.proximity(message, of: device, &batch)
        case .gatewayStatus(let gateway): try watches.gatewayStatus(message, of: gateway, &batch)
        case .button(let device):
            try watches.pressed(message, of: device, phone: positions.phone(of: device.owner), &batch)
        case .ownTracksCommand(let device): try mailbox.command(message, for: device, &batch)
        case .alert: try batch.alertCameBack(message)
        case .guarded(let owner): batch.report(message, guardOf: owner)
        case .reminder(let id):
            reminding.takeUp(watches, at: batch.now)
            try reminding.defined(message, id, in: watches, &batch)
            watches.notesMoves = true
        case .reminderEvents: try batch.reminderCameBack(message)
        case .reminderSet(let id):
            reminding.takeUp(watches, at: batch.now)
            try reminding.set(message, id, in: watches, &batch)
        case .set(let device, let what): try switches.set(message, what, of: device, in: watches, &batch)
        case .roomSurvey: try watches.roomSurvey(message, &batch)
        case .historyStatus: status.heard(message, &batch)
        case .homeAssistantStatus:
            try watches.homeAssistantStatus(message, &batch)
            reminding.repeatAll(message, &batch)
        case .homeAssistantConfig:
            if reminding.heard(message) { break }
            let custody = custody
            watches.announcer.heard(message) { custody?.owners.contains($0.owner) ?? true }
        case .fence:
            if let back = custody?.cameBack(message.payload, at: batch.now) { try settle(back, &batch) }
            guard batch.outbox.fenceCameBack(message.payload) else { break }
            let custody = custody
            // Of others it is not all heard yet.
            try settleKept(&batch) { custody?.isArriving($0.owner) != true }
            batch.answer(watches.choices.messages(configuration.topics))
            let announcements = try watches.announcements(&batch)
            batch.answer(announcements)
            reminding.takeUp(watches, at: batch.now)
            try reminding.restore(&batch)
            reminding.follow(&watches, at: batch.now)
            reminding.engine.release(at: batch.now)
            reminding.announceAll(of: { custody?.owners.contains($0) ?? true }, &batch)
        case nil: try strange(message, &batch)
        default: break
        }
    }

    /// Goes by what the broker has kept of some devices, all of which has been heard.
    mutating func settleKept(_ batch: inout Batch, of isHeard: (DeviceID) -> Bool) throws {
        try watches.retireOrphans(&batch, of: isHeard)
        batch.answer(watches.homeAssistantFarewells(departures, of: isHeard))
        // Now that is known which of them somebody wants again, or have gone on, since they were deleted.
        batch.answer(departures.farewells(tellsHomeAssistant: !configuration.homeAssistant, of: isHeard))
        let takenOff = watches.itemsTakenOff.filter(isHeard)
        batch.answer(takenOff.flatMap(configuration.topics.keptOfItem).map(Message.emptied))
    }

    private func strange(_ message: Message, _ batch: inout Batch) throws {
        let levels = message.topic.split(separator: "/", omittingEmptySubsequences: false)
        // What phones say below a device's topic besides, and nothing follows from.
        if levels.count == 4, let last = levels.last, Topics.subtopics.contains(String(last)) { return }
        try batch.quarantine(
            message, reason: MessageError.Reason.topic.rawValue, Self.expectedTopic(configuration.topics)
        )
    }

    /// What is wrong with a message on a topic of another form.
    static func expectedTopic(_ topics: Topics) -> String { "topic: \(topics.positions)/OWNER/DEVICE is expected" }

    /// Goes on telling a tracker whose item was deleted, where the store does not know that any more.
    ///
    /// It may have been restored from a copy that is older, and the broker still keeps what waits for the tracker. False
    /// for any message but such a goodbye to a tracker of which nothing else is known.
    private mutating func resumeDeletion(_ message: Message, of device: DeviceID, _ batch: inout Batch) throws -> Bool {
        guard isBarelyKnown(device), let wish = try? message.decoded(as: Kept<DesiredState>.self),
            !wish.value.isRegistered
        else { return false }
        if message.retained {
            remove(device, &batch)
            let departure = Departure(asked: batch.now, version: wish.value.version)
            try departures.begin(departure, of: device, &batch)
            batch.answer(departures.taken(device, tellsHomeAssistant: !configuration.homeAssistant))
        }
        return true
    }

    /// Whether nothing is known of a device but that it was there: neither a position nor what is wanted of it.
    private func isBarelyKnown(_ device: DeviceID) -> Bool {
        guard let index = watches.index(of: device) else { return true }
        return !positions.knows(device) && watches.trackers[index].wish == nil
    }
}
