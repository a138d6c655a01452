import Access
import NIOCore
import Synchronization

/// The connections through one door, for the handlers of all of them.
package final class SeatRegistry: Sendable {
    package let metrics: NetworkMetrics
    private let state: Mutex<State>

    private struct State {
        var seats: Seats
        /// What ends a connection at once.
        var closers: [Int: @Sendable (NetworkMetrics.Closing) -> Void] = [:]
        var numbers: [ObjectIdentifier: Int] = [:]
    }

    init(_ configuration: ConsoleConfiguration, metrics: NetworkMetrics) {
        self.metrics = metrics
        state = Mutex(State(seats: Seats(configuration)))
    }

    /// Receives a connection, with what ends it at once, and ends another one for it where it has to.
    ///
    /// Returns its number; nil for one that has been ended itself.
    func enter(_ channel: any Channel, close: @escaping @Sendable (NetworkMetrics.Closing) -> Void) -> Int? {
        let address = channel.remoteAddress?.ipAddress.flatMap { NetworkAddress($0) }
        let (reception, closer) = state.withLock { state in
            let reception = state.seats.enter(from: address)
            let closer = reception.ending.flatMap { state.closers.removeValue(forKey: $0) }
            if let number = reception.number {
                state.closers[number] = close
                state.numbers[ObjectIdentifier(channel)] = number
            }
            return (reception, closer)
        }
        closer?(reception.reason)
        if reception.number == nil { close(reception.reason) }
        return reception.number
    }

    func leave(_ number: Int, _ channel: any Channel) {
        state.withLock { state in
            state.seats.leave(number)
            state.closers[number] = nil
            state.numbers[ObjectIdentifier(channel)] = nil
        }
    }

    func turn(_ number: Int, to phase: Seats.Phase) { state.withLock { $0.seats.turn(number, to: phase) } }

    /// Notes who asks on a connection; tells whether that source may have another answer under way.
    func identify(_ channel: any Channel, _ guest: Seats.Guest, from origin: NetworkAddress?) -> Bool {
        state.withLock { state in
            guard let number = state.numbers[ObjectIdentifier(channel)] else { return true }
            return state.seats.identify(number, guest, from: origin)
        }
    }
}
