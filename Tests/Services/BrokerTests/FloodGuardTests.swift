import MQTT
import Messages
import TestSupport
import Testing
import Tracking

@testable import Broker

@Suite(.timeLimit(.minutes(30)))
struct FloodGuardTests {
    private static func excess(_ sender: Sender) -> SenderMeter.Excess {
        .init(sender: sender, amount: .init(messages: 600, bytes: 38_000_000), duration: .milliseconds(700))
    }

    @Test func `who floods is cut off at once and stays out for a minute, and nobody else is`() async throws {
        try await withOwnBroker { broker in
            let (eve, kim) = (try RoleCase.device("eve/phone"), try RoleCase.device("kim/phone"))
            let flooder = broker.connection(try await broker.provisioner.add(.phone(eve)))
            let other = broker.connection(try await broker.provisioner.add(.phone(kim)))
            let clock = ManualClock()
            let guardian = FloodGuard(provisioner: broker.provisioner, clock: clock, logger: .silent)
            try await Guest.visit(flooder, as: "eve.phone") { guest in
                try await guest.connected()
                await guardian.act(on: Self.excess(.device(eve)))
                _ = await guest.disconnected()
            }
            #expect(try await broker.refusal(flooder) != nil)
            #expect(try await broker.refusal(other) == nil)
            let entry = try #require(FloodRecord(in: broker.directory).entries.first)
            #expect((entry.user, entry.messages, entry.bytes) == ("eve.phone", 600, 38_000_000))
            #expect(entry.isOut && entry.cutAt == clock.now)

            clock.advance(by: .seconds(59))
            await guardian.letIn()
            #expect(try await broker.refusal(flooder) != nil)
            clock.advance(by: .seconds(1))
            await guardian.letIn()
            #expect(try await broker.refusal(flooder) == nil)
            #expect(FloodRecord(in: broker.directory).entries.map(\.isOut) == [false])
        }
    }

    @Test func `the next start lets in whom the one before cut off, and not whom the owner has disabled`() async throws
    {
        try await withOwnBroker { broker in
            let (eve, ben) = (try RoleCase.device("eve/phone"), try RoleCase.device("ben/phone"))
            let flooder = broker.connection(try await broker.provisioner.add(.phone(eve)))
            let barred = broker.connection(try await broker.provisioner.add(.phone(ben)))
            try await broker.provisioner.send([.disableClient("ben.phone")])
            let clock = ManualClock()
            let guardian = FloodGuard(provisioner: broker.provisioner, clock: clock, logger: .silent)
            for device in [eve, ben] { await guardian.act(on: Self.excess(.device(device))) }
            #expect(try await broker.refusal(flooder) != nil)
            try await broker.restart()
            let next = FloodGuard(provisioner: broker.provisioner, clock: clock, logger: .silent)
            await next.letIn()
            #expect(try await broker.refusal(flooder) == nil)
            #expect(try await broker.refusal(barred) != nil)
        }
    }

    @Test
    func `a gateway is cut off for its own topics, and for a tracker's when the tracker has no credential or is out`()
        async throws
    {
        try await withOwnBroker { broker in
            let (keys, bag) = (try RoleCase.device("sam/keys"), try RoleCase.device("sam/bag"))
            let den = try Name("den")
            _ = try await broker.provisioner.add(.gateway(den), trackers: [keys, bag])
            _ = try await broker.provisioner.add(.tracker(keys))
            let clock = ManualClock()
            let guardian = FloodGuard(provisioner: broker.provisioner, clock: clock, logger: .silent)
            func out() throws -> Set<String> {
                try broker.provisioner.disabledUsers()
            }
            await guardian.act(on: Self.excess(.device(keys)))
            #expect(try out() == ["sam.keys"])
            // What had waited is still read.
            clock.advance(by: .seconds(5))
            await guardian.act(on: Self.excess(.device(keys)))
            #expect(try out() == ["sam.keys"])
            clock.advance(by: FloodGuard.doubt)
            await guardian.act(on: Self.excess(.device(keys)))
            #expect(try out() == ["sam.keys", "gateway.den"])
            clock.advance(by: FloodGuard.pause)
            await guardian.letIn()
            #expect(try out() == [])
            await guardian.act(on: Self.excess(.device(bag)))
            #expect(try out() == ["gateway.den"])
            clock.advance(by: FloodGuard.pause)
            await guardian.letIn()
            await guardian.act(on: Self.excess(.gateway(den)))
            #expect(try out() == ["gateway.den"])
            // The owner, and who was never known, can be cut off by nobody.
            await guardian.act(on: Self.excess(.device(try RoleCase.device("no/body"))))
            #expect(try out() == ["gateway.den"])
        }
    }

    @Test func `what comes over a bus is measured before it is handled, and told while the flood goes on`() async throws
    {
        try await withOwnBroker { broker in
            let eve = try RoleCase.device("eve/phone")
            let flooder = broker.connection(try await broker.provisioner.add(.phone(eve)))
            let (floods, feed) = AsyncStream.makeStream(of: SenderMeter.Excess.self)
            let meter = FloodMeter(topics: Topics(), clock: ManualClock()) { feed.yield($0) }
            let session = BusSession(clientID: "reader", subscriptions: [.init("owntracks/#")], persistent: false)
            let (stands, stand) = AsyncStream.makeStream(of: Void.self)
            let bus = meter.measured(try MQTTClient(configuration: broker.owner, session: session, logger: .silent))
            let guardian = FloodGuard(provisioner: broker.provisioner, clock: ManualClock(), logger: .silent)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    try await bus.run { event in if case .connected = event { stand.yield() } }
                }
                for await _ in stands { break }
                group.addTask { try await guardian.run(floods) }
                try await Guest.visit(flooder, as: "eve.phone") { guest in
                    try await guest.connected()
                    let payload = String(repeating: "x", count: 64_000)
                    for _ in 0..<(SenderMeter.burst / 64_000 + 1) {
                        try await guest.tells(on: "owntracks/eve/phone", payload)
                    }
                    _ = await guest.disconnected()
                }
                group.cancelAll()
                try? await group.waitForAll()
            }
            #expect(try broker.provisioner.disabledUsers() == ["eve.phone"])
        }
    }
}
