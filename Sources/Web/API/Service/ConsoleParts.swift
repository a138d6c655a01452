public import Access
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
    public let history: HistoryService
    /// What the bus says and is told.
    public let feed: ConsoleFeed
    /// How the notifications stand, by the channel.
    public var notifications: @Sendable () throws -> [ChannelMetrics] = { [] }
    /// Who has looked, until it is written down.
    let looks = LookBook()
    /// Files that are being taken in.
    let imports = ImportRoom()
    /// What is being erased.
    let erasures = ErasureBook()

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
        web = WebParts(configuration: configuration, access: access, localKey: localKey, clock: clock, logger: logger)
        (self.store, self.history, self.feed) = (store, history, feed)
    }

    public subscript<Part>(dynamicMember part: KeyPath<WebParts, Part>) -> Part { web[keyPath: part] }
}
