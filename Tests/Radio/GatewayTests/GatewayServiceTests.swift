import Bluetooth
import Gateway
import Messages
import ServiceLifecycle
import Synchronization
import TestSupport
import Testing
import Tracking

/// A bus that lies open: what is published can be waited for, and events come by hand.
private final class OpenBus: Bus {
    private let events = AsyncStream.makeStream(of: BusEvent.self)
    let published = AsyncStream.makeStream(of: Message.self)

    func run(_ handler: @escaping @Sendable (BusEvent) async throws -> Void) async throws {
        for await event in events.stream { try await handler(event) }
        published.continuation.finish()
    }

    func publish(_ message: Message) async throws(BusClosed) { published.continuation.yield(message) }

    func happen(_ event: BusEvent) { events.continuation.yield(event) }
}

private final class OpenRadio: TrackerRadio {
    let events: AsyncStream<TrackerRadioEvent>
    let feed: AsyncStream<TrackerRadioEvent>.Continuation
    let sent = AsyncStream.makeStream(of: Downlink.self)

    init() { (events, feed) = AsyncStream.makeStream() }

    func send(_ downlink: Downlink, to tracker: DeviceID) async throws(TrackerRadioError) {
        sent.continuation.yield(downlink)
    }

    func tend(_ tracker: DeviceID, over adapter: BluetoothAddress?) {}
    func leave(_ tracker: DeviceID) {}
    func call(_ tracker: DeviceID) {}
    func identity(behind address: BluetoothAddress?, _ frame: Advertisement?) -> TagIdentity? { nil }
}

@Suite(.timeLimit(.minutes(30))) struct GatewayServiceTests {
    private let bus = OpenBus()
    private let radio = OpenRadio()
    private let bench: GatewayBench

    init() throws { bench = try GatewayBench() }

    private func service() -> GatewayService {
        GatewayService(
            core: bench.core,
            radio: radio,
            bus: bus,
            clock: ManualClock(at: bench.now),
            logger: .silent
        )
    }

    private static func state(_ message: Message?) throws -> Availability? {
        try message.map { try GatewayStatus(decoding: $0.payload).state }
    }

    @Test func `it says that it is there, carries both ways, and says goodbye`() async throws {
        let service = service()
        let run = Task { try await service.run() }
        var published = bus.published.stream.makeAsyncIterator()
        bus.happen(.connected(resumed: false))
        #expect(try Self.state(await published.next()) == .online)
        radio.feed.yield(.linked(bench.keys))
        radio.feed.yield(.received(.fix(bench.fix(1), sent: bench.now), from: bench.keys))
        #expect(await published.next()?.topic == "owntracks/sam/keys")
        let ring = Command(id: "r", verb: .ring)
        bus.happen(.received([Message(topic: bench.topics.command(bench.keys), payload: ring.encoded())]))
        var sent = radio.sent.stream.makeAsyncIterator()
        #expect(await sent.next() == .command(ring))
        run.cancel()
        #expect(try Self.state(await published.next()) == .offline)
        try await run.value
    }

    @Test func `what was heard is told when its time has come, whoever gave it its tags`() async throws {
        let clock = ManualClock(at: bench.now)
        let service = GatewayService(
            core: bench.core,
            radio: radio,
            bus: bus,
            clock: clock,
            logger: .silent
        )
        let run = Task { try await service.run() }
        var published = bus.published.stream.makeAsyncIterator()
        bus.happen(.connected(resumed: false))
        #expect(try Self.state(await published.next()) == .online)
        radio.feed.yield(.heard(bench.keys, rssi: -60))
        let first = try #require(await published.next())
        #expect(try ProximityMessage(decoding: first.payload).samples == 1)
        // Too soon to be told by itself; the fix says that it has been taken in.
        radio.feed.yield(.heard(bench.keys, rssi: -60))
        radio.feed.yield(.received(.fix(bench.fix(1), sent: bench.now), from: bench.keys))
        #expect(await published.next()?.topic == "owntracks/sam/keys")
        // A tick that is not asleep yet is met by the next second.
        let passing = Task {
            while !Task.isCancelled {
                clock.advance(by: .seconds(1))
                await Task.yield()
            }
        }
        let second = try #require(await published.next())
        #expect(try ProximityMessage(decoding: second.payload).samples == 1)
        passing.cancel()
        run.cancel()
        _ = await run.result
    }

    /// Seconds by which the clock leaps: a laptop sleeps, or its clock is set back.
    @Test(arguments: [60, 900, -3600])
    func `what was not heard while the machine slept is no silence`(leap: Int) async throws {
        let clock = ManualClock(at: bench.now)
        let service = GatewayService(core: bench.core, radio: radio, bus: bus, clock: clock, logger: .silent)
        let run = Task { try await service.run() }
        var published = bus.published.stream.makeAsyncIterator()
        bus.happen(.connected(resumed: false))
        #expect(try Self.state(await published.next()) == .online)
        for second in UInt32(1)...3 {
            radio.feed.yield(.heard(bench.keys, rssi: -60))
            // Says that what came before it has been taken in.
            radio.feed.yield(.received(.fix(bench.fix(second), sent: bench.now), from: bench.keys))
            while await published.next()?.topic != "owntracks/sam/keys" {}
            clock.advance(by: .seconds(1))
        }
        clock.advance(by: .seconds(leap))
        radio.feed.yield(.heard(bench.keys, rssi: -60))
        var first: ProximityMessage?
        while first == nil, let message = await published.next() {
            first = try? ProximityMessage(decoding: message.payload)
        }
        let expected = try #require(first?.expected)
        #expect(first?.rssi == -60 && expected <= 3)
        run.cancel()
        _ = await run.result
    }

    @Test func `a graceful shutdown says goodbye before the bus is left`() async throws {
        let group = ServiceGroup(services: [service()], logger: .silent)
        let run = Task { try await group.run() }
        bus.happen(.connected(resumed: false))
        var published = bus.published.stream.makeAsyncIterator()
        #expect(try Self.state(await published.next()) == .online)
        await group.triggerGracefulShutdown()
        #expect(try Self.state(await published.next()) == .offline)
        try await run.value
    }

    @Test func `when the bus fails the gateway ends with its error`() async throws {
        struct Broken: Bus {
            func run(_ handler: @escaping @Sendable (BusEvent) async throws -> Void) async throws { throw BusClosed() }
            func publish(_ message: Message) async throws(BusClosed) { throw BusClosed() }
        }
        let service = GatewayService(
            core: bench.core,
            radio: radio,
            bus: Broken(),
            clock: ManualClock(at: bench.now),
            logger: .silent
        )
        await #expect(throws: BusClosed.self) { try await service.run() }
    }
}
