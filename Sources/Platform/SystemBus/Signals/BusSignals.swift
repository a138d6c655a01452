internal import Synchronization

/// The signals that fit a match, in the order sent, for one reader.
///
/// Ends when the connection ends or the reading task is cancelled; the bus stops sending them when it has ended or is
/// no longer used. A reader that falls behind loses the oldest, which are counted.
public struct BusSignals: AsyncSequence, Sendable {
    public typealias Element = BusSignal
    public typealias Failure = Never

    final class DropCount: Sendable { let value = Atomic(0) }

    let stream: AsyncStream<BusSignal>
    let drops: DropCount

    /// How many signals were lost because the reader was too slow, or could not be understood.
    public var dropped: Int { drops.value.load(ordering: .relaxed) }

    public func makeAsyncIterator() -> AsyncStream<BusSignal>.Iterator { stream.makeAsyncIterator() }
}

/// The sending end of ``BusSignals``.
struct Subscription {
    let match: BusMatch
    let continuation: AsyncStream<BusSignal>.Continuation
    let drops: BusSignals.DropCount

    func deliver(_ signal: BusSignal) {
        if case .dropped = continuation.yield(signal) { countDrop() }
    }

    func countDrop() { drops.value.add(1, ordering: .relaxed) }
}
