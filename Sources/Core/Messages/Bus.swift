/// What a client of the bus tells the broker when it connects.
public struct BusSession: Hashable, Sendable {
    /// Names the session; unique on the broker.
    public var clientID: String
    /// Topic filters, each with the highest quality of service wanted.
    public var subscriptions: [Subscription]
    /// What the broker publishes when the client is gone without a word.
    public var will: Message?
    /// Whether the broker keeps the session, and queues what comes, while the client is away.
    public var persistent: Bool
    /// How the topics begin whose messages are not sent again when the connection breaks before the broker has
    /// confirmed them, whatever their quality: their publisher finds out whether they went out.
    ///
    /// What is retained is sent again in any case.
    ///
    /// To a broker with several addresses they are sent again.
    public var unrepeated: [String]

    public struct Subscription: Hashable, Sendable {
        public var filter: String
        public var quality: QualityOfService
        public var options: Options

        public init(
            _ filter: String, _ quality: QualityOfService = .atLeastOnce, options: Options = []
        ) {
            self.filter = filter
            self.quality = quality
            self.options = options
        }

        /// What MQTT 5 lets a subscriber choose (section 3.8.3.1 of its specification).
        public struct Options: OptionSet, Hashable, Sendable {
            public let rawValue: UInt8
            public init(rawValue: UInt8) { self.rawValue = rawValue }

            /// What the client publishes itself does not come back to it ("no local").
            public static let othersOnly = Options(rawValue: 1 << 0)
            /// A message that was published to be kept is told as retained when it is passed on at once, too ("retain as
            /// published"); without this only one is that the broker had kept before.
            public static let keepsRetained = Options(rawValue: 1 << 1)
        }
    }

    public init(
        clientID: String,
        subscriptions: [Subscription],
        will: Message? = nil,
        persistent: Bool,
        unrepeated: [String] = []
    ) {
        self.clientID = clientID
        self.subscriptions = subscriptions
        self.will = will
        self.persistent = persistent
        self.unrepeated = unrepeated
    }
}

/// What happens on a session.
public enum BusEvent: Sendable {
    /// The session stands and is subscribed. `resumed` tells that the broker had kept it, with what was queued.
    case connected(resumed: Bool)
    /// Messages in the order of their arrival. They are acknowledged once the handler has returned.
    case received([Message])
    /// The broker cannot be reached; said once, however often it is tried again.
    case disconnected(reason: String)
}

/// The bus between programs: MQTT, or the same in memory.
public protocol Bus: Sendable {
    /// Connects, subscribes, and hands on what arrives until the task is cancelled or shut down; connects again by
    /// itself when the connection breaks.
    ///
    /// Messages of quality 1 are acknowledged only after `handler` has returned for their batch. When it throws,
    /// nothing of the batch is acknowledged and the error ends the run.
    func run(_ handler: @escaping @Sendable (BusEvent) async throws -> Void) async throws

    /// Hands a message over for sending. Quality 1 is kept and sent again until the broker has it, across reconnects;
    /// quality 0 is dropped while there is no connection.
    ///
    /// Waits while the queue of unsent messages is full.
    /// - Throws: ``BusClosed`` once the run has ended.
    func publish(_ message: Message) async throws(BusClosed)

    /// Lets go of one of the session's subscriptions until it connects again.
    ///
    /// In the handler it concerns the connection of the event that is handled; without a connection it does nothing. What
    /// is on its way comes all the same. A bus that cannot do without lets everything come.
    func unsubscribe(_ filter: String)

    /// Adds subscriptions to the session, for this connection and those to come; what is published behind that is sent
    /// behind them.
    ///
    /// A bus whose session is what it was made with, as one in memory, adds none.
    func subscribe(_ subscriptions: [BusSession.Subscription])

    /// Messages that wait to be sent or confirmed; 0 for a bus that does not count them.
    var backlog: Int { get }

    /// Waits until the broker has every message of quality 1 published so far; a bus that keeps none does not wait.
    ///
    /// - Throws: ``BusClosed`` when the run ends before, `CancellationError` when the task is cancelled.
    func drained() async throws
}

extension Bus {
    public func unsubscribe(_ filter: String) {}
    public func subscribe(_ subscriptions: [BusSession.Subscription]) {}
    public var backlog: Int { 0 }
    public func drained() async throws {}
}

/// The bus was used after its run had ended.
public struct BusClosed: Error, Hashable, Sendable, CustomStringConvertible {
    public init() {}
    public var description: String { "the connection to the broker has been closed" }
}
