import Hummingbird
import Logging
import Store
import Tracking
import Web

/// `/api/v1/status` and `log`: how the service is, for whoever looks after it.
struct StatusRoutes: ConsoleRoutes {
    let parts: ConsoleParts

    var routes: [Route] {
        [Route(.get, "/api/v1/status", .administrator, status), Route(.get, "/api/v1/log", .administrator, log)]
    }

    private func status(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        return try Answer.json(try await StatusAnswer(parts))
    }

    private func log(_ request: Request, _ context: ConsoleContext) throws -> Response {
        var query = QueryReader(request)
        let limit = query.integer("limit", in: 1...RunLog.room) ?? 100
        let words = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
        let level = query.value("level", "one of \(words)") { Logger.Level(rawValue: $0) } ?? .trace
        try query.finish()
        let entries = parts.log.entries(from: level, limit: limit)
        return try Answer.json(["entries": entries.map(LogEntryAnswer.init)])
    }
}

/// An entry of the log as it is answered.
private struct LogEntryAnswer: Encodable {
    let number: Int
    let time: String
    let level: String
    let part: String
    let text: String

    init(_ entry: RunLog.Entry) {
        (number, time, level) = (entry.number, entry.time.description, entry.level.rawValue)
        (part, text) = (entry.part, entry.text)
    }
}
