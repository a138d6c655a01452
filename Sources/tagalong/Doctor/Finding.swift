import JSON

/// What a check of this machine has found.
struct Finding: Hashable, Sendable, ListRow {
    enum Verdict: String, Hashable, Sendable {
        case ok
        /// Nothing to do, but worth knowing.
        case note
        /// Something works less well, or may one day.
        case warning
        /// Something that is needed is not there.
        case missing
    }

    let subject: String
    let verdict: Verdict
    let detail: String
    /// What to do about it: a command, or a sentence.
    var remedy: String?

    static let columns = ["CHECK", "RESULT", "DETAIL"]

    var cells: [String] { [subject, verdict.rawValue, detail] }

    var json: JSONValue {
        .object([
            "check": .text(subject),
            "result": .text(verdict.rawValue),
            "detail": .text(detail),
            "remedy": remedy.map(JSONValue.text),
        ])
    }
}
