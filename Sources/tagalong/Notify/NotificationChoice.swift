import Alerts
import Foundation
import History
import Logging
import Messages
import Notifications
import Settings
import Store
import Tracking

/// The notifications of one call.
struct NotificationChoice: Sendable {
    let file: String
    let configuration: NotificationConfiguration
    let database: String

    /// That of a service whose only channels are browsers; with the channels of a file, see ``NotificationFiles/choice(mayWithhold:)``.
    static func none(database: String) -> NotificationChoice {
        NotificationChoice(file: "", configuration: NotificationConfiguration(), database: database)
    }

    static func database(_ settings: CommandSettings) -> String { "\(settings.dataDirectory)/notifications.sqlite" }

    /// Where workers of these settings keep what is told; nil for those of no workers.
    static func shared(_ settings: CommandSettings) throws -> String? {
        guard try settings.value(.partitions, flag: nil) != nil, let store = try settings.value(.store, flag: nil),
            PostgresPlace(store.text) != nil
        else { return nil }
        return store.text
    }

    func channel(_ name: String) throws(CommandFailure) -> ChannelConfiguration {
        if let channel = configuration.channels.first(where: { $0.name.text == name }) { return channel }
        let known = WordList.alternatives(configuration.channels.map(\.name.text))
        let expected = configuration.channels.isEmpty ? "it has none" : "it has \(known)"
        throw CommandFailure(.badInput, "\(file): there is no channel '\(name.printable)'; \(expected)")
    }

    /// Makes the service, not yet running, that tells of the alerts and reminders of a history, on the channels of the file
    /// and in the browsers of `push`; quiet hours go by the local time.
    ///
    /// - Throws: ``NotificationError``, or ``CommandFailure`` when another process has the outbox.
    func service(
        of store: Store,
        _ history: HistoryService,
        push: PushSender?,
        pages: String?,
        localTime: LocalTime,
        logger: Logger
    ) throws -> NotificationRun {
        try Directories.create((database as NSString).deletingLastPathComponent)
        // Two services would tell everything twice.
        try WriterLock.acquire(for: database)
        let outbox = try NotificationOutbox(path: database)
        let base = PageBase(configuration.pages ?? pages)
        let service = service(
            over: outbox, of: store, push: push, pages: base, localTime: localTime, logger: logger
        ) { errand in
            try await history.perform { core, now in try errand.perform(on: &core, at: now) }
        }
        return NotificationRun(service: service, history: history, outbox: outbox, pages: base)
    }

    /// The same over an outbox that is open already, for whoever is the only one to tell; `carryOut` does what somebody
    /// wants of the history.
    func service(
        over outbox: NotificationOutbox,
        of store: Store,
        push: PushSender?,
        pages base: PageBase,
        localTime: LocalTime,
        logger: Logger,
        carryOut: @escaping @Sendable (HistoryErrand) async throws -> HistoryErrand.Outcome
    ) -> NotificationService {
        let maker = ChannelMaker(
            outbox: outbox,
            environment: ProcessInfo.processInfo.environment,
            answer: { button, reminder, event in
                let action = button.action(at: SystemUTCClock().now)
                try await carryOut(.act(action, on: reminder, answering: event)).checkAnswer(to: button)
            },
            pages: { base.address }
        )
        return NotificationService(
            channels: configuration.channels.map { ($0, maker.channel(for: $0)) },
            coming: push?.channels,
            inboxes: push.map { InboxTeller($0, clock: SystemUTCClock(), logger: logger) },
            outbox: outbox,
            sources: .init(
                alerts: { since in
                    var search = AlertSearch()
                    search.from = since
                    return try store.alerts(search, limit: .max)
                },
                attention: { notice, now in try Attention(to: notice, in: store, localTime: localTime, at: now) },
                marked: { try store.markedItems() },
                isKnown: { try store.isKnown($0) },
                reminders: store.reminderSource
            ),
            clock: SystemUTCClock(),
            logger: logger
        )
    }
}
