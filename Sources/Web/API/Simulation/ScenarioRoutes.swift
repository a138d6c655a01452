import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization
import Tracking
import Web

/// `/api/v1/scenarios`: simulations for the pages, one at a time.
struct ScenarioRoutes: ConsoleRoutes {
    let parts: ConsoleParts
    private let turn = Turn()

    init(parts: ConsoleParts) { self.parts = parts }

    var routes: [Route] {
        [
            Route(.get, "/api/v1/scenarios", .administrator) { request, _ in
                try request.refuseQuery()
                return try list()
            },
            // Whoever asks for nothing but the headers takes no turn.
            Route(.head, "/api/v1/scenarios/{scenario}/trace", .administrator) { _, _ in
                Response(status: .ok, headers: [.contentType: "application/x-ndjson", .cacheControl: "no-store"])
            },
            Route(.get, "/api/v1/scenarios/{scenario}/trace", .administrator) { request, context in
                try request.refuseQuery()
                return try trace(of: context.parameters.require("scenario"))
            },
        ]
    }

    private struct List: Encodable { let scenarios: [SimulationShelf.Entry] }

    private func list() throws -> Response {
        try Answer.json(List(scenarios: parts.configuration.simulations?.entries() ?? []))
    }

    private func trace(of name: String) throws -> Response {
        // Only what was listed: a name is no path.
        guard let shelf = parts.configuration.simulations, shelf.entries().contains(where: { $0.name == name }) else {
            throw Problem(.notFound, "there is no scenario '\(name.excerpt(80))'")
        }
        guard let turn = turn.acquire() else {
            throw Problem(.serviceUnavailable, "another simulation is running", headers: [.retryAfter: "5"])
        }
        return Answer.stream("application/x-ndjson") { writer in
            defer { withExtendedLifetime(turn) {} }
            var run = try shelf.open(name)
            while let lines = try run.next() { try await writer.write(ByteBuffer(bytes: lines)) }
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
