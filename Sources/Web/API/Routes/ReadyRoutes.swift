import Access
import HTTPTypes
import History
import Hummingbird
import Logging
import Store
import Web

/// `/ready`: whether the program does what it is for, or 503 with the reasons why not.
struct ReadyRoutes: ConsoleRoutes {
    let parts: ConsoleParts

    var routes: [Route] { [Route(.get, "/ready", .open, answer)] }

    private func answer(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let reasons = await reasons()
        guard reasons.isEmpty else {
            let detail = reasons.joined(separator: "; ")
            throw Problem(.serviceUnavailable, detail, headers: [.retryAfter: "5", .cacheControl: "no-store"])
        }
        return Answer.json(Array(#"{"status":"ready"}"#.utf8))
    }

    private func reasons() async -> [String] {
        var reasons: [String] = []
        let history = await parts.history.standing
        if let trouble = history.trouble {
            parts.logger.warning("not ready: \(trouble)")
            reasons.append("the database refuses what is to be stored")
        } else if let trouble = await storeTrouble() {
            parts.logger.warning("not ready: \(trouble)")
            reasons.append("the database cannot be read or written")
        }
        if (try? parts.access?.isProtected()) == nil, parts.access != nil {
            reasons.append("the database of accounts cannot be read")
        }
        if !history.isConnected {
            reasons.append("the history service is not connected to the broker")
        }
        if await !parts.feed.isConnected {
            reasons.append("the console is not connected to the broker")
        } else if await !parts.feed.hasSwept {
            reasons.append("the broker has not handed out yet what it keeps")
        }
        return reasons
    }

    /// Reads, and takes the lock for writing; what is wrong with either.
    private func storeTrouble() async -> (any Error)? {
        do {
            _ = try parts.store.counters()
            try await parts.history.probe()
            return nil
        } catch { return error }
    }
}
