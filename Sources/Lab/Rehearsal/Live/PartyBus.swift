import Messages
import Synchronization
import Tracking

/// The bus of one party of a live run: it counts what is published, is cut off while the scenario's broker is down, and
/// stamps what a gateway has heard with the time on the wall.
struct PartyBus: Bus {
    private let bus: any Bus
    private let inbox: ArrivalQueue
    private let cut: BrokerCut
    private let scale: TimeScale

    init(_ bus: any Bus, _ inbox: ArrivalQueue, _ cut: BrokerCut, scale: TimeScale = .real) {
        (self.bus, self.inbox, self.cut, self.scale) = (bus, inbox, cut, scale)
    }

    var backlog: Int { bus.backlog }

    func run(_ handler: @escaping @Sendable (BusEvent) async throws -> Void) async throws {
        try await bus.run { [cut] event in
            if case .received = event, cut.stops({ try? await handler(event) }) { return }
            try await handler(event)
        }
    }

    func publish(_ message: Message) async throws(BusClosed) {
        let message = stamped(message)
        inbox.put(.published(message))
        let later: @Sendable () async -> Void = { [bus] in try? await bus.publish(message) }
        if cut.stops(message.quality == .atLeastOnce ? later : nil) { return }
        try await bus.publish(message)
    }

    /// While the scenario's broker is down nothing arrives there, and nobody waits for it.
    func drained() async throws {
        if !cut.isDown { try await bus.drained() }
    }

    /// What a gateway says of its own, which lives in virtual time; all else that it passes on has its tracker's stamps.
    private func stamped(_ message: Message) -> Message {
        guard scale.speed != 1, message.topic.hasSuffix("/proximity"),
            var proximity = try? ProximityMessage(decoding: message.payload)
        else { return message }
        proximity.time = scale.stamp(proximity.time)
        var message = message
        message.payload = proximity.encoded()
        return message
    }
}

/// Whether the scenario's broker is down, and what waits for it.
///
/// The broker in front of which a scenario is played serves others too, and stays up: its parties are cut off from it. As
/// with their own clients, what has to arrive waits in its order until the broker is back.
final class BrokerCut: Sendable {
    private struct State {
        var isDown = false
        var waiting: [@Sendable () async -> Void] = []
    }

    private let state = Mutex(State())

    /// Takes what is to be done once the broker is back, nil for what is lost; false while the broker is there.
    func stops(_ work: (@Sendable () async -> Void)?) -> Bool {
        state.withLock { state in
            if state.isDown, let work { state.waiting.append(work) }
            return state.isDown
        }
    }

    var isDown: Bool { state.withLock(\.isDown) }
    func goDown() { state.withLock { $0.isDown = true } }

    /// Does all that has waited; what comes meanwhile waits behind it.
    func comeUp() async {
        while case let waiting = drain(), !waiting.isEmpty {
            for work in waiting { await work() }
        }
    }

    /// What waits; the broker is back when that is nothing.
    private func drain() -> [@Sendable () async -> Void] {
        state.withLock { state in
            defer { state.waiting = [] }
            state.isDown = state.isDown && !state.waiting.isEmpty
            return state.waiting
        }
    }
}
