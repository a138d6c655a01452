import Access
import Messages
import Reminders
import Store
import Tracking
import Web

/// Reminders and what was told of them as they are answered: the messages as they are kept, without their types, with
/// what stands in the topic beside.
///
/// They are put together from the bytes that the store has: a list is read often, and its parts are JSON already.
enum ReminderAnswer {
    /// A reminder, with how it stands and what the viewer may do with it; nil for one that is deleted, and for one that
    /// nobody can read.
    static func json(_ row: ReminderRow, may: [ReminderPermission]) -> [UInt8]? {
        guard let members = inside(row.payload, as: ReminderMessage.self) else { return nil }
        let words = may.map { "\"\($0.rawValue)\"" }.joined(separator: ",")
        var bytes = [UInt8(ascii: "{")] + members
        // Behind them, so that no member that somebody else has put in a message stands for these.
        bytes +=
            ",\"owner\":\"\(row.owner)\",\"id\":\"\(row.id)\",\"updated\":\"\(row.updated)\",\"may\":[\(words)]".utf8
        if let state = inside(row.state, as: ReminderStateMessage.self) {
            bytes += Array(",\"state\":{".utf8) + state + [UInt8(ascii: "}")]
        }
        return bytes + [UInt8(ascii: "}")]
    }

    /// How it stands with a reminder, as it was found at this moment; nil for what nobody can read.
    static func json(_ state: [UInt8], of reminder: ReminderID) -> [UInt8]? {
        guard let members = inside(state, as: ReminderStateMessage.self) else { return nil }
        let names = ",\"owner\":\"\(reminder.owner)\",\"id\":\"\(reminder.id)\"}"
        return [UInt8(ascii: "{")] + members + Array(names.utf8)
    }

    /// How it would stand with what is no reminder yet; nil for what nobody can read.
    static func json(_ state: [UInt8]) -> [UInt8]? {
        inside(state, as: ReminderStateMessage.self).map { [UInt8(ascii: "{")] + $0 + [UInt8(ascii: "}")] }
    }

    /// What was told of a reminder; nil for what nobody can read.
    static func json(_ row: ReminderEventRow) -> [UInt8]? {
        inside(row.payload, as: ReminderEventMessage.self).map { [UInt8(ascii: "{")] + $0 + [UInt8(ascii: "}")] }
    }

    /// What stands between the braces of a message, without its type; nil for none.
    private static func inside<Value: TypedPayload>(_ payload: [UInt8], as kind: Value.Type) -> ArraySlice<UInt8>? {
        if payload.isEmpty { return nil }
        let lead = Array("{\"_type\":\"\(kind.typeName)\",".utf8)
        if payload.starts(with: lead), payload.last == UInt8(ascii: "}") {
            return payload[lead.count..<payload.count - 1]
        }
        // Of another version, or written by somebody else.
        guard let written = (try? Value(decoding: payload))?.encoded(), written.starts(with: lead) else { return nil }
        return written[lead.count..<written.count - 1]
    }
}

/// A payload that begins with its type.
private protocol TypedPayload: ObjectPayload {
    static var typeName: String { get }
}

extension ReminderMessage: TypedPayload { fileprivate static var typeName: String { "reminder" } }
extension ReminderStateMessage: TypedPayload { fileprivate static var typeName: String { "reminder-state" } }
extension ReminderEventMessage: TypedPayload { fileprivate static var typeName: String { "reminder-event" } }

/// What somebody may do with a reminder, in the words of `may` of its answer.
enum ReminderPermission: String, CaseIterable {
    /// Read what was told of it.
    case history
    /// Change, delete, dismiss and snooze it.
    case change

    /// What the viewer may do with an owner's reminders.
    static func all(of viewer: Principal, on owner: Name) -> [ReminderPermission] {
        allCases.filter { permission in
            switch permission {
            case .history: viewer.mayRemind(owner, .history)
            case .change: viewer.mayRemind(owner, .command)
            }
        }
    }
}
