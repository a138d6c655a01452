internal import HeapModule

/// The air between tags and controllers: who hears whom, how strongly, and when.
///
/// A discrete-event simulation: ``nextEvent`` tells when something happens, ``advance(to:)`` lets it happen, and a run is
/// decided by the generator, the propagation and the calls. It models one advertising event after another with the
/// specified 0–10 ms of chance, the channel that each receiver listens on, loss near the sensitivity, and connections
/// event by event with retransmission and supervision timeout. Packets do not collide, and a receiver loses nothing by
/// having several things to do.
public struct Medium: Sendable {
    /// How strong packets arrive.
    public var propagation: any Propagation
    /// Which of them get through.
    public var reception: ReceptionCurve
    /// The moment up to which everything has happened.
    public private(set) var now: AirTime
    /// What has happened so far.
    public internal(set) var statistics = Statistics()

    var generator: any RandomNumberGenerator & Sendable
    var advertisers: [Transmitter: Advertiser] = [:]
    var listeners: [ReceiverID: Listener] = [:] {
        didSet { receivers = listeners.keys.sorted { $0.number < $1.number } }
    }
    /// Those who listen, in an order that does not change from run to run.
    var receivers: [ReceiverID] = []
    var addresses: [ReceiverID: LinkAddress] = [:]
    /// The channel on which each has heard something last, and answers.
    var channels: [ReceiverID: UInt8] = [:]
    /// What the controllers' link layers tell each other of themselves.
    var controllers: [ReceiverID: LinkCapabilities] = [:]
    var peers: [TagID: any LinkPeer] = [:]
    var alarms: [TagID: AirTime] = [:]
    var links: [LinkID: AirConnection] = [:]
    var linkCount = 0
    /// What tags advertised before they were connected.
    var lastSets: [TagID: AdvertisingSet] = [:]
    var deliveries: [Delivery] = []
    private var agenda = Heap<Scheduled>()
    private var scheduled = 0
    private var stamps = 0

    /// Counts since the beginning.
    public struct Statistics: Hashable, Sendable {
        /// Advertising events, each on up to three channels.
        public var advertisingEvents = 0
        /// Advertisements that a receiver was listening for, and those of them that were lost.
        public var reachedReceivers = 0, lost = 0
        /// Scan requests.
        public var scanRequests = 0
    }

    /// Empties the air, and begins at a moment; the generator is for delays and losses.
    public init(
        propagation: any Propagation,
        reception: ReceptionCurve = ReceptionCurve(),
        generator: any RandomNumberGenerator & Sendable,
        at time: AirTime = .zero
    ) {
        self.propagation = propagation
        self.reception = reception
        self.generator = generator
        now = time
    }

    /// When something happens next.
    public var nextEvent: AirTime? { agenda.min?.time }

    /// Lets the next thing happen, if it is due by a moment; nil when there is none.
    ///
    /// What comes out must be given to the controllers before the next call, since they may answer at once.
    public mutating func advance(to time: AirTime) -> [Delivery]? {
        guard let next = agenda.min, next.time <= time else {
            now = max(now, time)
            return nil
        }
        agenda.removeMin()
        now = max(now, next.time)
        happen(next)
        return takeDeliveries()
    }

    /// Events for controllers.
    public struct Delivery: Hashable, Sendable {
        public var receiver: ReceiverID
        public var event: AirEvent
    }

    mutating func takeDeliveries() -> [Delivery] {
        defer { deliveries = [] }
        return deliveries
    }

    mutating func deliver(_ event: AirEvent, to receiver: ReceiverID) {
        deliveries.append(Delivery(receiver: receiver, event: event))
    }

    /// Whether a packet gets through: as the propagation says, or else by chance.
    mutating func isReceived(_ arrival: Arrival, on phy: LinkPHY = .basic) -> Bool {
        arrival.isReceived
            ?? (Double.random(in: 0..<1, using: &generator) < reception.probability(at: arrival.strength, on: phy))
    }
}

/// What is going to happen.
extension Medium {
    /// An entry of the agenda; it is void when its subject has got another stamp since.
    struct Scheduled: Comparable, Sendable {
        enum Subject: Sendable {
            case advertiser(Transmitter)
            case link(LinkID)
            case peer(TagID)
        }

        let time: AirTime
        let number: Int
        let subject: Subject
        let stamp: Int

        static func < (left: Self, right: Self) -> Bool { (left.time, left.number) < (right.time, right.number) }
        static func == (left: Self, right: Self) -> Bool { left.number == right.number }
    }

    /// Puts something on the agenda, and returns the stamp that the subject must still have for it to happen.
    mutating func schedule(_ subject: Scheduled.Subject, at time: AirTime, stamp: Int? = nil) -> Int {
        if stamp == nil { stamps += 1 }
        scheduled += 1
        let stamp = stamp ?? stamps
        agenda.insert(Scheduled(time: max(time, now), number: scheduled, subject: subject, stamp: stamp))
        return stamp
    }

    /// A tag that wants to be woken at once again would stop the time; it has to wait for a millisecond.
    private mutating func slowDown(_ tag: TagID) {
        guard let alarm = alarms[tag], alarm <= now else { return }
        let later = now.after(milliseconds: 1)
        alarms[tag] = later
        _ = schedule(.peer(tag), at: later)
    }

    private mutating func happen(_ event: Scheduled) {
        switch event.subject {
        case .advertiser(let transmitter):
            guard advertisers[transmitter]?.stamp == event.stamp else { return }
            advertise(transmitter)
        case .link(let id):
            guard links[id]?.stamp == event.stamp else { return }
            meet(id)
        case .peer(let tag):
            guard alarms[tag] == event.time else { return }
            alarms[tag] = nil
            ask(tag) { peer, now in peer.wake(at: now) }
            slowDown(tag)
        }
    }
}

/// What controllers want.
extension Medium {
    /// Carries out what a controller wants, and returns what that brings at once.
    public mutating func carryOut(_ order: AirOrder, of receiver: ReceiverID) -> [Delivery] {
        switch order {
        case .reset: remove(receiver)
        case .listen(let listening): listeners[receiver] = listening.map { Listener(listening: $0, since: now) }
        case .advertise(let set, let advertising): advertise(.receiver(receiver, set: set), advertising)
        case .requestScan(let transmitter): requestScan(of: transmitter, by: receiver)
        case .connect(let transmitter, let own, let parameters):
            addresses[receiver] = own
            connect(transmitter, parameters, by: receiver)
        case .send(let id, let fragment):
            // After its own last word a side says no more.
            guard let side = links[id]?.side(of: receiver), links[id]?.end?.by != side else { break }
            if side == .central { links[id]?.toTag.append(fragment) } else { links[id]?.toController.append(fragment) }
            hurry(id)
        case .start(let id, let procedure):
            guard let side = links[id]?.side(of: receiver) else { break }
            let running = AirConnection.Running(procedure: procedure, events: procedure.events, side: side)
            links[id]?.procedures.append(running)
            hurry(id)
        case .disconnect(let id, let reason):
            guard let side = links[id]?.side(of: receiver) else { break }
            end(id, reason: reason, by: side)
        case .key(let id, let key):
            guard let link = links[id], link.side(of: receiver) == .peripheral, let request = link.keyRequest else {
                break
            }
            links[id]?.keyRequest = nil
            encrypt(link, request, with: key)
        }
        return takeDeliveries()
    }

    /// A controller has been reset: its peers hear nothing any more.
    private mutating func remove(_ receiver: ReceiverID) {
        listeners[receiver] = nil
        for transmitter in advertisers.keys {
            guard case .receiver(receiver, _) = transmitter else { continue }
            advertisers[transmitter] = nil
        }
        for link in links.values.sorted(by: { $0.id.number < $1.id.number }) {
            switch link.side(of: receiver) {
            case .central:
                links[link.id] = nil
                if link.isEstablished { tellPeripheral(of: link, .disconnected(reason: .connectionTimeout)) }
            case .peripheral: links[link.id]?.isPeerGone = true
            case nil: break
            }
        }
    }
}
