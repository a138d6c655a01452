import Access
import Foundation
import History
import Logging
import Messages
import Notifications
import ServiceLifecycle
import Store
import Synchronization

/// How one of several workers tells people of alerts and reminders: whichever holds that, alone.
///
/// What is to be told, and what was, is in PostgreSQL beside the history, and nobody writes there who does not hold it.
struct WorkerTeller: Sendable {
    /// The channels of a file; nil where there are none but browsers.
    let choice: NotificationChoice?
    /// The history, of all workers.
    let store: Store
    /// The address of the history.
    let path: String
    let push: PushSender?
    let configuration: HistoryConfiguration
    let errands: ErrandService
    /// Makes a client of a session that is not kept.
    let connect: @Sendable (BusSession) throws -> any Bus
    let worker: String
    let pages: PageBase
    let logger: Logger

    /// Makes the service, not yet running, by the claim to be the only one.
    ///
    /// - Throws: `NotificationError`.
    func service(_ claim: PartitionClaim) throws -> any Service {
        let outbox = try NotificationOutbox(besideHistory: path, for: claim)
        let choice = choice ?? .none(database: path)
        let service = choice.service(
            over: outbox, of: store, push: push, pages: pages, localTime: configuration.localTime, logger: logger
        ) { [errands] errand in try await errands.carryOut(errand) }
        let topics = configuration.topics
        let session = BusSession(
            clientID: "\(configuration.clientID)-notifications-\(worker)",
            subscriptions: [.init("\(topics.own)/guard/+")],
            persistent: false
        )
        return Telling(service: service, bus: try connect(session), topics: topics, errands: errands)
    }

    /// The service, and what it hears: alerts and reminders that any worker stores, and the lists of guards.
    private struct Telling: Service {
        let service: NotificationService
        let bus: any Bus
        let topics: Topics
        let errands: ErrandService

        /// An alert is stored soon after it is given, or was held up as long as a worker takes to be replaced.
        private static let span = Duration.seconds(3600)

        func run() async throws {
            let (calls, call) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
            errands.callTeller { matter in
                switch matter {
                case .alerts: call.yield()
                case .channels: service.lookForChannels()
                }
            }
            defer { errands.callTeller(nil) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await service.run() }
                group.addTask { try await bus.run { hear($0) } }
                group.addTask {
                    // Also where no word has come through.
                    while !Task.isShuttingDownGracefully {
                        try? await cancelWhenGracefulShutdown { try await Task.sleep(for: .seconds(30)) }
                        try Task.checkCancellation()
                        call.yield()
                    }
                    call.finish()
                }
                group.addTask { for await _ in calls { await service.catchUp(since: Self.span) } }
                try await group.waitForAll()
            }
        }

        private func hear(_ event: BusEvent) {
            guard case .received(let messages) = event else { return }
            for message in messages {
                guard case .guarded = topics.parse(message), let list = try? GuardMessage(decoding: message.payload)
                else { continue }
                service.receive(list)
            }
        }
    }
}
