import Synchronization

/// A shard with the lines that its trace has gathered; one thread at a time plays it.
final class ShardPlayer: Sendable {
    private let shard: Mutex<RehearsalShard>
    private let lines: TraceLines?
    /// What each step of the last call has traced, and why that call ended early.
    private let outcome = Mutex((steps: [[UInt8]](), failure: (any Error)?.none))

    /// `lines` is where the shard's trace goes; nil without a trace, or when it goes to its file at once.
    init(_ shard: RehearsalShard, lines: TraceLines?) {
        self.shard = Mutex(shard)
        self.lines = lines
    }

    /// Plays steps one after the other; what goes wrong is told by ``takeOutcome()``.
    func play(_ steps: Range<Int>) {
        var traced: [[UInt8]] = []
        var failure: (any Error)?
        shard.withLock { shard in
            do {
                for step in steps {
                    try shard.play(step: step)
                    if let lines { traced.append(lines.take()) }
                }
            } catch { failure = error }
            // Others take their turn now.
            shard.rest()
        }
        outcome.withLock { $0 = (traced, failure) }
    }

    /// What each step has traced.
    ///
    /// - Throws: What went wrong.
    func takeOutcome() throws -> [[UInt8]] {
        let taken = outcome.withLock { outcome in
            defer { outcome = ([], nil) }
            return outcome
        }
        if let failure = taken.failure { throw failure }
        return taken.steps
    }

    /// Looks at the shard between two steps.
    func look<Value: Sendable>(_ body: (borrowing RehearsalShard) throws -> Value) rethrows -> Value {
        try shard.withLock { shard in try body(shard) }
    }
}

/// The lines of a trace that wait for those of the shards before.
final class TraceLines: Sendable {
    private let bytes = Mutex<[UInt8]>([])

    /// A trace whose lines come here.
    var writer: TraceWriter { TraceWriter { [self] line in bytes.withLock { $0 += line } } }

    /// What has come since the last time.
    func take() -> [UInt8] {
        bytes.withLock { bytes in
            defer { bytes.removeAll(keepingCapacity: true) }
            return bytes
        }
    }
}
