import Foundation
import Synchronization

/// Requests that begin at an even pace, whether or not those before have been answered.
struct SteadyRequests {
    let port: UInt16
    let perSecond: Int

    /// More than are ever under way at once, unless the service falls behind for good.
    private static let connections = 32

    /// Asks for so many paths.
    ///
    /// - Returns: For how long each was waited for, in milliseconds, the shortest first. It counts from when it was to
    ///   be asked for: what waits for a connection because others are slow has waited as well.
    /// - Throws: ``WrongCount`` where some were not answered with 200.
    func run(_ count: Int, _ path: @escaping @Sendable (Int) -> String) async throws -> [Double] {
        let answers = Answers()
        let connections = min(count, Self.connections)
        let sockets = try (0..<connections).map { _ in try LoopbackSocket(port: port) }
        // A little later, so that all threads are there.
        let start = ContinuousClock.now + .milliseconds(50)
        for (first, socket) in sockets.enumerated() {
            Thread.detachNewThread { [perSecond] in
                for number in stride(from: first, to: count, by: connections) {
                    let due = start + .microseconds(number * 1_000_000 / perSecond)
                    let rest = ContinuousClock.now.duration(to: due) / .seconds(1)
                    if rest > 0 { Thread.sleep(forTimeInterval: rest) }
                    let isFine = (try? socket.get(path(number)).status) == 200
                    answers.add(isFine ? due.duration(to: .now) / .milliseconds(1) : nil)
                }
            }
        }
        // A connection that breaks fails at once, so this ends.
        while answers.count < count { try await Task.sleep(for: .milliseconds(10)) }
        for socket in sockets { socket.close() }
        let delays = answers.delays.sorted()
        guard delays.count == count else {
            throw WrongCount("requests answered with 200", expected: count, found: delays.count)
        }
        return delays
    }

    /// What has come back so far, of all connections.
    private final class Answers: Sendable {
        private let state = Mutex((delays: [Double](), failures: 0))

        func add(_ delay: Double?) {
            state.withLock { state in
                if let delay { state.delays.append(delay) } else { state.failures += 1 }
            }
        }

        var count: Int { state.withLock { $0.delays.count + $0.failures } }
        var delays: [Double] { state.withLock { $0.delays } }
    }
}
