import Logging
import Messages
import Store
import Synchronization
import TestSupport
import Testing
import Tracking

@testable import Notifications

/// The service with channels that do as they are told, on a clock that the test sets.
@Suite(.timeLimit(.minutes(30)))
struct ServiceTests {
    /// A channel that answers as it is told and notes what it was given.
    final class Scripted: NotificationChannel {
        private let state: Mutex<(tried: [String], failure: DeliveryFailure?)>

        init(_ failure: DeliveryFailure? = nil) { state = Mutex(([], failure)) }

        var tried: [String] { state.withLock(\.tried) }

        func become(_ failure: DeliveryFailure?) { state.withLock { $0.failure = failure } }

        func deliver(_ notice: Notice, at now: Timestamp) async throws(DeliveryFailure) {
            let failure = state.withLock { state in
                state.tried.append(notice.id)
                return state.failure
            }
            if let failure { throw failure }
        }
    }

    private struct Bench {
        let service: NotificationService
        let clock = ManualClock(at: Fixture.start)
        let outbox: NotificationOutbox

        init(
            _ outbox: NotificationOutbox,
            _ channels: [(ChannelConfiguration, any NotificationChannel)],
            alerts: [AlertMessage] = [],
            attention: @escaping @Sendable (Notice, Timestamp) throws -> Attention = { _, _ in .wanted },
            marked: @escaping @Sendable () throws -> [MarkedItem] = { [] },
            isKnown: @escaping @Sendable (DeviceID) throws -> Bool = { _ in true }
        ) {
            self.outbox = outbox
            service = NotificationService(
                channels: channels.map { (configuration: $0.0, channel: $0.1) },
                outbox: outbox,
                sources: .init(
                    alerts: { _ in alerts.map(AlertRow.init) }, attention: attention, marked: marked, isKnown: isKnown
                ),
                clock: clock,
                generator: FixedChance(),
                logger: .silent
            )
        }

        /// Runs the service beside the body.
        func run(_ body: (Bench) async throws -> Void) async throws {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await service.run() }
                try await body(self)
                group.cancelAll()
            }
        }

        /// Lets time pass until a condition holds: in small steps, so that a slow machine leaves no time out.
        func pass(until condition: () throws -> Bool) async throws {
            try await eventually {
                if try condition() { return true }
                clock.advance(by: .seconds(1))
                return false
            }
        }
    }

    @Test func `a test goes over one channel once, and tells what became of it`() async throws {
        let (channel, script, other) = (try Fixture.channel("a"), Scripted(), Scripted())
        try await withOutbox(channel) { outbox in
            let bench = Bench(outbox, [(channel, script), (try Fixture.channel("b"), other)])
            #expect(await bench.service.test(channel.name) == .delivered)
            script.become(.unreachable("no route"))
            #expect(await bench.service.test(channel.name) == .unreachable("no route"))
            for failure in [DeliveryFailure.refused("answered 403"), .impossible("answered 403")] {
                script.become(failure)
                #expect(await bench.service.test(channel.name) == .refused("answered 403"))
            }
            let unknown = try Name("c")
            #expect(await bench.service.test(unknown) == nil)
            #expect(script.tried.count == 4 && script.tried.allSatisfy { $0.hasPrefix("test-") })
            #expect(other.tried.isEmpty)
            #expect(try outbox.deliveries().isEmpty)
        }
    }

    @Test func `what an earlier life did not write down is told after the start, and only once`() async throws {
        let (channel, script) = (try Fixture.channel("a"), Scripted())
        try await withOutbox(channel) { outbox in
            let alerts = [try Fixture.raised().alert, try Fixture.escalated().alert]
            for _ in 0..<3 {
                try await Bench(outbox, [(channel, script)], alerts: alerts).run { bench in
                    bench.service.receive(alerts.map(AlertRow.init))
                    try await eventually { try outbox.counts()[channel.name]?.sent == 2 }
                }
            }
            #expect(script.tried == alerts.map(\.id))
        }
    }

    /// The bag, marked as lost when the tests begin.
    private static func bag() throws -> MarkedItem {
        let device = DeviceID(owner: try Name("sam"), device: try Name("bag"))
        return MarkedItem(device: device, item: "Bag", mark: LostMark(since: Fixture.start))
    }

    @Test func `a mark is told once, also when it was set or taken back while no service ran`() async throws {
        let (channel, script) = (try Fixture.channel("a"), Scripted())
        let bag = try Self.bag()
        let marked = Mutex<[MarkedItem]>([])
        try await withOutbox(channel) { outbox in
            func life(_ body: (Bench) async throws -> Void) async throws {
                try await Bench(outbox, [(channel, script)], marked: { marked.withLock(\.self) }).run(body)
            }
            try await life { bench in
                marked.withLock { $0 = [bag] }
                for _ in 0..<3 { bench.service.lookForMarkedItems() }
                try await eventually { try outbox.counts()[channel.name]?.sent == 1 }
            }
            marked.withLock { $0 = [] }
            try await life { _ in try await eventually { try outbox.counts()[channel.name]?.sent == 2 } }
            marked.withLock { $0 = [bag] }
            // It was found, and this is the mark of before: nobody is told of that twice.
            try await life { bench in
                bench.service.lookForMarkedItems()
                bench.service.receive([AlertRow(try Fixture.raised().alert)])
                try await eventually { try outbox.counts()[channel.name]?.sent == 3 }
            }
            let id = Notice(bag).id
            #expect(script.tried == [id, "\(id)-found", try Fixture.raised().alert.id])
        }
    }

    @Test func `a marked item that is deleted is not told to be found`() async throws {
        let (channel, script) = (try Fixture.channel("a"), Scripted())
        let bag = try Self.bag()
        try await withOutbox(channel) { outbox in
            try outbox.enqueue([Notice(bag)], for: [channel], at: Fixture.start)
            let other = try Fixture.alert(1, .raised, .warning, from: .none, tracker: "keys")
            try await Bench(outbox, [(channel, script)], isKnown: { $0 != bag.device }).run { bench in
                bench.service.lookForMarkedItems()
                bench.service.receive([AlertRow(other)])
                try await eventually { script.tried.contains(other.id) }
            }
            #expect(!script.tried.contains { $0.hasSuffix("-found") })
        }
    }

    @Test func `one channel that gets nothing through holds no other up, and catches up when it does`() async throws {
        let (good, bad) = (try Fixture.channel("good"), try Fixture.channel("bad"))
        let (through, stuck) = (Scripted(), Scripted(.unreachable("nobody there")))
        try await withOutbox(good, bad) { outbox in
            try await Bench(outbox, [(bad, stuck), (good, through)]).run { bench in
                let alerts = [try Fixture.raised().alert, try Fixture.escalated().alert, try Fixture.cleared().alert]
                for alert in alerts { bench.service.receive([AlertRow(alert)]) }
                try await eventually { try outbox.counts()[good.name]?.sent == 3 }
                try await bench.pass { stuck.tried.count >= 4 }
                #expect(Set(stuck.tried) == [alerts[0].id])
                stuck.become(nil)
                try await bench.pass { try outbox.counts()[bad.name]?.sent == 3 }
                #expect(Array(stuck.tried.suffix(3)) == alerts.map(\.id))
                #expect(through.tried == alerts.map(\.id))
            }
        }
    }

    @Test func `a repetition waits for quiet hours and ends when somebody knows`() async throws {
        let channel = try Fixture.channel("a") { $0.repeatEvery = .seconds(5) }
        let script = Scripted()
        let word = Mutex(Attention.wanted)
        try await withOutbox(channel) { outbox in
            let alert = try Fixture.escalated().alert
            let bench = Bench(outbox, [(channel, script)]) { _, now in
                let attention = word.withLock(\.self)
                if case .later(_, let reason) = attention {
                    return .later(until: now.advanced(by: .seconds(5)), reason)
                }
                return attention
            }
            try await bench.run { bench in
                bench.service.receive([AlertRow(alert)])
                try await eventually { try outbox.counts()[channel.name]?.sent == 1 }
                try await bench.pass { try outbox.counts()[channel.name]?.sent == 2 }
                word.withLock { $0 = .later(until: Fixture.start, "quiet hours") }
                try await bench.pass { try outbox.deliveries(nil, [.waiting]).first?.trouble == "quiet hours" }
                #expect(script.tried.count == 2)
                word.withLock { $0 = .over("acknowledged") }
                try await bench.pass { try outbox.deliveries(nil, [.waiting]).isEmpty }
                #expect(script.tried == [alert.id, alert.id + "+1"])
                #expect(try outbox.deliveries().first?.trouble == "acknowledged")
            }
        }
    }
}

extension NotificationOutbox {
    fileprivate func deliveries(_ channel: Name?, _ states: Set<Delivery.State>) throws -> [Delivery] {
        try deliveries(on: channel, states)
    }
}
