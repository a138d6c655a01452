public import Bluetooth
public import Messages
public import Tracking

/// A gateway without its radio and its bus: messages, radio events and times in, messages and radio orders out.
///
/// It speaks for its trackers while they are in Bluetooth mode, tells them where their owner is and what is wanted of
/// them, and publishes how near they are.
public struct GatewayCore: Sendable {
    /// What a gateway is told once.
    public struct Configuration: Sendable {
        public var id: Name
        public var trackers: [DeviceID]
        public var topics: Topics
        public var phones: PhoneChoice
        public var pathLoss: PathLoss
        /// Milliseconds between two proximity messages of a tracker.
        public var proximityEvery: Int64
        /// Milliseconds between two references to a tracker in cellular mode.
        public var referenceEvery: Int64

        public init(
            id: Name,
            trackers: [DeviceID],
            topics: Topics = Topics(),
            phones: PhoneChoice = PhoneChoice(),
            pathLoss: PathLoss = PathLoss(),
            proximityEvery: Int64 = 10_000,
            referenceEvery: Int64 = 60_000
        ) {
            self.id = id
            self.trackers = trackers
            self.topics = topics
            self.phones = phones
            self.pathLoss = pathLoss
            self.proximityEvery = proximityEvery
            self.referenceEvery = referenceEvery
        }
    }

    /// What a gateway does.
    public enum Action: Hashable, Sendable {
        case publish(Message)
        case send(Downlink, to: DeviceID)
    }

    public let configuration: Configuration
    var phones: PhoneChoice
    var trackers: [DeviceID: Served] = [:]
    var references: [Name: Reference] = [:]
    private var served: [Name: [DeviceID]] = [:]

    public init(_ configuration: Configuration) {
        self.configuration = configuration
        phones = configuration.phones
        for device in configuration.trackers {
            trackers[device] = Served()
            served[device.owner, default: []].append(device)
        }
    }

    /// What the gateway subscribes to, and what the broker says of it when it is gone.
    public var session: BusSession {
        let topics = configuration.topics
        var filters: [BusSession.Subscription] = []
        for owner in served.keys.sorted() {
            filters.append(.init(topics.locations(of: owner)))
        }
        for device in configuration.trackers {
            for topic in [
                topics.desired(device), topics.command(device), topics.stored(device), topics.reported(device),
                topics.ownTracksCommand(device),
            ] { filters.append(.init(topic)) }
        }
        return BusSession(
            clientID: "tagalong-gateway-\(configuration.id)",
            subscriptions: filters,
            will: status(.offline),
            persistent: true
        )
    }

    /// The message that says whether the gateway is there.
    public func status(_ state: Availability) -> Message {
        let payload = GatewayStatus(state: state, adapters: []).encoded()
        return Message(
            topic: configuration.topics.gatewayStatus(configuration.id),
            payload: payload,
            retained: true
        )
    }

    /// Takes in a message from the bus.
    public mutating func received(_ message: Message, at now: Timestamp, _ actions: inout [Action]) {
        switch configuration.topics.parse(message.topic) {
        case .location(let device):
            located(device, message, at: now, &actions)
        case .desired(let device):
            guard let desired = try? Kept<DesiredState>(decoding: message.payload) else { return }
            wanted(desired, of: device, &actions)
        case .command(let device), .ownTracksCommand(let device):
            guard let downlink = Downlink(message, topics: configuration.topics, at: now) else { return }
            pass(downlink, to: device, &actions)
        case .stored(let device):
            guard let stored = try? StoredMessage(decoding: message.payload) else { return }
            trackers[device]?.stored = stored.mark
            pass(.stored(stored.mark), to: device, &actions)
        case .reported(let device):
            guard let state = try? ReportedState(decoding: message.payload) else { return }
            trackers[device]?.activeMode = state.activeMode
        default:
            return
        }
    }

    /// A position of one of our owners' devices: the phone's is the reference of every tracker of that owner.
    private mutating func located(
        _ device: DeviceID,
        _ message: Message,
        at now: Timestamp,
        _ actions: inout [Action]
    ) {
        guard trackers[device] == nil, let location = try? LocationMessage(decoding: message.payload),
            phones.isPhone(device, sendsMarks: location.mark != nil)
        else { return }
        let fix = location.fix
        // A clock far ahead would keep every later position from counting.
        guard fix.time.milliseconds <= now.milliseconds + LocationMessage.futureLimit else { return }
        if let known = references[device.owner], known.time >= fix.time { return }
        let reference = Reference(fix)
        references[device.owner] = reference
        for tracker in served[device.owner] ?? [] { tell(tracker, reference, at: now, &actions) }
    }

    /// Over Bluetooth at once; over the network, where a message costs the tracker energy, from time to time.
    private mutating func tell(
        _ tracker: DeviceID,
        _ reference: Reference,
        at now: Timestamp,
        _ actions: inout [Action]
    ) {
        guard var state = trackers[tracker] else { return }
        if state.isLinked { actions.append(.send(.reference(reference), to: tracker)) }
        guard state.activeMode != .bluetooth || !state.isLinked, var desired = state.desired,
            state.referenceSent.map({ now.milliseconds - $0.milliseconds >= configuration.referenceEvery }) ?? true
        else { return }
        desired.value.reference = reference
        (state.desired, state.referenceSent) = (desired, now)
        trackers[tracker] = state
        actions.append(.publish(message(desired, to: tracker)))
    }

    /// The newest version holds; one that overtook it on the way is put right.
    private mutating func wanted(_ desired: Kept<DesiredState>, of device: DeviceID, _ actions: inout [Action]) {
        guard let known = trackers[device] else { return }
        if let mine = known.desired, mine.value.version > desired.value.version {
            actions.append(.publish(message(mine, to: device)))
            return
        }
        let isNews = known.desired?.value.withoutReference != desired.value.withoutReference
        trackers[device]?.desired = desired
        if isNews { pass(.desired(desired.value), to: device, &actions) }
    }

    private func message(_ desired: Kept<DesiredState>, to device: DeviceID) -> Message {
        Message(topic: configuration.topics.desired(device), payload: desired.encoded(), retained: true)
    }

    private func pass(_ downlink: Downlink, to device: DeviceID, _ actions: inout [Action]) {
        if trackers[device]?.isLinked == true { actions.append(.send(downlink, to: device)) }
    }
}

/// What a gateway knows of a tracker that it serves.
struct Served: Sendable {
    var isLinked = false
    var desired: Kept<DesiredState>?
    var stored: FixMark?
    var activeMode: Mode?
    var referenceSent: Timestamp?
    var proximitySent: Timestamp?
    var strengths: [Int] = []
}

extension DesiredState {
    fileprivate var withoutReference: DesiredState {
        var copy = self
        copy.reference = nil
        return copy
    }
}
