public import Bluetooth
public import Messages
public import Tracking

/// A gateway without its radio and its bus: messages, radio events and times in, messages and radio orders out.
///
/// It speaks for its trackers while they are in Bluetooth mode, tells them where their owner is and what is wanted of
/// them, and publishes how near they are.
public struct GatewayCore: Sendable {
    /// What a gateway does.
    public enum Action: Hashable, Sendable {
        case publish(Message)
        case send(Downlink, to: DeviceID)
        /// ``TrackerRadio/tend(_:over:)``
        case tend(DeviceID, over: BluetoothAddress?)
        /// ``TrackerRadio/leave(_:)``
        case leave(DeviceID)
        /// ``TrackerRadio/call(_:)``
        case call(DeviceID)
        /// The tracker has forgotten its owner: its entry and its bond are of no more use.
        case release(DeviceID)
        /// Somebody asks the gateway for something, by a verb and a payload.
        case request(verb: String, payload: [UInt8])
        /// Somebody who looks for a fault may want to know this; in one sentence.
        case note(String)
    }

    public let configuration: Configuration
    var phones: PhoneChoice
    var trackers: [DeviceID: Served] = [:]
    var references: [Name: Reference] = [:]
    /// What the bus has told of trackers that are not served, or not yet.
    var others: [DeviceID: Served] = [:]
    var adapters: [AdapterStatus] = []
    /// Until when it is known that an adapter's scan goes on; nothing of adapters whose radio does not tell.
    var listening: [BluetoothAddress: Listening] = [:]
    /// By what an advertisement may name the tags that are served.
    var devices: [TagIdentity: DeviceID] = [:]
    var output: ForeignOutput?
    var receivers: ForeignReceivers?
    private var served: [Name: [DeviceID]] = [:]

    public init(_ configuration: Configuration) {
        self.configuration = configuration
        phones = configuration.phones
        let formats = configuration.formats
        output = ForeignOutput(formats.published, gateway: configuration.id, room: configuration.room)
        receivers = ForeignReceivers(
            formats.read, gateway: configuration.id, published: formats.published, room: configuration.room
        )
        for device in configuration.trackers {
            trackers[device] = Served()
            served[device.owner, default: []].append(device)
        }
    }

    /// Takes in a message from the bus.
    public mutating func received(_ message: Message, at now: Timestamp, _ actions: inout [Action]) {
        if let news = foreignNews(in: message) { return took(news, from: message, at: now, &actions) }
        switch configuration.topics.parse(message) {
        case .location(let device): located(device, message, at: now, &actions)
        case .desired(let device):
            if message.isEmpty { return takenBack(device) }
            guard let desired = try? message.decoded(as: Kept<DesiredState>.self) else { return }
            if updateUnserved(device, { $0.desired = desired }) { return }
            wanted(desired, of: device, &actions)
        case .command(let device), .ownTracksCommand(let device):
            guard let downlink = Downlink(message, topics: configuration.topics, at: now) else { return }
            command(downlink, to: device, at: now, &actions)
        case .stored(let device):
            guard let stored = try? message.decoded(as: StoredMessage.self) else { return }
            if updateUnserved(device, { $0.stored = stored.mark }) { return }
            trackers[device]?.stored = stored.mark
            pass(.stored(stored.mark), to: device, &actions)
        case .item(let device):
            _ = updateUnserved(device) { $0.isAdded = !message.isEmpty }
        case .reported(let device):
            guard let state = try? message.decoded(as: ReportedState.self) else { return }
            if updateUnserved(device, { $0.activeMode = state.activeMode }) { return }
            trackers[device]?.activeMode = state.activeMode
            if state.activeMode == .cellular { trackers[device]?.waiting = [] }
            if !state.isRegistered, !message.retained { release(device, &actions) }
        case .result(let device):
            guard let result = try? CommandResult(decoding: message.payload) else { return }
            trackers[device]?.waiting.removeAll { $0.command.id == result.id }
            others[device]?.waiting.removeAll { $0.command.id == result.id }
            release(device, after: result, &actions)
        case .proximity(let device):
            guard let proximity = try? ProximityMessage(decoding: message.payload) else { return }
            // As with positions: who lives in the future would never be silent for long.
            guard proximity.time.milliseconds <= now.milliseconds + LocationMessage.futureLimit else { return }
            heardAbout(device, proximity, &actions)
        case .gatewayStatus(let gateway): learned(message, of: gateway, &actions)
        case .gatewayRequest(configuration.id, let verb) where !message.retained:
            actions.append(.request(verb: verb, payload: message.payload))
        default: return
        }
    }

    /// Remembers what is told of a tracker that is not served, for it may be registered later; false when it is served.
    mutating func updateUnserved(_ device: DeviceID, _ change: (inout Served) -> Void) -> Bool {
        guard trackers.index(forKey: device) == nil else { return false }
        guard configuration.usesRegistry, others[device] != nil || others.count < Self.mostOthers else { return true }
        let wasTracker = others[device]?.isTracker == true
        change(&others[device, default: Served()])
        if !wasTracker, others[device]?.isTracker == true { forgetPhone(device) }
        return true
    }

    /// A bus may have more trackers than one gateway should remember.
    private static let mostOthers = 20_000

    /// What is wanted of a tracker, as far as the bus has told.
    public func desired(of device: DeviceID) -> Kept<DesiredState>? { (trackers[device] ?? others[device])?.desired }

    /// Serves these tags from now on, and no others.
    mutating func serve(_ tags: [ServedTag], at now: Timestamp, _ actions: inout [Action]) {
        let devices = Set(tags.map(\.device))
        for (device, state) in trackers where !devices.contains(device) {
            trackers[device] = nil
            others[device] = state.rest
            actions.append(.publish(availability(.offline, of: device)))
        }
        for tag in tags {
            var state = trackers[tag.device] ?? others.removeValue(forKey: tag.device) ?? Served()
            if trackers[tag.device] == nil { forgetPhone(tag.device) }
            if state.pathLoss != tag.pathLoss { state.heard = [:] }
            state.pathLoss = tag.pathLoss
            state.kind = tag.kind
            state.refusals = tag.refusals
            state.advertiseEvery = tag.advertiseEvery?.milliseconds
            let kept = trackers[tag.device] == nil ? state.waiting : []
            if !kept.isEmpty { state.waiting = [] }
            trackers[tag.device] = state
            releaseUnwanted(tag.device, &actions)
            passOn(kept, to: tag.device, at: now, &actions)
        }
        served = Dictionary(grouping: devices.sorted(), by: \.owner)
        adoptNames(of: tags)
    }

    /// Tells nothing more of a tracker that nobody has here any more, but that it is gone.
    mutating func serveNoMore(_ device: DeviceID, _ actions: inout [Action]) {
        guard trackers.removeValue(forKey: device) != nil else { return }
        served[device.owner]?.removeAll { $0 == device }
        actions.append(.publish(availability(.offline, of: device)))
    }

    /// A position of one of our owners' devices: the phone's is the reference of every tracker of that owner.
    private mutating func located(
        _ device: DeviceID, _ message: Message, at now: Timestamp, _ actions: inout [Action]
    ) {
        // The phone was deleted.
        if message.isEmpty { return forgetPhone(device) }
        // By index, here as elsewhere: what is known of a tracker is copied to find out that there is something.
        guard trackers.index(forKey: device) == nil, let location = try? message.decoded(as: LocationMessage.self)
        else { return }
        let fix = location.fix
        // A clock far ahead would keep every later position from counting.
        guard fix.time.milliseconds <= now.milliseconds + LocationMessage.futureLimit else { return }
        let isItem = location.mark != nil || others[device]?.isTracker == true
        let choice = phones.choose(device, sendsMarks: isItem, isEarlier: message.retained)
        guard choice.isPhone else { return }
        let reference = Reference(fix)
        if let index = references.index(forKey: device.owner) {
            if !choice.isNew, references.values[index].time >= fix.time { return }
            references.values[index] = reference
        } else {
            references[device.owner] = reference
        }
        for tracker in served[device.owner] ?? [] { send(tracker, reference, at: now, &actions) }
    }

    /// A device says no longer where its owner is: it is gone, or has turned out to be a thing.
    private mutating func forgetPhone(_ device: DeviceID) {
        if phones.phone(of: device.owner) == device.device { references[device.owner] = nil }
        phones.forget(device)
    }

    /// Over Bluetooth at once; over the network, where a message costs the tracker energy, from time to time.
    private mutating func send(
        _ tracker: DeviceID, _ reference: Reference, at now: Timestamp, _ actions: inout [Action]
    ) {
        guard let index = trackers.index(forKey: tracker) else { return }
        let (gateway, interval) = (configuration.id, configuration.referenceEvery)
        // In place: each step of an owner comes here, and a copy of what is known brings a dozen references.
        let news = trackers.values[index].refer(to: reference, at: now, every: interval, from: gateway)
        if news.isLinked { actions.append(.send(.reference(reference), to: tracker)) }
        if let desired = news.desired { actions.append(.publish(message(desired, to: tracker))) }
    }

    /// The newest version holds; one that overtook it on the way is put right.
    private mutating func wanted(_ desired: Kept<DesiredState>, of device: DeviceID, _ actions: inout [Action]) {
        guard let index = trackers.index(forKey: device) else { return }
        let mine = trackers.values[index].desired
        if let mine, mine.value.version > desired.value.version {
            actions.append(.publish(message(mine, to: device)))
            return
        }
        let isNews = mine?.value.withoutReference != desired.value.withoutReference
        trackers.values[index].desired = desired
        if isNews { pass(.desired(desired.value), to: device, &actions) }
        releaseUnwanted(device, &actions)
    }

    private func message(_ desired: Kept<DesiredState>, to device: DeviceID) -> Message {
        Message(topic: configuration.topics.desired(device), carrying: desired, retained: true)
    }

    func pass(_ downlink: Downlink, to device: DeviceID, _ actions: inout [Action]) {
        if trackers[device]?.isLinked == true { actions.append(.send(downlink, to: device)) }
    }
}

extension DesiredState {
    fileprivate var withoutReference: DesiredState {
        var copy = self
        copy.reference = nil
        return copy
    }
}
