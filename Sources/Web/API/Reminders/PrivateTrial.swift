import Messages
import Reminders
import Tracking

/// What is tried of conditions, without a look into a calendar that is not shown to whoever tries them.
///
/// Who may command somebody's things may try conditions of theirs; an event's title and free times are the calendar's, which
/// is for its owner and administrators alone.
struct PrivateTrial {
    /// What the history is asked; nil where nothing is left to ask.
    let asked: ReminderMessage?
    /// What stands in place of what the calendar says; nil where that is shown, or not asked for.
    private let hidden: FindingMessage?
    private let isEnabled: Bool

    init(_ message: ReminderMessage, of owner: Name, isCalendarShown: Bool) {
        isEnabled = message.isEnabled
        guard !isCalendarShown, message.conditions.availability != nil else {
            (asked, hidden) = (message, nil)
            return
        }
        let all = message.conditions
        let rest = try? Conditions(time: all.time, weather: all.weather, place: all.place, thing: all.thing)
        asked = rest.map { rest in
            var message = message
            message.conditions = rest
            return message
        }
        var finding = FindingMessage(
            kind: .availability, verdict: .unknown,
            text: "what the calendar says is for \(owner) and administrators alone"
        )
        finding.missing = Self.word
        hidden = finding
    }

    /// Why nothing is said of a calendar, as a word for programs.
    static let word = "private"

    /// What is answered, from what the history has found of what it was asked.
    func completed(_ state: [UInt8]?) -> [UInt8] {
        guard let hidden else { return state ?? [] }
        guard let state else {
            let status = isEnabled ? ReminderStatus.unknown : .disabled
            return ReminderStateMessage(status, ReminderState(), why: [hidden]).encoded()
        }
        guard var message = try? ReminderStateMessage(decoding: state) else { return state }
        let found = message.why
        message.why = Conditions.Kind.allCases.compactMap { kind in
            kind == .availability ? hidden : found.first { $0.kind == kind }
        }
        if message.status == .holds { message.status = .unknown }
        return message.encoded()
    }
}
