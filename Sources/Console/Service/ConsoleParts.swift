public import Access
public import History
public import Logging
public import Store
public import Tracking

/// What the console's routes work with.
///
/// They read from the store, have the history service write, and talk with trackers over the bus.
public struct ConsoleParts: Sendable {
    public let configuration: ConsoleConfiguration
    /// For reading.
    public let store: Store
    /// For every change, in order with what comes in over the bus.
    public let history: HistoryService
    /// What the bus says and is told.
    public let feed: ConsoleFeed
    /// Who may log in; nil for a console that knows nobody and lets everybody in.
    public let access: AccessDesk?
    /// What lets commands of this machine in, see the lock of the database.
    public let localKey: AccessSecret?
    public let clock: any UTCClock
    public let logger: Logger
    /// How the notifications stand, by the channel.
    public var notifications: @Sendable () throws -> [ChannelMetrics] = { [] }
    /// Who has looked, until it is written down.
    let looks = LookBook()
    /// What is being erased.
    let erasures = ErasureBook()
    /// What long answers take.
    let answers: AnswerRoom

    public init(
        configuration: ConsoleConfiguration,
        store: Store,
        history: HistoryService,
        feed: ConsoleFeed,
        access: AccessDesk? = nil,
        localKey: AccessSecret? = nil,
        clock: any UTCClock,
        logger: Logger
    ) {
        self.configuration = configuration
        self.store = store
        self.history = history
        self.feed = feed
        self.access = access
        self.localKey = localKey
        self.clock = clock
        self.logger = logger
        answers = AnswerRoom(configuration.limits)
    }
}
