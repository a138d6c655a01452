public import Messages
public import Tracking

/// A broker in memory, on the simulation's clock: the same topics, bytes, retained messages, sessions and wills as on
/// a real one, without a task or a wait.
///
/// What is published is queued; ``next()`` hands it to one subscriber after the other, in order.
public struct MemoryBroker: Sendable {
    /// A client, by the order in which they were added.
    public typealias ClientID = Int

    /// A message on its way to a client.
    public struct Delivery: Sendable {
        public var client: ClientID
        public var message: Message
    }

    struct Client: Sendable {
        var session: BusSession
        var isConnected = false
        /// Whether the broker knows the session: from the first connection on, when it is persistent.
        var hasSession = false
        /// Quality 1 for a persistent session whose client is away.
        var queued: [Message] = []
        /// What the client wanted to send while the broker was away.
        var unsent: [Message] = []
        /// The topic that it has published on last, which is often the next, too; below 0 for none.
        var lastTopic = -1
    }

    private struct Subscriber: Hashable, Sendable {
        private let number: Int32
        let options: BusSession.Subscription.Options

        var client: ClientID { Int(number) }

        init(client: ClientID, options: BusSession.Subscription.Options) {
            (number, self.options) = (Int32(truncatingIfNeeded: client), options)
        }
    }

    private struct TopicRecord: Sendable {
        let name: String
        /// Who subscribes to it; nil until it is asked again after a new client.
        var subscribers: [Subscriber]?
        var retained: Message?
        var isListed = false
        let reading: TopicReading
    }

    /// Whether the broker can be reached.
    public private(set) var isUp = true
    var clients: [Client] = []
    private var subscriptions = SubscriptionTree()
    /// The topics that were published on, in that order, so that each message costs one search.
    private var topics: [TopicRecord] = []
    private var topicIndices: [String: Int32] = [:]
    /// Lists of subscribers, each kept once: most topics have those of many others.
    private var audiences: Set<[Subscriber]> = []
    /// The topics that ever had a retained message, in that order.
    private var retainedTopics: [Int32] = []
    private var deliveries: [Delivery] = []
    private var head = 0
    private var network: FaultyNetwork
    private let layout: TopicReading.Layout

    /// A broker whose faults, once set, are drawn from a seed; of a part of a fleet, which begins with that copy.
    ///
    /// What its messages are about is read once for each topic, as `topics` are laid out. There is room for so many
    /// clients, and for more if they come.
    public init(seed: UInt64 = 0, firstCopy: Int = 1, topics: Topics = Topics(), clients: Int = 0) {
        layout = TopicReading.Layout(topics)
        self.clients.reserveCapacity(clients)
        network = FaultyNetwork(generator: SplitMix(seed: seed, stream: "messages", part: firstCopy))
    }

    /// Adds a client, not yet connected.
    public mutating func add(_ session: BusSession) -> ClientID {
        var session = session
        session.will = session.will?.compact
        for index in session.subscriptions.indices {
            let filter = session.subscriptions[index].filter
            subscriptions.insert(filter, clients.count)
            session.subscriptions[index].filter = subscriptions.kept(filter) ?? filter
        }
        clients.append(Client(session: session))
        for index in topics.indices { topics[index].subscribers = nil }
        audiences = []
        return clients.count - 1
    }

    /// What is lost, doubled and delayed from now on: of the positions, which a tracker can send again.
    public mutating func set(_ faults: Scenario.MessageFaults) { network.faults = faults }

    /// Connects a client: it gets what was queued for it, and then, as it subscribes, the retained messages.
    public mutating func connect(_ client: ClientID, will: Message? = nil) {
        guard isUp, !clients[client].isConnected else { return }
        clients[client].isConnected = true
        clients[client].hasSession = clients[client].session.persistent
        if let will { clients[client].session.will = will }
        for message in clients[client].queued { deliveries.append(Delivery(client: client, message: message)) }
        clients[client].queued = []
        for subscription in clients[client].session.subscriptions { deliverRetained(subscription.filter, to: client) }
        let unsent = clients[client].unsent
        clients[client].unsent = []
        for message in unsent { accept(message, from: client) }
    }

    /// Takes a client away; without a word of its own the broker speaks its will.
    public mutating func disconnect(_ client: ClientID, clean: Bool) {
        guard clients[client].isConnected else { return }
        clients[client].isConnected = false
        if !clean, isUp, let will = clients[client].session.will { accept(will, from: client) }
    }

    /// A client's program dies, with all that it still wanted to send.
    public mutating func crash(_ client: ClientID) {
        disconnect(client, clean: false)
        clients[client].unsent = []
    }

    /// Takes a message from a client; one of quality 1 waits with the client while the broker is away.
    public mutating func publish(_ message: Message, from client: ClientID, at now: Timestamp) {
        guard isUp, clients[client].isConnected else {
            if message.quality == .atLeastOnce { clients[client].unsent.append(message) }
            return
        }
        for _ in 0..<network.pass(message, at: now) { accept(message, from: client) }
    }

    /// Lets go of the delayed messages whose time has come.
    public mutating func advance(to now: Timestamp) {
        for message in network.release(at: now) { accept(message, from: nil) }
    }

    /// Whether a message is on its way to somebody.
    public var hasDeliveries: Bool { head < deliveries.count }

    /// The next message and the client it goes to; nil when there is none on its way.
    public mutating func next() -> Delivery? {
        guard head < deliveries.count else {
            deliveries.removeAll(keepingCapacity: true)
            head = 0
            return nil
        }
        head += 1
        return deliveries[head - 1]
    }

    /// Hands over all messages that are on their way by now, in order, in place of what `taken` holds.
    ///
    /// Its memory is used for those that come next.
    public mutating func take(_ taken: inout [Delivery]) {
        taken.removeAll(keepingCapacity: true)
        if head > 0 { deliveries.removeFirst(head) }
        head = 0
        swap(&taken, &deliveries)
    }

    /// The broker goes away with every connection; sessions, queues and retained messages it has on disk.
    public mutating func goDown() {
        isUp = false
        for index in clients.indices { clients[index].isConnected = false }
    }

    /// The broker is back; clients connect by themselves.
    public mutating func comeUp() { isUp = true }

    /// Passes a message on.
    ///
    /// Of one that was late nobody knows any more whose it was.
    private mutating func accept(_ message: Message, from publisher: ClientID?) {
        let topic = index(of: message.topic, from: publisher)
        var message = message
        message.reading = topics[topic].reading
        if message.retained { retain(message, on: topic) }
        for subscriber in subscribers(of: topic, named: message.topic) {
            let client = subscriber.client
            if client == publisher, subscriber.options.contains(.othersOnly) { continue }
            var live = message
            live.retained = message.retained && subscriber.options.contains(.keepsRetained)
            if clients[client].isConnected {
                deliveries.append(Delivery(client: client, message: live))
            } else if clients[client].hasSession, message.quality == .atLeastOnce {
                clients[client].queued.append(live)
            }
        }
    }

    private mutating func index(of topic: String, from publisher: ClientID?) -> Int {
        guard let publisher else { return index(of: topic) }
        let last = clients[publisher].lastTopic
        if last >= 0, topics[last].name == topic { return last }
        let found = index(of: topic)
        clients[publisher].lastTopic = found
        return found
    }

    private mutating func index(of topic: String) -> Int {
        if let known = topicIndices[topic] { return Int(known) }
        // By a quarter, and not to the double.
        if topics.count == topics.capacity { topics.reserveCapacity(topics.count + topics.count / 4 + 8) }
        let name = subscriptions.kept(topic) ?? topic
        topics.append(TopicRecord(name: name, reading: TopicReading(topic, layout)))
        topicIndices[name] = Int32(topics.count - 1)
        return topics.count - 1
    }

    private mutating func subscribers(of index: Int, named topic: String) -> [Subscriber] {
        if let known = topics[index].subscribers { return known }
        let found = subscriptions.clients(for: topic).map { client in
            Subscriber(client: client, options: options(of: client, for: topic))
        }
        let kept = audiences.insert(found).memberAfterInsert
        topics[index].subscribers = kept
        return kept
    }

    /// What a client has chosen for a topic; of several filters that fit it, the first one with a choice.
    private func options(of client: ClientID, for topic: String) -> BusSession.Subscription.Options {
        let choices = clients[client].session.subscriptions.lazy.filter { !$0.options.isEmpty }
        return choices.first { SubscriptionTree.matches($0.filter, topic) }?.options ?? []
    }

    private mutating func deliverRetained(_ filter: String, to client: ClientID) {
        guard SubscriptionTree.hasWildcard(filter) else {
            guard let message = topicIndices[filter].flatMap({ topics[Int($0)].retained }) else { return }
            return deliveries.append(Delivery(client: client, message: message))
        }
        // Most topics differ before the first wildcard, which is quickly seen.
        let beginning = filter.utf8.prefix { $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "#") }
        let isBase = filter.utf8.last == UInt8(ascii: "#")
        for index in retainedTopics {
            guard let message = topics[Int(index)].retained, isBase || message.topic.utf8.starts(with: beginning),
                SubscriptionTree.matches(filter, message.topic)
            else { continue }
            deliveries.append(Delivery(client: client, message: message))
        }
    }

    private mutating func retain(_ message: Message, on index: Int) {
        guard !message.isEmpty else { return topics[index].retained = nil }
        var kept = message.compact
        // Each message brings its topic in memory of its own.
        kept.topic = topics[index].name
        kept.reading = topics[index].reading
        topics[index].retained = kept
        guard !topics[index].isListed else { return }
        topics[index].isListed = true
        retainedTopics.append(Int32(index))
    }

    /// Lets go of the memory that only takes what is on its way, while nothing is.
    public mutating func rest() {
        if !hasDeliveries { (deliveries, head) = ([], 0) }
    }
}
