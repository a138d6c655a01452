import Access
import HTTPTypes
import History
import Hummingbird
import JSON
import Messages
import NIOCore
import Reminders
import Store
import Tracking
import Web

/// `/api/v1/reminders` and `reminder-events`: what people want to be told, how it stands, and what was told.
struct ReminderRoutes: ConsoleRoutes {
    let parts: ConsoleParts

    private static let one: RouterPath = "/api/v1/reminders/{owner}/{reminder}"

    private var desk: ReminderDesk { ReminderDesk(parts: parts) }

    var routes: [Route] {
        [
            Route(.get, "/api/v1/reminders", .somebody, list),
            Route(.post, "/api/v1/reminders/{owner}", .somebody, create),
            Route(.get, Self.one, .somebody, show),
            Route(.put, Self.one, .somebody, replace),
            Route(.patch, Self.one, .somebody, change),
            Route(.delete, Self.one, .somebody, delete),
            Route(.get, "\(Self.one)/why", .somebody, explain),
            Route(.post, "\(Self.one)/dismiss", .somebody, dismiss),
            Route(.post, "\(Self.one)/snooze", .somebody, snooze),
            Route(.get, "/api/v1/reminder-events", .somebody, events),
            Route(.post, "/api/v1/reminder-trials/{owner}", .somebody, attempt),
        ]
    }

    // MARK: Reading

    private func list(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        var query = QueryReader(request)
        let owner = query.name("owner")
        let limit = query.integer("limit", in: 1...1000) ?? Reminder.limit
        let cursors = context.cursors(of: "reminders", parts.web)
        let after = query.value("cursor", Cursors.expected) { cursors.text($0).flatMap(ReminderID.init(place:)) }
        try query.finish()
        let viewer = context.viewer
        // One more tells whether there is another page.
        let rows = try desk.rows(of: owner, for: viewer, after: after, limit: limit + 1)
        var writer = JSONText()
        writer.open("{\"reminders\":[")
        var may: [Name: [ReminderPermission]] = [:]
        let sight = context.sight(parts)
        for row in rows.prefix(limit) {
            try sight.recordAccess(to: row)
            let permissions = may[row.owner] ?? ReminderPermission.all(of: viewer, on: row.owner)
            may[row.owner] = permissions
            if let json = ReminderAnswer.json(row, may: permissions) { writer.element(json) }
        }
        writer.open("]")
        if rows.count > limit, let last = rows.dropLast().last, let next = cursors.closed(last.reminder.place) {
            writer.open(",\"next\":\"\(next)\"")
        }
        writer.open("}")
        return Self.tagged(writer.bytes, for: request)
    }

    private func show(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let id = try context.reminder(.lastPosition)
        try request.refuseQuery()
        let row = try desk.row(id)
        return Self.tagged(try json(row, context), settings: row.payload, for: request)
    }

    /// As it is found at this moment; what is kept of it says how it was when it last changed.
    private func explain(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let id = try context.reminder(.lastPosition)
        try request.refuseQuery()
        _ = try desk.row(id)
        guard case .explained(let state) = try await parts.history.carryOut(.explainReminder(id)),
            let json = ReminderAnswer.json(state, of: id)
        else { throw Problem.noReminder(id) }
        try context.sight(parts).recordAccess(.lastPosition, to: id)
        return Answer.json(json)
    }

    /// How it would stand with what somebody is still writing; nothing of it is kept.
    private func attempt(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let owner = try context.remindedOwner(.command)
        try request.refuseQuery()
        let message = try ReminderBody(draft: try await request.json(context)).message
        if let account = context.viewer.account { try parts.reminderTrials.count(account, at: parts.clock.now) }
        let trial = PrivateTrial(message, of: owner, isCalendarShown: context.viewer.maySearchCalendar(of: owner))
        guard let asked = trial.asked else {
            guard let json = ReminderAnswer.json(trial.completed(nil)) else { throw Problem.unknownEnd("the trial") }
            return Answer.json(json)
        }
        switch try await parts.history.carryOut(.tryReminder(asked, of: owner)) {
        case .explained(let state):
            guard let json = ReminderAnswer.json(trial.completed(state)) else { break }
            try context.sight(parts).recordAccess(.lastPosition, to: asked, of: owner)
            return Answer.json(json)
        case .notStored(let sentence): throw Problem.notStored(sentence, "nothing was found")
        default: break
        }
        throw Problem.unknownEnd("the trial")
    }

    private func events(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        var query = QueryReader(request)
        let owner = query.name("owner")
        let reminder = query.name("reminder")
        let limit = query.integer("limit", in: 1...1000) ?? 100
        let cursors = context.cursors(of: "reminder-events", parts.web)
        let before = query.value("cursor", Cursors.expected) { cursors.text($0) }
        if reminder != nil, owner == nil { query.refuse("reminder", "it goes with an owner") }
        try query.finish()
        let owners = context.viewer.owners(owner, .history)
        let rows = try parts.store.reminderEvents(of: owners, reminder: reminder, before: before, limit: limit + 1)
        var writer = JSONText()
        writer.open("{\"events\":[")
        let sight = context.sight(parts)
        for row in rows.prefix(limit) {
            try sight.recordAccess(to: row)
            if let json = ReminderAnswer.json(row) { writer.element(json) }
        }
        writer.open("]")
        if rows.count > limit, let last = rows.dropLast().last, let next = cursors.closed(last.id) {
            writer.open(",\"next\":\"\(next)\"")
        }
        writer.open("}")
        return Answer.json(writer.bytes)
    }

    // MARK: Changing

    private func create(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let owner = try context.remindedOwner(.command)
        try request.refuseQuery()
        try count(context)
        var body = try ReminderBody(try await request.json(context), mayHaveID: true)
        try checkCalendar(body.message, insteadOf: nil, of: owner, context)
        body.message.made = body.message.made ?? parts.clock.now
        let id = try await desk.add(body, of: owner)
        try context.note(.reminderChanged, of: owner, parts)
        return try answer(id, context, isNew: true)
    }

    private func replace(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let id = try context.reminder(.command)
        try request.refuseQuery()
        try count(context)
        let message = try ReminderBody(try await request.json(context)).message
        let isNew = request.headers[.ifNoneMatch]?.filter { !$0.isWhitespace } == "*"
        let isFirst = try await desk.put(id, asNew: isNew, isBased: request.headers[.ifMatch] != nil) { kept in
            try check(request, kept)
            try checkCalendar(message, insteadOf: kept?.message, of: id.owner, context)
            var message = message
            message.made = message.made ?? kept?.message?.made ?? parts.clock.now
            return message
        }
        try context.note(.reminderChanged, of: id.owner, parts)
        return try answer(id, context, isNew: isFirst)
    }

    private func change(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let id = try context.reminder(.command)
        try request.refuseQuery()
        try count(context)
        let patch = try await request.json(context)
        guard case .object(let members) = patch, !members.all.isEmpty else {
            throw Problem(.unprocessableContent, "the body: an object with a member to change is expected")
        }
        // A patch is for the reminder as it is: what somebody else changes meanwhile stays.
        try await desk.put(id, isBased: true) { kept in
            guard let kept else { throw Problem.noReminder(id) }
            try check(request, kept)
            guard let message = kept.message else { throw Problem.noReminder(id) }
            var patched = try ReminderBody(message.document.merging(patch)).message
            try checkCalendar(patched, insteadOf: message, of: id.owner, context)
            patched.made = patched.made ?? message.made
            return patched
        }
        try context.note(.reminderChanged, of: id.owner, parts)
        return try answer(id, context)
    }

    private func delete(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let id = try context.reminder(.command)
        try request.refuseQuery()
        try count(context)
        try await desk.remove(id) { try check(request, $0) }
        try context.note(.reminderDeleted, of: id.owner, parts)
        return Answer.nothing
    }

    private func dismiss(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let id = try context.reminder(.command)
        try request.refuseQuery()
        try count(context)
        var reader = BodyReader(try await request.optionalJSON(context) ?? .object([:]))
        let event = reader.reminderEvent()
        try reader.finish()
        try await desk.carryOut(.act(.dismiss, on: id, answering: event), on: id)
        try context.note(.reminderAnswered, of: id.owner, parts)
        return try answer(id, context)
    }

    private func snooze(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let id = try context.reminder(.command)
        try request.refuseQuery()
        try count(context)
        let body = try await request.optionalJSON(context) ?? .object([:])
        let wish = try SnoozeBody(body, at: parts.clock.now)
        try await desk.carryOut(.act(.snooze(until: wish.until), on: id, answering: wish.event), on: id)
        try context.note(.reminderAnswered, of: id.owner, parts)
        return try answer(id, context)
    }

    /// Counts a change, or an answer, by the account that makes it.
    ///
    /// - Throws: ``Problem`` (429) where there are too many.
    private func count(_ context: ConsoleContext) throws(Problem) {
        if let account = context.viewer.account { try parts.reminderChanges.count(account, at: parts.clock.now) }
    }

    /// Refuses a new condition about a calendar from whoever is neither its owner nor an administrator: what is found of it
    /// tells what is in the calendar.
    private func checkCalendar(
        _ message: ReminderMessage, insteadOf kept: ReminderMessage?, of owner: Name, _ context: ConsoleContext
    ) throws(Problem) {
        guard let condition = message.conditions.availability, condition != kept?.conditions.availability,
            !context.viewer.maySearchCalendar(of: owner)
        else { return }
        throw Problem(.forbidden, "only '\(owner)' and administrators make conditions about the calendar of '\(owner)'")
    }

    /// Refuses a change that is based on another state of what a change can touch.
    private func check(_ request: Request, _ row: ReminderRow?) throws(Problem) {
        guard request.headers[.ifMatch] != nil else { return }
        guard let row else { throw .changed }
        try EntityTag(of: [], settings: row.payload).check(request)
    }

    private func json(_ row: ReminderRow, _ context: ConsoleContext) throws -> [UInt8] {
        try context.sight(parts).recordAccess(to: row)
        let json = ReminderAnswer.json(row, may: ReminderPermission.all(of: context.viewer, on: row.owner))
        guard let json else { throw Problem.noReminder(row.reminder) }
        return json
    }

    /// The reminder as it is after a change.
    private func answer(_ id: ReminderID, _ context: ConsoleContext, isNew: Bool = false) throws -> Response {
        let row = try desk.row(id)
        let bytes = try json(row, context)
        var headers: HTTPFields = [.eTag: EntityTag(of: bytes, settings: row.payload).text]
        if isNew { headers[.location] = "/api/v1/reminders/\(id.owner)/\(id.id)" }
        return Answer.json(bytes, status: isNew ? .created : .ok, headers: headers)
    }

    /// JSON with its tag; 304 for who knows it already.
    private static func tagged(_ bytes: [UInt8], settings: [UInt8]? = nil, for request: Request) -> Response {
        let tag = EntityTag(of: bytes, settings: settings)
        let fields: HTTPFields = [.eTag: tag.text, .cacheControl: "no-cache"]
        if tag.isKnown(to: request) { return Response(status: .notModified, headers: fields) }
        return Answer.json(bytes, headers: fields)
    }
}

/// How long a reminder is put off, as a body says it.
private struct SnoozeBody {
    /// Nil for until its conditions come true the next time.
    let until: Timestamp?
    /// Which event it answers; nil for whatever is told at this moment.
    let event: String?

    /// How far ahead, in seconds: as by all other ways.
    private static let spans =
        Int(ReminderAction.snoozes.lowerBound / .seconds(1))...Int(ReminderAction.snoozes.upperBound / .seconds(1))

    init(_ document: JSONValue, at now: Timestamp) throws(Problem) {
        var reader = BodyReader(document)
        let seconds = reader.integer("for_s", in: Self.spans)
        let time = reader.time("until")
        if let time, !ReminderAction.snoozes.contains(now.duration(to: time)) {
            reader.refuse("until", "a time from 1 minute to 30 days from now is expected, found \(time)")
        }
        if reader.has("for_s"), reader.has("until") {
            reader.refuse("until", "for_s or until is expected, and not both")
        }
        event = reader.reminderEvent()
        try reader.finish()
        until = time ?? seconds.map { now.advanced(by: .seconds($0)) }
    }
}

extension BodyReader {
    /// The identifier of the event that is answered.
    fileprivate mutating func reminderEvent() -> String? { text("event", characters: 1...200) }
}

extension ReminderID {
    /// A place in a list, as it is closed for its reader.
    fileprivate var place: String { "\(owner)/\(id)" }

    fileprivate init?(place: String) {
        let names = place.split(separator: "/", omittingEmptySubsequences: false)
        guard names.count == 2, let owner = try? Name(names[0]), let id = try? Name(names[1]) else { return nil }
        self.init(owner: owner, id: id)
    }
}

extension ReminderRow {
    /// What it is; nil for one that nobody can read.
    var message: ReminderMessage? { try? ReminderMessage(decoding: payload) }
}

extension ReminderMessage {
    /// As a body has it.
    fileprivate var document: JSONValue {
        var document = (try? JSONValue(encoded())) ?? .object([:])
        document["_type"] = nil
        return document
    }
}

extension ConsoleContext {
    /// The owner that the path names, if the viewer may do that much with the owner's reminders.
    ///
    /// - Throws: ``Problem``: 404 for who may not even see them, as if there were no such owner, and else 403.
    func remindedOwner(_ right: Right) throws(Problem) -> Name {
        let owner = try name("owner")
        guard viewer.mayRemind(owner, .lastPosition) else {
            throw Problem(.notFound, "there is no owner '\(owner)' here whose reminders are to be seen")
        }
        guard viewer.mayRemind(owner, right) else { throw .forbidden }
        if Topics.isReserved(owner) {
            throw Problem(.notFound, "no owner may be called '\(owner)': topics of the bus have that name")
        }
        return owner
    }

    /// The reminder that the path names, if the viewer may do that much with it.
    ///
    /// - Throws: ``Problem``: for who may not see it that of one that is not there.
    func reminder(_ right: Right) throws(Problem) -> ReminderID {
        let id = ReminderID(owner: try name("owner"), id: try name("reminder"))
        guard viewer.mayRemind(id.owner, .lastPosition) else { throw .noReminder(id) }
        guard viewer.mayRemind(id.owner, right) else { throw .forbidden }
        if Topics.isReserved(id.owner) { throw .noReminder(id) }
        return id
    }
}

extension Principal {
    /// Of whom reminders are to be read: the owner that was asked for, or all, as far as the principal may; nil for
    /// everybody's.
    func owners(_ asked: Name?, _ right: Right) -> [Name]? {
        if let asked { return mayRemind(asked, right) ? [asked] : [] }
        return ownersToRemind(right)?.sorted()
    }
}

extension Problem {
    static func noReminder(_ id: ReminderID) -> Problem { Problem(.notFound, "there is no reminder \(id)") }
}
