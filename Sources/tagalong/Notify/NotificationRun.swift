import API
import History
import Notifications
import ServiceLifecycle
import Synchronization
import Tracking

/// The notifications beside a history service.
struct NotificationRun: Service {
    let service: NotificationService
    let history: HistoryService
    let outbox: NotificationOutbox
    let pages: PageBase

    func run() async throws {
        // Before it looks into the store, so that nothing falls between.
        await history.listen(for: { [.alerts, .guards, .marks, .reminders] }) { news in
            if !news.alerts.isEmpty { service.receive(news.alerts) }
            for list in news.guards { service.receive(list) }
            if !news.reminders.isEmpty { service.receive(news.reminders) }
            if !news.marks.isEmpty { service.lookForMarkedItems() }
        }
        try await service.run()
    }

    /// How the channels stand, in the order of their names.
    func metrics() throws -> [ChannelMetrics] { try outbox.metrics() }
}

extension NotificationOutbox {
    /// How the channels stand, in the order of their names.
    func metrics() throws -> [ChannelMetrics] {
        try counts().sorted { $0.key < $1.key }.map { name, count in
            ChannelMetrics(
                channel: name.text,
                waiting: count.waiting,
                sent: count.sent,
                failed: count.failed,
                superseded: count.superseded
            )
        }
    }
}

/// Where the pages are that notices link to: where somebody says, else where the console of this process listens.
final class PageBase: Sendable {
    private let given: String?
    private let own = Mutex<String?>(nil)

    init(_ given: String?) { self.given = given }
    var address: String? { given ?? own.withLock(\.self) }
    func consoleListens(at address: String) { own.withLock { $0 = address } }
}
