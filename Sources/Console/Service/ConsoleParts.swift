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
    public let clock: any UTCClock
    public let logger: Logger

    public init(
        configuration: ConsoleConfiguration,
        store: Store,
        history: HistoryService,
        feed: ConsoleFeed,
        clock: any UTCClock,
        logger: Logger
    ) {
        self.configuration = configuration
        self.store = store
        self.history = history
        self.feed = feed
        self.clock = clock
        self.logger = logger
    }
}
