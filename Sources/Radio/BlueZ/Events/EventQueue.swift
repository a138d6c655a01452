import Bluetooth
import DequeModule
import Synchronization

/// The radio's events on their way to their reader: bounded, and counted where they are lost.
///
/// Sightings that bring no strength coalesce while they wait; strengths never do.
final class EventQueue: Sendable {
    fileprivate struct Key: Hashable { let tag: BluetoothAddress, adapter: BluetoothAddress }

    fileprivate struct State {
        var events: Deque<RadioEvent> = []
        /// The number of the first event that waits.
        var first = 0
        /// The number of the event that waits for a tag and brings no strength.
        var quiet: [Key: Int] = [:]
        var reader: CheckedContinuation<RadioEvent?, Never>?
        var isFinished = false
        var dropped = 0
    }

    private let limit: Int
    private let state = Mutex(State())

    init(limit: Int) { self.limit = max(1, limit) }

    /// How many events were lost because the reader was too slow.
    var dropped: Int { state.withLock(\.dropped) }

    var stream: AsyncStream<RadioEvent> {
        AsyncStream {
            await self.next()
        } onCancel: {
            self.finish()
        }
    }

    func push(_ event: RadioEvent) {
        let reader = state.withLock { state -> CheckedContinuation<RadioEvent?, Never>? in
            guard !state.isFinished else { return nil }
            guard let reader = state.reader else {
                state.append(event, limit)
                return nil
            }
            state.reader = nil
            return reader
        }
        reader?.resume(returning: event)
    }

    /// Counts something that was lost before it could become an event.
    func countDrop() { state.withLock { $0.dropped += 1 } }

    /// Ends the stream once what waits has been read.
    func finish() {
        let reader = state.withLock { state in
            defer { state.reader = nil }
            state.isFinished = true
            return state.reader
        }
        reader?.resume(returning: nil)
    }

    private func next() async -> RadioEvent? {
        await withCheckedContinuation { continuation in
            let answer: RadioEvent?? = state.withLock { state in
                if let event = state.popFirst() { return .some(event) }
                if state.isFinished || state.reader != nil { return .some(nil) }
                state.reader = continuation
                return nil
            }
            if let answer { continuation.resume(returning: answer) }
        }
    }
}

extension EventQueue.State {
    fileprivate mutating func append(_ event: RadioEvent, _ limit: Int) {
        if case .heard(let sighting) = event, sighting.rssi == nil {
            let key = EventQueue.Key(tag: sighting.tag, adapter: sighting.adapter)
            if let number = quiet[key], number >= first {
                events[number - first] = event
                return
            }
            quiet[key] = first + events.count
        }
        events.append(event)
        if events.count > limit {
            dropped += 1
            _ = popFirst()
        }
    }

    fileprivate mutating func popFirst() -> RadioEvent? {
        guard let event = events.popFirst() else { return nil }
        first += 1
        if case .heard(let sighting) = event, sighting.rssi == nil {
            let key = EventQueue.Key(tag: sighting.tag, adapter: sighting.adapter)
            if let number = quiet[key], number < first { quiet[key] = nil }
        }
        return event
    }
}
