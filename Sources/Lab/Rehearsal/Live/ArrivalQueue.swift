import Messages
import Synchronization
import Tracking

/// What has arrived for the simulated world since it was last looked at.
final class ArrivalQueue: Sendable {
    enum Arrival: Sendable {
        /// For the modem of the tracker of that index.
        case message(Message, Int)
        /// From a gateway's radio.
        case downlink(Downlink, DeviceID)
        /// For the run's own subscriber.
        case observed(Message)
        /// Somebody of the simulated world has published.
        case published(Message)
    }

    private struct State {
        var arrivals: [Arrival] = []
        var published = 0
        var bytes = 0
    }

    private let state = Mutex(State())

    func put(_ arrival: Arrival) {
        state.withLock { state in
            state.arrivals.append(arrival)
            guard case .published(let message) = arrival else { return }
            state.published += 1
            state.bytes += message.topic.utf8.count + message.payload.count
        }
    }

    func drain() -> [Arrival] {
        state.withLock { state in
            defer { state.arrivals = [] }
            return state.arrivals
        }
    }

    var counts: (published: Int, bytes: Int) { state.withLock { ($0.published, $0.bytes) } }
}
