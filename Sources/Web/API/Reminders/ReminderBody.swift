import HTTPTypes
import JSON
import Messages
import Tracking
import Web

/// A reminder as a body has it: the members of a ``ReminderMessage``, and no others.
///
/// What is read over MQTT is read here too, so that a reminder is the same by all ways; beyond that, what nobody knows and
/// what cannot be seen in a name is refused, each with its place.
struct ReminderBody: Sendable {
    /// What it is to be called in topics and addresses, where the body says so.
    let id: Name?
    var message: ReminderMessage

    /// Reads a body.
    ///
    /// - Throws: ``Problem`` with all that is wrong.
    init(_ document: JSONValue, mayHaveID: Bool = false) throws(Problem) {
        var reader = BodyReader(document)
        id = mayHaveID ? reader.name("id") : nil
        _ = reader.itemName("name")
        reader.refuseStrangers(in: document, to: ReminderMessage.members)
        var plain = document
        if mayHaveID { plain["id"] = nil }
        do throws(MessageError) {
            message = try ReminderMessage(decoding: plain.encoded())
        } catch {
            reader.add(error)
            try reader.finish()
            throw Problem(.unprocessableContent, "the body: \(error.sentence)")
        }
        try reader.finish()
    }

    /// Reads what somebody is still writing: it need have no name yet, and none that could be kept.
    ///
    /// - Throws: ``Problem`` with all that is wrong.
    init(draft document: JSONValue) throws(Problem) {
        var named = document
        if case .object = document { named["name"] = .text("draft") }
        try self.init(named, mayHaveID: true)
    }
}

extension JSONValue {
    /// This with a patch in it: members that are null go, objects are patched, all else is replaced (RFC 7396).
    func merging(_ patch: JSONValue) -> JSONValue {
        guard case .object(let changes) = patch else { return patch }
        var members = if case .object(let members) = self { members } else { JSONMembers() }
        for change in changes.all {
            members[change.name] =
                change.value == .null ? nil : (members[change.name] ?? .null).merging(change.value)
        }
        return .object(members)
    }
}

extension BodyReader {
    /// Notes the members of a document that are none of some, at any depth.
    fileprivate mutating func refuseStrangers(in document: JSONValue, to members: [String: PayloadMembers]) {
        for (key, kind) in members.sorted(by: { $0.key < $1.key }) {
            guard let member = value(key, "", { $0 }), case .object(let inner) = kind else { continue }
            let place = pointer(to: key)
            switch member {
            case .object: refuse(member, inner, at: place)
            case .list(let elements):
                for (index, element) in elements.enumerated() { refuse(element, inner, at: "\(place)/\(index)") }
            default: break
            }
        }
        refuseUnread()
    }

    private mutating func refuse(_ member: JSONValue, _ members: [String: PayloadMembers], at place: String) {
        guard case .object = member else { return }
        var reader = BodyReader(member, at: place)
        reader.refuseStrangers(in: member, to: members)
        add(reader.errors)
    }

    /// Notes why a message is none, unless something is wrong at that place already, or it is of no place.
    fileprivate mutating func add(_ error: MessageError) {
        // `weather.place.points[3].lat`
        let keys = error.field == "payload" ? [] : error.field.split { ".[]".contains($0) }.map(String.init)
        guard let last = keys.last else { return }
        var reader = BodyReader(.object([:]), at: keys.dropLast().map { "/\($0)" }.joined())
        reader.refuse(last, error.sentence)
        let known = Set(errors.map(\.pointer))
        add(reader.errors.filter { !known.contains($0.pointer) })
    }
}

extension MessageError {
    /// Without the place, which stands beside it.
    fileprivate var sentence: String { "\(expected) is expected, found \(found ?? "nothing")" }
}
