internal import Messages
internal import Reminders
internal import Tracking

/// A reminder in words: what its owner calls it, and why it is told.
extension NoticeText {
    static func title(_ event: ReminderEventMessage, _ notice: Notice) -> String {
        switch event.event {
        case .fired, .repeated: name(notice)
        case .dismissed: "\(name(notice)) is dismissed"
        case .snoozed: "\(name(notice)) is put off"
        }
    }

    static func lines(_ event: ReminderEventMessage) -> [String] {
        switch event.event {
        case .fired where event.why.isEmpty: ["All of its conditions have come true."]
        case .fired: event.why.map(line)
        case .repeated: ["It was put off, and its conditions still hold."] + event.why.map(line)
        case .dismissed: ["It is told again when its conditions come true the next time."]
        case .snoozed:
            if let until = event.until, until > event.time {
                ["It is told again \(Wording.span(event.time.duration(to: until))) later, if its conditions hold then."]
            } else {
                ["It is told again when its conditions come true the next time."]
            }
        }
    }

    /// One reason, with whom it is from where those want to be named.
    private static func line(_ finding: FindingMessage) -> String {
        let source = finding.source.map { $0.isEmpty ? "" : ". \(single($0))" } ?? ""
        return "\(label(finding.kind)): \(single(finding.text))\(source)"
    }

    private static func label(_ kind: Conditions.Kind) -> String {
        switch kind {
        case .time: "Time"
        case .weather: "Weather"
        case .availability: "Calendar"
        case .place: "Place"
        case .thing: "Item"
        }
    }
}
