public import Access
public import Clouds
public import History
public import Logging
public import Store
public import Tracking
public import Web

/// What the routes of items and their history work with, beside what everything on the web does.
///
/// They read from the store, have the history service write, and talk with trackers over the bus.
@dynamicMemberLookup
public struct ConsoleParts: Sendable {
    public let web: WebParts
    /// For reading.
    public let store: Store
    /// For every change, in order with what comes in over the bus.
    public let history: HistoryDesk
    /// What the bus says and is told.
    public let feed: ConsoleFeed
    /// How the notifications stand, by the channel.
    public var notifications: @Sendable () throws -> [ChannelMetrics] = { [] }
    /// How those parts stand that may fail while the others go on.
    public var board = PartBoard()
    /// What this run of the program has logged.
    public var log = RunLog()
    /// Since when this runs.
    let started: Timestamp
    /// What sends messages to browsers; nil where nothing does.
    public var push: PushDesk?
    /// The channels that alerts are sent on; nil where notifications are off.
    public var channels: NotificationDesk?
    /// How people register, and what writes mails to them.
    public var signIn = SignInDesk()
    /// The clients of the private broker; nil where it is not this program's.
    public var broker: BrokerDesk?
    /// The items that are simulated here; nil where there is no broker for them.
    public var simulated: SimulatedItemDesk?
    /// Where clouds of cellular devices pass on what these send; nil where none is set up.
    public var clouds: CloudIngress?
    /// What is known from outside for reminders; nil where nothing is asked of anybody.
    public var facts: FactDesk?
    /// What has become of the messages of each cloud.
    public var cloudMetrics: @Sendable () -> [CloudMetrics] = { [] }
    /// How it stands with months in an object storage; nil where none is set.
    public var archive: @Sendable () throws -> ArchiveMetrics? = { nil }
    /// Who has looked, until it is written down.
    let looks = AccessLogQueue()
    /// Who has share links open.
    let visits = LinkVisits()
    /// Files that are being taken in.
    let imports = ImportRoom()
    /// The backup that is being made.
    let backups = BackupRoom()
    /// Who listens for what comes into inboxes.
    let inboxes = InboxBoard()
    /// What is being erased.
    let erasures = ErasureRegistry()

    /// Those of a history that one service in this program has.
    public init(
        configuration: ConsoleConfiguration,
        store: Store,
        history: HistoryService,
        feed: ConsoleFeed,
        access: AccessControl? = nil,
        localKey: AccessSecret? = nil,
        clock: any UTCClock,
        logger: Logger
    ) {
        self.init(
            configuration: configuration,
            store: store,
            history: HistoryDesk(history),
            feed: feed,
            access: access,
            localKey: localKey,
            clock: clock,
            logger: logger
        )
    }

    public init(
        configuration: ConsoleConfiguration,
        store: Store,
        history: HistoryDesk,
        feed: ConsoleFeed,
        access: AccessControl? = nil,
        localKey: AccessSecret? = nil,
        clock: any UTCClock,
        logger: Logger
    ) {
        web = WebParts(configuration: configuration, access: access, localKey: localKey, clock: clock, logger: logger)
        (self.store, self.history, self.feed) = (store, history, feed)
        started = clock.now
    }

    public subscript<Part>(dynamicMember part: KeyPath<WebParts, Part>) -> Part { web[keyPath: part] }
}

extension ConsoleParts {
    /// Has the streams of events hear what does not come over the bus.
    package func feedStreams() async {
        let (store, live, topics) = (store, feed.live, web.configuration.topics)
        board.listen { if !$0.isEmpty { live.append([LiveEvent($0)]) } }
        await feed.followRings(by: web.clock)
        await feed.follow {
            try store.alerts(of: nil, limit: 500)
        } reminders: {
            try store.reminderEvents(of: nil, limit: 500)
        }
        await history.follow(live, topics) { account, owner in Task { await forget(account, owner) } }
    }
}
