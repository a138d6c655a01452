internal import Foundation
public import Messages
public import Reminders
public import Store
public import Tracking

/// What somebody has changed in a history who does not write it, in a form that goes from one worker to another.
public struct HistoryErrand: Hashable, Sendable, Codable {
    /// Whose partition it is for.
    let owner: String
    /// Of the owner's things, where it is about one.
    let device: String?
    let action: Action

    /// What is to be done.
    enum Action: Hashable, Sendable, Codable {
        case addItem(name: String, isNew: Bool)
        case takeOffItem
        case delete
        case setPhoto(kind: String, data: Data, updated: Int64)
        case removePhoto
        /// As those of all where it is not its own.
        case setRetention(days: Double?, fixes: Int?, isOwn: Bool)
        case post(payloads: [Data], takesCommands: Bool)
        case erase(erasure: Int64, asked: Int64, tellsTrackers: Bool)
        case forgetRefusals
        /// As the payload of its definition; `basis` is that of the one that it was made of, where it matters.
        case putReminder(id: String, payload: Data, isNew: Bool, basis: Data?)
        case removeReminder(id: String, basis: Data?)
        /// As the answer to an event, where one is named.
        case actOnReminder(id: String, action: ReminderAction, event: String?)
        case explainReminder(id: String)
        /// As the payload of a definition.
        case tryReminder(payload: Data)
        /// Nil for none any more.
        case setCalendar(place: Data?)
    }

    /// What has become of it.
    public enum Outcome: Hashable, Sendable, Codable {
        case done
        /// There is none of that to change.
        case none
        case posted(accepted: Int, repeated: Int, refused: Int, commands: [[UInt8]])
        case isItemAlready
        case isNoItem
        case unheard
        case isPhone(isConfigured: Bool)
        case isTracker
        case tooManyPhones(owner: String?)
        case isReminderAlready
        case tooManyReminders(limit: Int)
        /// The reminder is not, or no longer, the one that the change was made of.
        case isOtherReminder
        /// The reminder was not told, or its occasion is over: there is nothing to answer.
        case notTold
        /// How it stands with a reminder, or would stand: the payload of a ``ReminderStateMessage``.
        case explained([UInt8])
        /// The store refuses, for a reason; nothing was changed.
        case notStored(String)
    }

    private init(_ device: DeviceID, _ action: Action) {
        (owner, self.device, self.action) = (device.owner.text, device.device.text, action)
    }

    private init(_ owner: Name, _ action: Action) { (self.owner, device, self.action) = (owner.text, nil, action) }
}

/// The errands that there are.
extension HistoryErrand {
    /// Makes an item of a device, or gives such an item another name unless it is to be a new one.
    public static func addItem(_ device: DeviceID, named name: ItemName, asNew isNew: Bool) -> HistoryErrand {
        HistoryErrand(device, .addItem(name: name.text, isNew: isNew))
    }

    /// Takes an item off, and keeps where it was.
    public static func takeOffItem(_ device: DeviceID) -> HistoryErrand { HistoryErrand(device, .takeOffItem) }

    /// Deletes an item or a phone with all that is stored of it.
    public static func delete(_ device: DeviceID) -> HistoryErrand { HistoryErrand(device, .delete) }

    /// Keeps a photo of an item; nil takes it away.
    public static func setPhoto(_ photo: PhotoRow?, of device: DeviceID) -> HistoryErrand {
        guard let photo else { return HistoryErrand(device, .removePhoto) }
        let updated = photo.updated.milliseconds
        return HistoryErrand(
            device, .setPhoto(kind: photo.kind.rawValue, data: Data(photo.data), updated: updated))
    }

    /// Sets how long the fixes of a device are kept; nil for as long as those of all.
    public static func setRetention(_ retention: Retention?, of device: DeviceID) -> HistoryErrand {
        HistoryErrand(
            device, .setRetention(days: retention?.days, fixes: retention?.fixes, isOwn: retention != nil))
    }

    /// Stores what a phone has posted.
    public static func post(_ payloads: [[UInt8]], from phone: DeviceID, takesCommands: Bool) -> HistoryErrand {
        HistoryErrand(phone, .post(payloads: payloads.map { Data($0) }, takesCommands: takesCommands))
    }

    /// Removes everything of an owner, once for a mark.
    public static func erase(_ owner: Name, for mark: ErasureMark, tellingTrackers: Bool) -> HistoryErrand {
        let asked = mark.asked.milliseconds
        return HistoryErrand(
            owner, .erase(erasure: mark.erasure, asked: asked, tellsTrackers: tellingTrackers))
    }

    /// Forgets that trackers of an owner reported until they knew that their items are deleted.
    public static func forgetRefusals(of owner: Name) -> HistoryErrand { HistoryErrand(owner, .forgetRefusals) }

    /// Makes a reminder, or has one be another unless it is to be a new one.
    ///
    /// With the payload of the one that the change was made of, only while that one is kept: so of two changes at once neither
    /// undoes the other.
    public static func putReminder(
        _ message: ReminderMessage, _ id: ReminderID, asNew isNew: Bool, basedOn basis: [UInt8]? = nil
    ) -> HistoryErrand {
        let payload = Data(message.encoded())
        return HistoryErrand(
            id.owner, .putReminder(id: id.id.text, payload: payload, isNew: isNew, basis: basis.map { Data($0) }))
    }

    /// Deletes a reminder, while what was told of it stays; with a payload only while that one is kept.
    public static func removeReminder(_ id: ReminderID, basedOn basis: [UInt8]? = nil) -> HistoryErrand {
        HistoryErrand(id.owner, .removeReminder(id: id.id.text, basis: basis.map { Data($0) }))
    }

    /// Does what somebody wants of a reminder.
    ///
    /// With the identifier of a ``ReminderEventMessage`` it is the answer to that, and comes to nothing where its occasion is
    /// over.
    public static func act(
        _ action: ReminderAction, on id: ReminderID, answering event: String? = nil
    ) -> HistoryErrand {
        HistoryErrand(id.owner, .actOnReminder(id: id.id.text, action: action, event: event))
    }

    /// Asks how it stands with a reminder at this moment.
    public static func explainReminder(_ id: ReminderID) -> HistoryErrand {
        HistoryErrand(id.owner, .explainReminder(id: id.id.text))
    }

    /// Connects a calendar in place of the owner's one before; nil forgets that.
    public static func setCalendar(_ place: [UInt8]?, of owner: Name) -> HistoryErrand {
        HistoryErrand(owner, .setCalendar(place: place.map { Data($0) }))
    }

    /// Asks how it would stand at this moment with a reminder that an owner does not have.
    public static func tryReminder(_ message: ReminderMessage, of owner: Name) -> HistoryErrand {
        HistoryErrand(owner, .tryReminder(payload: Data(message.encoded())))
    }
}

extension HistoryErrand {
    /// Whether an owner comes to be by it of whom nobody has heard.
    var makesOwner: Bool {
        switch action {
        case .post, .putReminder, .setCalendar(place: _?): true
        default: false
        }
    }

    var ownerName: Name {
        get throws { try Name(owner) }
    }

    /// Does it, on the history that has the owner.
    ///
    /// - Throws: ``StoreError`` where another worker has the partition by now, or the database is away: then nothing is
    ///   done, as far as is known.
    public func perform(on core: inout HistoryCore, at now: Timestamp) throws -> (value: Outcome, messages: [Message]) {
        do { return try act(on: &core, at: now) } catch let refusal as ItemRefusal {
            return switch refusal {
            case .unheard: (.unheard, [])
            case .phone(_, let isConfigured): (.isPhone(isConfigured: isConfigured), [])
            case .tracker: (.isTracker, [])
            }
        } catch is UnknownItem { return (.isNoItem, []) } catch let error as TooManyPhones {
            return (.tooManyPhones(owner: error.owner?.text), [])
        }
    }

    private func act(on core: inout HistoryCore, at now: Timestamp) throws -> (value: Outcome, messages: [Message]) {
        let owner = try ownerName
        try core.expectAll(of: owner)
        let id = try device.map { DeviceID(owner: owner, device: try Name($0)) }
        switch (action, id) {
        case (.addItem(let name, let isNew), let id?):
            if isNew, try core.store.item(id) != nil { return (.isItemAlready, []) }
            return (.done, try core.addItem(id, named: ItemName(name), at: now))
        case (.takeOffItem, let id?): return (.done, try core.takeOffItem(id, at: now))
        case (.delete, let id?): return (.done, try core.delete(id, at: now))
        case (.setPhoto(let kind, let data, let updated), let id?):
            guard let kind = PhotoRow.Kind(rawValue: kind) else { return (.none, []) }
            let photo = PhotoRow(kind: kind, data: Array(data), updated: Timestamp(milliseconds: updated))
            let (isKept, messages) = try core.setPhoto(photo, of: id, at: now)
            return (isKept ? .done : .none, messages)
        case (.removePhoto, let id?):
            let (isDone, messages) = try core.setPhoto(nil, of: id, at: now)
            return (isDone ? .done : .none, messages)
        case (.setRetention(let days, let fixes, let isOwn), let id?):
            try core.setRetention(isOwn ? Retention(days: days, fixes: fixes) : nil, of: id, at: now)
            return (.done, [])
        case (.post(let payloads, let takesCommands), let id?):
            let (posted, messages) = try core.post(
                payloads.map { Array($0) }, from: id, takesCommands: takesCommands, at: now)
            let outcome = Outcome.posted(
                accepted: posted.accepted, repeated: posted.repeated, refused: posted.refused,
                commands: posted.commands)
            return (outcome, messages)
        case (.erase(let erasure, let asked, let tellsTrackers), _):
            let mark = ErasureMark(erasure: erasure, asked: Timestamp(milliseconds: asked))
            return (.done, try core.erase(owner, for: mark, tellingTrackers: tellsTrackers, at: now) ?? [])
        case (.putReminder(let id, let payload, let isNew, let basis), _):
            let id = ReminderID(owner: owner, id: try Name(id))
            let message = try ReminderMessage(decoding: Array(payload))
            return try told(
                core.putReminder(message, id, asNew: isNew, basedOn: basis.map { Array($0) }, at: now))
        case (.removeReminder(let id, let basis), _):
            let id = ReminderID(owner: owner, id: try Name(id))
            return try told(core.removeReminder(id, basedOn: basis.map { Array($0) }, at: now))
        case (.actOnReminder(let id, let action, let event), _):
            let id = ReminderID(owner: owner, id: try Name(id))
            return try told(core.act(action, on: id, answering: event, at: now))
        case (.explainReminder(let id), _):
            let state = core.explain(ReminderID(owner: owner, id: try Name(id)), at: now)
            return (state.map { .explained($0.encoded()) } ?? .none, [])
        case (.tryReminder(let payload), _):
            let message = try ReminderMessage(decoding: Array(payload))
            return (.explained(try core.attempt(message, of: owner, at: now).encoded()), [])
        case (.setCalendar(let place), _):
            let (isDone, messages) = try core.setCalendar(place.map { Array($0) }, of: owner, at: now)
            return (isDone ? .done : .none, messages)
        case (.forgetRefusals, _): return (.done, try core.forgetRefusals(of: owner, at: now))
        default: return (.none, [])
        }
    }

    private func told(
        _ done: (value: HistoryCore.ReminderOutcome, messages: [Message])
    ) -> (value: Outcome, messages: [Message]) {
        let outcome: Outcome =
            switch done.value {
            case .done: .done
            case .none: .none
            case .isReminderAlready: .isReminderAlready
            case .tooMany: .tooManyReminders(limit: Reminder.limit)
            case .notTold: .notTold
            case .isOther: .isOtherReminder
            }
        return (outcome, done.messages)
    }

    /// As it stands on the board.
    var written: [UInt8] {
        get throws { Array(try JSONEncoder().encode(self)) }
    }

    init(written bytes: [UInt8]) throws { self = try JSONDecoder().decode(Self.self, from: Data(bytes)) }
}

extension HistoryErrand.Outcome {
    /// As it stands on the board.
    var written: [UInt8] {
        get throws { Array(try JSONEncoder().encode(self)) }
    }

    init(written bytes: [UInt8]) throws { self = try JSONDecoder().decode(Self.self, from: Data(bytes)) }
}
