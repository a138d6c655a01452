import Foundation

/// Where a person's answers come from.
protocol LineSource: Sendable {
    /// The next line, without its end; nil at the end of the input, or when the task is cancelled.
    func next() async -> String?
}

/// The lines of the standard input, read only once somebody is asked.
actor StandardInput: LineSource {
    private var lines: AsyncStream<String>.Iterator?

    func next() async -> String? {
        var iterator = lines ?? Self.start().makeAsyncIterator()
        let line = await iterator.next(isolation: self)
        lines = iterator
        return line
    }

    /// Reading waits in the kernel, where no task can be cancelled: a thread of its own does it.
    private static func start() -> AsyncStream<String> {
        let (stream, continuation) = AsyncStream.makeStream(of: String.self)
        Thread.detachNewThread {
            while let line = readLine() { continuation.yield(line) }
            continuation.finish()
        }
        return stream
    }
}
