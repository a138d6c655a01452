import Access
import HTTPTypes
import History
import Messages
import Reminders
import Store
import Tracking
import Web

/// Where reminders are read and changed: read from the store, and changed by the history, which watches over them.
struct ReminderDesk: Sendable {
    let parts: ConsoleParts

    /// How often others may be faster, with a name that was free or with a change of the same reminder, before it is given up.
    private static let tries = 5

    /// A reminder; nil for one that is not there.
    func kept(_ id: ReminderID) throws -> ReminderRow? {
        try parts.store.reminder(id).flatMap { $0.payload.isEmpty ? nil : $0 }
    }

    /// A reminder that is there.
    ///
    /// - Throws: ``Problem`` where there is none.
    func row(_ id: ReminderID) throws -> ReminderRow {
        guard let row = try kept(id) else { throw Problem.noReminder(id) }
        return row
    }

    /// Reminders by owner and name, those behind a place, as far as the viewer may see them.
    func rows(of owner: Name?, for viewer: Principal, after place: ReminderID?, limit: Int) throws -> [ReminderRow] {
        guard let owners = viewer.owners(owner, .lastPosition) else {
            return try parts.store.reminders(behind: place, limit: limit)
        }
        var rows: [ReminderRow] = []
        for owner in owners where owner >= place?.owner ?? owner {
            rows += Self.page(try parts.store.reminders(of: owner), after: place, limit - rows.count)
            if rows.count >= limit { break }
        }
        return rows
    }

    private static func page(_ rows: [ReminderRow], after place: ReminderID?, _ limit: Int) -> [ReminderRow] {
        var page: [ReminderRow] = []
        for row in rows where !row.payload.isEmpty && page.count < limit {
            if let place, row.reminder <= place { continue }
            page.append(row)
        }
        return page
    }

    /// Makes a reminder by the name that a body says, or by one that is made of its title.
    ///
    /// - Throws: ``Problem`` where that name is taken, or there are too many.
    func add(_ body: ReminderBody, of owner: Name) async throws -> ReminderID {
        if let id = body.id.map({ ReminderID(owner: owner, id: $0) }) {
            let outcome = try await parts.history.carryOut(.putReminder(body.message, id, asNew: true))
            if case .isReminderAlready = outcome { throw Problem(.conflict, "there is a reminder \(id) already") }
            try Self.check(outcome, id)
            return id
        }
        for _ in 0..<Self.tries {
            let id = try freeName(for: body.message.title, of: owner)
            let outcome = try await parts.history.carryOut(.putReminder(body.message, id, asNew: true))
            // Somebody else may have taken it meanwhile.
            if case .isReminderAlready = outcome { continue }
            try Self.check(outcome, id)
            return id
        }
        throw Problem(.conflict, "no name is free for '\(body.message.title)': say one in 'id'")
    }

    private func freeName(for title: ItemName, of owner: Name) throws -> ReminderID {
        let rows = try parts.store.reminders(of: owner).filter { !$0.payload.isEmpty }
        guard rows.count < Reminder.limit else { throw Problem.tooManyReminders(Reminder.limit, of: owner) }
        let taken = Set(rows.map(\.id.text))
        // One of so many is free.
        let names = (1...rows.count + 1).lazy.map { title.deviceName($0, else: "reminder") }
        guard let name = try names.first(where: { !taken.contains($0) }).map({ try Name($0) }) else {
            throw Problem(.conflict, "no name is free for '\(title)': say one in 'id'")
        }
        return ReminderID(owner: owner, id: name)
    }

    /// Has a reminder be what the body makes of the one that is kept, or of none.
    ///
    /// Where it `isBased` on that one, and somebody else is faster, the body is called again with what is kept then.
    ///
    /// - Returns: Whether there was none before.
    /// - Throws: What the body throws, and ``Problem`` where it is to be new and is not, or there are too many.
    @discardableResult
    func put(
        _ id: ReminderID, asNew: Bool = false, isBased: Bool, _ body: (ReminderRow?) throws -> ReminderMessage
    ) async throws -> Bool {
        for _ in 0..<Self.tries {
            let kept = try kept(id)
            let basis = isBased ? kept?.payload : nil
            let errand = HistoryErrand.putReminder(try body(kept), id, asNew: asNew, basedOn: basis)
            if try await isCarriedOut(errand, on: id) { return kept == nil }
        }
        throw Problem.tooMuchChange(id)
    }

    /// Deletes a reminder that a body has looked at.
    ///
    /// - Throws: What the body throws, and ``Problem`` where there is none.
    func remove(_ id: ReminderID, _ body: (ReminderRow) throws -> Void) async throws {
        for _ in 0..<Self.tries {
            let row = try row(id)
            try body(row)
            if try await isCarriedOut(.removeReminder(id, basedOn: row.payload), on: id) { return }
        }
        throw Problem.tooMuchChange(id)
    }

    /// Does an errand; false where it was made of a reminder that is another one by now.
    private func isCarriedOut(_ errand: HistoryErrand, on id: ReminderID) async throws -> Bool {
        let outcome = try await parts.history.carryOut(errand)
        if case .isOtherReminder = outcome { return false }
        try Self.check(outcome, id)
        return true
    }

    /// Does an errand that is of one reminder.
    ///
    /// - Throws: ``Problem`` where nothing was done.
    func carryOut(_ errand: HistoryErrand, on id: ReminderID) async throws {
        try Self.check(try await parts.history.carryOut(errand), id)
    }

    private static func check(_ outcome: HistoryErrand.Outcome, _ id: ReminderID) throws(Problem) {
        switch outcome {
        case .done: return
        case .none: throw .noReminder(id)
        case .isReminderAlready: throw Problem(.preconditionFailed, "there is a reminder \(id) already")
        case .tooManyReminders(let limit): throw .tooManyReminders(limit, of: id.owner)
        case .notTold:
            throw Problem(.conflict, "\(id) is not told at this moment, or was answered: there is nothing to answer")
        case .notStored(let sentence): throw .notStored(sentence)
        default: throw .unknownEnd()
        }
    }
}

extension Problem {
    fileprivate static func tooMuchChange(_ id: ReminderID) -> Problem {
        Problem(.conflict, "\(id) is changed by others all the time: try again", headers: [.retryAfter: "1"])
    }

    fileprivate static func tooManyReminders(_ limit: Int, of owner: Name) -> Problem {
        Problem(.conflict, "'\(owner)' has \(limit) reminders, and may have no more: delete one first")
    }
}
