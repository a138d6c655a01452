import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization
import Web

/// Plays scenarios for the pages, one at a time, and sends the trace as it comes.
struct ScenarioPlayer: Sendable {
    let shelf: (any SimulationShelf)?
    private let turn = Turn()

    init(shelf: (any SimulationShelf)?) { self.shelf = shelf }

    private static let type = "application/x-ndjson"

    /// The answer without the trace.
    static var head: Response { Response(status: .ok, headers: [.contentType: type, .cacheControl: "no-store"]) }

    /// What plays them.
    ///
    /// - Throws: ``Problem`` where nothing does.
    var opened: any SimulationShelf {
        get throws(Problem) {
            guard let shelf else { throw Problem(.notFound, "this console plays no scenarios") }
            return shelf
        }
    }

    /// What begins to play, read and checked; nil where there is no scenario of the name.
    ///
    /// What cannot be played is told with its own status, before anything is sent.
    func plan(_ order: SimulationOrder) throws(Problem) -> SimulationStart? {
        let shelf = try opened
        return try ScenarioRoutes.told { () throws(ScenarioProblem) in try shelf.plan(order) }
    }

    func play(_ begin: @escaping SimulationStart) throws(Problem) -> Response {
        guard let turn = turn.acquire() else {
            throw Problem(.serviceUnavailable, "another simulation is running", headers: [.retryAfter: "5"])
        }
        return Answer.stream(Self.type) { writer in
            defer { withExtendedLifetime(turn) {} }
            var run = try begin()
            while let lines = try run.next() {
                try Task.checkCancellation()
                try await writer.write(ByteBuffer(bytes: lines))
                // What plays for long between two lines lets others have their turn.
                await Task.yield()
            }
        }
    }
}

/// One simulation uses all of a processor: two would slow the service down.
private final class Turn: Sendable {
    private let isTaken = Mutex(false)

    /// Ends with whoever holds it, also when the answer never begins.
    final class Taken: Sendable {
        private let turn: Turn

        fileprivate init(_ turn: Turn) { self.turn = turn }

        deinit { turn.isTaken.withLock { $0 = false } }
    }

    func acquire() -> Taken? {
        let isFree = isTaken.withLock { isTaken in
            defer { isTaken = true }
            return !isTaken
        }
        return isFree ? Taken(self) : nil
    }
}
