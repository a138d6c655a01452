import Access
import Facts
import HTTPTypes
import History
import Hummingbird
import Messages
import Store
import Tracking
import Web

/// `/api/v1/calendars`: the calendar that somebody connects for the conditions of reminders.
///
/// It is for its owner, by the account of that name, and administrators; nobody is told where it is.
struct CalendarRoutes: ConsoleRoutes {
    let parts: ConsoleParts

    private static let path: RouterPath = "/api/v1/calendars/{owner}"

    var routes: [Route] {
        [
            Route(.get, Self.path, .somebody, show),
            Route(.put, Self.path, .somebody, connect),
            Route(.delete, Self.path, .somebody, remove),
        ]
    }

    private func show(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let owner = try context.calendarOwner(.lastPosition)
        try request.refuseQuery()
        return try Answer.json(try await answer(owner))
    }

    private func connect(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let owner = try context.calendarOwner(.command)
        try request.refuseQuery()
        let document = try await request.json(context)
        guard let desk = parts.facts else { throw Self.off }
        let body = try CalendarBody(document) { desk.trusts($0) }
        if let account = context.viewer.account { try parts.calendarTrials.count(account, at: parts.clock.now) }
        let events: Int
        do throws(FactError) {
            events = try await desk.check(body.place, by: context.viewer.account?.text, at: parts.clock.now)
        } catch {
            guard let wait = error.retryAfter else {
                throw Problem(.unprocessableContent, "the calendar is not connected: \(error)")
            }
            let seconds = max(1, wait.components.seconds)
            throw Problem(
                .serviceUnavailable, "the calendar is not connected: \(error)", headers: [.retryAfter: "\(seconds)"]
            )
        }
        try await carryOut(.setCalendar(body.calendar.encoded(), of: owner))
        try context.note(.calendarConnected, of: owner, parts)
        return try Answer.json(try await answer(owner, events: events))
    }

    private func remove(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let owner = try context.calendarOwner(.command)
        try request.refuseQuery()
        try await carryOut(.setCalendar(nil, of: owner))
        try context.note(.calendarForgotten, of: owner, parts)
        return Answer.nothing
    }

    private func carryOut(_ errand: HistoryErrand) async throws {
        switch try await parts.history.carryOut(errand) {
        case .done: return
        case .none: throw Problem(.notFound, "no calendar was connected here")
        case .notStored(let sentence): throw Problem.notStored(sentence)
        default: throw Problem.unknownEnd()
        }
    }

    /// How it is with an owner's calendar; `events` where they have just been counted.
    private func answer(_ owner: Name, events: Int? = nil) async throws -> CalendarAnswer {
        var answer = CalendarAnswer(owner: owner.text)
        if let row = try parts.store.calendar(of: owner) {
            let calendar = ConnectedCalendar(decoding: row.place)
            (answer.isConnected, answer.updated) = (true, row.updated.description)
            (answer.kind, answer.host) = (calendar?.kind.rawValue, calendar?.host)
        } else if parts.facts?.calendars.contains(owner.text) == true {
            (answer.isConnected, answer.kind) = (true, "administrator")
        } else {
            return answer
        }
        // What has just been fetched is of the one that is connected now; how it went before is of another.
        if let events {
            answer.events = events
            return answer
        }
        answer.events = await parts.facts?.events(of: owner)
        guard let status = await parts.facts?.status(ofCalendar: owner) else { return answer }
        answer.lastSuccess = status.lastSuccess?.description
        answer.lastFailure = status.lastFailure?.description
        answer.refresh = status.refresh.map { Int($0.components.seconds) }
        (answer.trouble, answer.nextTry) = (status.trouble, status.nextTry?.description)
        return answer
    }

    private static let off = Problem(
        .conflict, "this service fetches no calendars: those of several workers have none yet"
    )
}

/// How it is with an owner's calendar, without where it is.
private struct CalendarAnswer: Encodable {
    let owner: String
    var isConnected = false
    /// `address`, `caldav`, or `administrator` for one that is named in facts.yaml.
    var kind: String?
    var host: String?
    var updated: String?
    var lastSuccess: String?
    var lastFailure: String?
    var trouble: String?
    var nextTry: String?
    /// How often it is asked for now, in seconds.
    var refresh: Int?
    var events: Int?

    init(owner: String) { self.owner = owner }

    enum CodingKeys: String, CodingKey {
        case owner, isConnected = "connected", kind, host, updated, lastSuccess, lastFailure, trouble, nextTry, events
        case refresh = "refreshS"
    }
}

extension ConsoleContext {
    /// The owner that the path names, if the viewer may do that much with the owner's calendar.
    ///
    /// - Throws: ``Problem``: 404 for who may not even see how it is, as if there were no such owner, and else 403.
    fileprivate func calendarOwner(_ right: Right) throws(Problem) -> Name {
        let owner = try name("owner")
        guard viewer.mayGuard(owner, .lastPosition), !Topics.isReserved(owner) else {
            throw Problem(.notFound, "there is no owner '\(owner)' here whose calendar is yours to connect")
        }
        guard viewer.mayGuard(owner, right) else { throw .forbidden }
        return owner
    }
}
