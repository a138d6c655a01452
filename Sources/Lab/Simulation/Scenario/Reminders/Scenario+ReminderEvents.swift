import Reminders
import Settings
import Tracking

extension Scenario {
    /// What its owner does with a reminder.
    public enum ReminderAction: Hashable, Sendable {
        /// It was seen.
        case dismiss
        /// It is to be told again after so long or, without a time, when its conditions come true the next time.
        case snooze(Duration?)
        /// It is switched on or off.
        case setEnabled(Bool)

        /// The text that says so on the bus.
        public var text: String {
            switch self {
            case .dismiss: "dismiss"
            case .snooze(nil): "snooze"
            case .snooze(let length?): "snooze \(length.compact)"
            case .setEnabled(let isEnabled): isEnabled ? "on" : "off"
            }
        }
    }
}

// What owners do with their reminders.

extension ScenarioReader {
    /// What happens to a reminder; nil for what happens to something else.
    func reminderAction(_ deed: Deed, _ section: SettingsSection<EventKey>) throws(SettingsError) -> Scenario.Action? {
        let action: Scenario.ReminderAction
        switch deed.verb {
        case .dismiss: action = .dismiss
        case .snooze:
            let longest = Duration.seconds(7 * 86_400)
            action = .snooze(try section[.length]?.duration(in: .seconds(60)...longest))
        case .enable: action = .setEnabled(true)
        case .disable: action = .setEnabled(false)
        default: return nil
        }
        return .reminder(try reminder(section.required(.reminder), of: section[.owner]), action)
    }
}
