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
    /// Files that are being taken in.
    let imports = ImportRoom()
    /// What closes the places in lists that clients come back with.
    let cursors: CursorSeal
    /// What is being erased.
    let erasures = ErasureBook()
    /// What long answers take.
    let answers: AnswerRoom
    /// Passcodes that are being checked.
    let passcodes: PasscodeRoom

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
        cursors = Self.seal(access, logger)
        answers = AnswerRoom(configuration.limits)
        passcodes = PasscodeRoom(configuration.limits)
    }

    /// The seal of the accounts' database; one of this run where there is none, and lists begin anew after a restart.
    private static func seal(_ access: AccessDesk?, _ logger: Logger) -> CursorSeal {
        do {
            if let access { return try access.cursorSeal() }
        } catch { logger.warning("pages that were begun before the start cannot be gone on with: \(error)") }
        return CursorSeal(key: AccessSecret())
    }
}
