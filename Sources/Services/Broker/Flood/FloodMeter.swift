public import Messages
internal import Synchronization
public import Tracking

/// Measures who sends what over the buses that it is given, one after the other.
public final class FloodMeter: Sendable {
    private let clock: any UTCClock
    private let report: @Sendable (SenderMeter.Excess) -> Void
    private let meter: Mutex<SenderMeter>

    /// A meter that nothing has come to; `report` is called where messages are received, so it must be quick.
    public init(topics: Topics, clock: any UTCClock, report: @escaping @Sendable (SenderMeter.Excess) -> Void) {
        (self.clock, self.report) = (clock, report)
        meter = Mutex(SenderMeter(topics: topics))
    }

    /// The same bus, measured.
    public func measured(_ bus: any Bus) -> MeasuredBus { MeasuredBus(bus: bus, meter: self) }

    fileprivate func receive(_ batch: [Message]) {
        let now = clock.now
        for excess in meter.withLock({ $0.measure(batch, at: now) }) { report(excess) }
    }
}

/// A bus of which is known who sends how much over it.
public struct MeasuredBus: Bus {
    /// What is measured.
    public let bus: any Bus
    fileprivate let meter: FloodMeter

    public var backlog: Int { bus.backlog }
    public func publish(_ message: Message) async throws(BusClosed) { try await bus.publish(message) }
    public func drained() async throws { try await bus.drained() }
    public func unsubscribe(_ filter: String) { bus.unsubscribe(filter) }

    /// Measures before the handler is asked: a flood takes it long.
    public func run(_ handler: @escaping @Sendable (BusEvent) async throws -> Void) async throws {
        let meter = meter
        try await bus.run { event in
            if case .received(let batch) = event { meter.receive(batch) }
            try await handler(event)
        }
    }
}
