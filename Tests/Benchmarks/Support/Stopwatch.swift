import Glibc

/// Times a piece of work, by the clock and by the processor.
struct Stopwatch {
    private let wall = ContinuousClock.now
    private let processor = clock()

    /// Seconds since the start.
    var seconds: Double { wall.duration(to: .now) / .seconds(1) }
    /// Seconds of processor time that this process has used since the start.
    var processorSeconds: Double { Double(clock() - processor) / Double(CLOCKS_PER_SEC) }

    /// Processor time of some work on one thread: what a busy machine disturbs least.
    static func processorSeconds(_ work: () throws -> Void) rethrows -> Double {
        let watch = Stopwatch()
        try work()
        return watch.processorSeconds
    }
}

/// Keeps the optimiser from leaving out work whose result nobody needs.
@inline(never)
func keep<Value>(_ value: Value) {
    withExtendedLifetime(value) {}
}
