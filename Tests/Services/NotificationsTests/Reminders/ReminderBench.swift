import Messages
import Store
import StoreSupport
import Synchronization
import TestSupport
import Tracking

@testable import Notifications

/// A service that tells reminders on channels that do as they are told, on a clock that the test sets.
struct ReminderBench {
    let service: NotificationService
    let clock = ManualClock(at: Fixture.start.advanced(by: .seconds(60)))

    init(
        _ outbox: NotificationOutbox,
        _ channel: ChannelConfiguration,
        _ script: any NotificationChannel,
        beside others: [(configuration: ChannelConfiguration, channel: any NotificationChannel)] = [],
        events: @escaping @Sendable (Timestamp) throws -> [ReminderEventRow] = { _ in [] },
        attention: @escaping @Sendable (Notice, Timestamp) throws -> Attention = { _, _ in .wanted },
        areKept: @escaping @Sendable (Name) throws -> Bool = { _ in true }
    ) {
        service = NotificationService(
            channels: [(configuration: channel, channel: script)] + others,
            outbox: outbox,
            sources: .init(
                alerts: { _ in [] },
                attention: { _, _ in .over("this is for alerts") },
                reminders: ReminderSource(events: events, attention: attention, areKept: areKept)
            ),
            clock: clock,
            generator: FixedChance(),
            logger: .silent
        )
    }

    func run(_ body: (ReminderBench) async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await service.run() }
            try await body(self)
            group.cancelAll()
        }
    }

    func pass(until condition: () throws -> Bool) async throws {
        try await eventually {
            if try condition() { return true }
            clock.advance(by: .seconds(1))
            return false
        }
    }
}

/// A channel that shows what it is told until that is taken back, as a desktop does.
final class ShowingChannel: NotificationChannel {
    private let name: Name
    private let outbox: NotificationOutbox
    private let state = Mutex((withdrawn: [String](), number: UInt32(0), tried: 0))
    /// What it waits for once it shows something, before it says so; nil for nothing.
    private let gate: Doorbell?
    /// Why nothing can be taken back; nil where it can.
    private let failure: DeliveryFailure?

    init(_ name: Name, _ outbox: NotificationOutbox, gate: Doorbell? = nil, failure: DeliveryFailure? = nil) {
        (self.name, self.outbox, self.gate, self.failure) = (name, outbox, gate, failure)
    }

    /// What was taken back.
    var withdrawn: [String] { state.withLock(\.withdrawn) }
    /// How often something was to be taken back.
    var tried: Int { state.withLock(\.tried) }

    func deliver(_ notice: Notice, at now: Timestamp) async throws(DeliveryFailure) {
        let number = state.withLock { state in
            state.number += 1
            return state.number
        }
        try keep(ShownNotification(server: "s", number: number, link: nil), at: notice.place)
        await gate?.wait()
    }

    func withdraw(_ place: String) async throws(DeliveryFailure) {
        state.withLock { $0.tried += 1 }
        if let failure { throw failure }
        state.withLock { $0.withdrawn.append(place) }
        try keep(nil, at: place)
    }

    private func keep(_ shown: ShownNotification?, at place: String) throws(DeliveryFailure) {
        do { try outbox.show(shown, on: name, at: place) } catch { throw .unreachable("\(error)") }
    }
}
