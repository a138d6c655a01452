import API
import Access
import Archive
import ArgumentParser
import Console
import Facts
import Feeds
import Foundation
import History
import Logging
import MQTT
import Messages
import Notifications
import Store
import Supervision
import Web

/// The history service as this program runs it.
struct HistorySetup {
    let store: StoreChoice
    let configuration: HistoryConfiguration
    let accounts: AccessChoice
    /// Where the HTTP service listens, and whom it believes; nil for nowhere.
    let network: NetworkChoice?
    /// What the maps of the pages are drawn on.
    let map: MapConfiguration
    /// The scenarios of the simulation view.
    let scenarios: ScenarioFolder
    /// Who is told of alerts beside MQTT; nil for nobody.
    let notifications: NotificationChoice?
    /// Where the channels are written down, and what is told in browsers; nil when nobody is to be told.
    let channelFiles: NotificationFiles?
    /// The clouds that trackers are behind; nil for none.
    let clouds: CloudChoice?
    /// Who is asked for what reminders need to know from elsewhere; nil for nobody.
    let facts: FactChoice?
    /// How people sign in to the console.
    let signIn: SignInChoice
    /// The receivers whose positions are taken from a gpsd.
    let gpsd: GpsdChoice
    /// Where months that are over go; nil for nowhere.
    let archive: ArchiveSetup?
    /// Whether somebody has named the service's session on the broker.
    let isNamed: Bool
    let logLevel: Logger.Level

    /// Opens the database, for this process alone, and makes the services, not yet running, in the order in which they
    /// need each other.
    ///
    /// - Throws: ``StoreError``, ``MQTTError`` or ``CommandFailure``.
    func services(
        on choice: BrokerChoice,
        access: AccessControl?,
        under lock: WriterLock? = nil,
        board: PartBoard = PartBoard(),
        floods: HistoryLink.FloodReport? = nil,
        broker: BrokerDesk? = nil
    ) throws -> ServiceSet {
        let lock = try lock ?? store.lock()
        let opened = try store.openForWriting(under: lock)
        try archive?.choice.storage.expectPlace(of: opened)
        let logger = Logger(part: "mqtt", level: logLevel)
        let connection = choice.connection
        let link = HistoryLink(choice, isNamed: isNamed, configuration, logger: logger, floods: floods)
        let told = Logger(part: "history", level: logLevel)
        var core = try HistoryCore(store: opened, configuration: configuration)
        let unsaid = removeErased(from: &core, access, told)
        let history = try HistoryService(core: core, unsaid: unsaid, clock: SystemUTCClock(), logger: told) {
            try link.bus()
        }
        var push: PushSender?
        if channelFiles != nil, let network, let access {
            push = try PushSetup(network, configuration, opened).sender(access)
        }
        let notifier = try notifier(of: opened, history, push)
        var set = ServiceSet([history] + (notifier.map { [$0] } ?? []), vitals: [.history(history)])
        if let archive { set += ServiceSet([archive.service(of: opened)]) }
        set += ServiceSet(gpsd.sources.map { listener(to: $0, for: history) })
        // Also where nobody listens to what is asked for: those that there are go on.
        let simulated = simulatedItems(opened, connection, logger)
        set += ServiceSet([simulated])
        let relay = factRelay(for: history, connection)
        set += ServiceSet([relay])
        let links = try cloudLinks(connection, hasIngress: network != nil && access != nil)
        set += links.services
        guard let network, let access else { return set }
        let setup = ConsoleSetup(
            network: network, map: map, scenarios: scenarios, configuration: configuration, signIn: signIn,
            logLevel: logLevel
        )
        let feed = setup.feed(on: connection)
        let key = AccessSecret()
        var parts = try setup.parts(
            store: opened, history: HistoryDesk(history), feed: feed, access: access, key: key
        )
        parts.board = board
        parts.broker = broker
        parts.simulated = simulated.desk
        let asked = facts?.configuration ?? FactConfiguration()
        parts.facts = FactDesk(relay.service, asked, zone: configuration.zone) { await relay.events(of: $0) }
        (parts.clouds, parts.cloudMetrics) = (links.ingress, links.metrics)
        if let archive { parts.archive = { try archive.metrics(of: opened) } }
        if let notifier {
            parts.notifications = { try notifier.metrics() }
            parts.push = push.map { $0.desk(of: notifier.service) }
        }
        parts.channels = channelFiles.map { files in
            NotificationDesk(notifier, files: files, running: notifications?.configuration)
        }
        set += setup.services(parts, feed) { address, page in
            lock.announce(address, key: key.text)
            notifier?.pages.consoleListens(at: page)
        }
        return set
    }

    /// What tells of alerts; nil where there is nobody to tell.
    private func notifier(of store: Store, _ history: HistoryService, _ push: PushSender?) throws -> NotificationRun? {
        let logger = Logger(part: "notifications", level: logLevel)
        guard let database = channelFiles?.database, notifications != nil || push != nil else {
            return nil
        }
        // Only the channels of a file are worth ending for: another service here tells the browsers already.
        if notifications == nil, WriterLock.announcement(for: database) != nil {
            logger.warning("\(database): another service tells of alerts here, so this one pushes none to browsers")
            return nil
        }
        return try (notifications ?? .none(database: database)).service(
            of: store,
            history,
            push: push,
            pages: configuration.consoleURL,
            localTime: configuration.localTime,
            logger: logger
        )
    }

    /// Removes what erasures of before have still to remove, before anything comes in that is no part of it.
    ///
    /// What cannot be removed now is no reason not to store what comes: the service tries again.
    private func removeErased(
        from core: inout HistoryCore, _ access: AccessControl?, _ logger: Logger
    ) -> [Message] {
        do {
            guard let erasures = try access?.erasures() else { return [] }
            return try AccountEraser.remove(erasures, from: &core, at: SystemUTCClock().now)
        } catch {
            logger.warning("an erasure is not over yet: \(error)")
            return []
        }
    }

    /// Stores what a gpsd tells, as a phone's that posts it.
    private func listener(to source: GpsdSource, for history: HistoryService) -> GpsdService {
        GpsdService(
            source, every: gpsd.interval, clock: SystemUTCClock(), logger: Logger(part: "gpsd", level: logLevel)
        ) { messages in
            _ = try await history.post(messages, from: source.device, takesCommands: false)
        }
    }

    /// Opens the accounts, nil where nothing listens, and holds the address against them; called before anything is
    /// started.
    ///
    /// - Throws: ``AccessError`` or ``CommandFailure``.
    func access() throws -> AccessControl? {
        guard let network else { return nil }
        return try ConsoleSetup.access(accounts, network)
    }
}
