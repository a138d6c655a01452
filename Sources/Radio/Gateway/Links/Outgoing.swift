import Synchronization
import Tracking

/// What a connected tag is to be told, in the order in which it has to be.
///
/// Of a reference, a wish or a stored mark only the latest counts; commands are kept one by one.
final class Outgoing: Sendable {
    private struct State {
        var desired: Downlink?
        var reference: Downlink?
        var stored: Downlink?
        var commands: [Downlink] = []
        /// How many have been put in, so that idleness shows.
        var count = 0
    }

    private let state = Mutex(State())
    private let bell: AsyncStream<Void>.Continuation
    /// Rings when there is something to be told.
    let rings: AsyncStream<Void>

    /// More commands than wait for a tracker at most.
    private static let mostCommands = 64

    init() { (rings, bell) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    func put(_ downlink: Downlink) {
        state.withLock { state in
            state.count += 1
            switch downlink {
            case .desired: state.desired = downlink
            case .reference: state.reference = downlink
            case .stored: state.stored = downlink
            case .command:
                if state.commands.count < Self.mostCommands, !state.commands.contains(downlink) {
                    state.commands.append(downlink)
                }
            }
        }
        bell.yield()
    }

    func next() -> Downlink? {
        state.withLock { state in
            if let desired = state.desired.take() { return desired }
            if let reference = state.reference.take() { return reference }
            if !state.commands.isEmpty { return state.commands.removeFirst() }
            return state.stored.take()
        }
    }

    var count: Int { state.withLock { $0.count } }
    func close() { bell.finish() }
}
