import Messages
import Simulation
import Synchronization

/// What happens to a fleet on its connections, until its clock looks: from any thread.
final class FleetInbox: Sendable {
    enum Arrival: Sendable {
        case connected(Int)
        case disconnected(Int, reason: String)
        case received(Int, [Message])
        /// The oldest messages of a connection are answered for, at a moment in microseconds.
        case settled(Int, acknowledged: Int, refused: Int, moment: Int64)
        /// What arrived at who verifies.
        case observed([FleetObservation])
        case observer(isThere: Bool, moment: Int64, reason: String?)
        /// A connection has ended for good.
        case failed(String)
        /// Somebody wants it to end.
        case signal
    }

    private let arrivals = Mutex<[Arrival]>([])

    func put(_ arrival: Arrival) { arrivals.withLock { $0.append(arrival) } }

    func drain() -> [Arrival] {
        arrivals.withLock { arrivals in
            defer { arrivals = [] }
            return arrivals
        }
    }
}
