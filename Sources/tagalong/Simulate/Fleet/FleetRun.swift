import Messages
import Simulation
import Tracking

/// A fleet against the clock, on connections of its own: one task looks at the time, and one more serves each connection.
struct FleetRun {
    /// Makes the connection of a session, which tells how its messages are settled.
    typealias Connect =
        @Sendable (BusSession, @escaping @Sendable (_ acknowledged: Int, _ refused: Int) -> Void) throws -> any Bus

    let plan: FleetPlan
    /// Nil for until somebody ends it.
    let duration: Duration?
    let verifies: Bool
    let cleansUp: Bool
    let connect: Connect
    /// Told of each second.
    let tell: @Sendable (String) -> Void
    /// Told why a connection broke, or could not be made.
    let complain: @Sendable (String) -> Void

    let inbox = FleetInbox()
    let watch = FleetStopwatch()

    /// The broker could not be reached: there was no load.
    struct Unreachable: Error, CustomStringConvertible { let description: String }

    /// Between two looks at the time; reports are spread no finer.
    private static let tick = Duration.milliseconds(5)
    /// How many connections are opened in a tick: systems keep few waiting; our choice.
    private static let openedAtOnce = 10

    /// Runs until its time is over, its paths end or somebody ends it.
    ///
    /// - Throws: ``Unreachable`` when the first connection cannot be made, and what a connection or the paths throw.
    func run(start: Timestamp, rides: FleetRides? = nil) async throws -> FleetOutcome {
        var play = FleetPlay(self, start: start, rides: rides)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            if verifies { try observe(in: &group, boot: play.fleet.boot) }
            var buses: [any Bus] = []
            while !play.isOver {
                try Task.checkCancellation()
                guard !group.isCancelled else { break }
                let last = min(play.connectionsWanted, buses.count + Self.openedAtOnce)
                while buses.count < last { buses.append(try open(buses.count, in: &group)) }
                try play.look()
                for connection in buses.indices where play.fleet.hasOutgoing(connection) {
                    let messages = play.fleet.take(connection, moment: watch.microseconds)
                    for message in messages { try await buses[connection].publish(message) }
                }
                try await Task.sleep(for: Self.tick)
            }
            return play.outcome
        }
    }

    private func open(_ connection: Int, in group: inout ThrowingTaskGroup<Void, any Error>) throws -> any Bus {
        let bus = try connect(plan.session(of: connection)) { [inbox, watch] acknowledged, refused in
            let moment = watch.microseconds
            inbox.put(.settled(connection, acknowledged: acknowledged, refused: refused, moment: moment))
        }
        group.addTask { [inbox] in
            do {
                try await bus.run { event in
                    switch event {
                    case .connected: inbox.put(.connected(connection))
                    case .disconnected(let reason): inbox.put(.disconnected(connection, reason: reason))
                    case .received(let messages): inbox.put(.received(connection, messages))
                    }
                }
            } catch is CancellationError {} catch { inbox.put(.failed("\(error)")) }
        }
        return bus
    }

    /// One connection more, which sees what arrives.
    private func observe(in group: inout ThrowingTaskGroup<Void, any Error>, boot: UInt32) throws {
        let bus = try connect(plan.observer) { _, _ in }
        group.addTask { [inbox, watch, plan] in
            do {
                try await bus.run { event in
                    switch event {
                    case .connected: inbox.put(.observer(isThere: true, moment: watch.microseconds, reason: nil))
                    case .disconnected(let reason):
                        inbox.put(.observer(isThere: false, moment: watch.microseconds, reason: reason))
                    case .received(let messages):
                        inbox.put(.observed(messages.compactMap { FleetObservation($0, plan: plan, boot: boot) }))
                    }
                }
            } catch is CancellationError {} catch { inbox.put(.failed("\(error)")) }
        }
    }
}
