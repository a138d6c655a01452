internal import Messages
internal import Reminders
internal import SystemBus
internal import Tracking

/// A notice as the call of a desktop's notification server (Desktop Notifications Specification 1.2).
struct DesktopNotice: Hashable, Sendable {
    static let service = "org.freedesktop.Notifications"
    static let path: ObjectPath = "/org/freedesktop/Notifications"
    /// The keys of the actions: a click on the notification itself, and the button.
    static let actions: Set<String> = ["default", "open"]

    /// The arguments of `Notify`; `number` is the notification that it takes the place of, 0 for none.
    ///
    /// With `canAnswer` there are buttons below a reminder that answer it.
    static func arguments(
        _ notice: Notice, _ text: NoticeText, replacing number: UInt32, _ capabilities: Set<String>,
        canAnswer: Bool = false
    ) -> [BusValue] {
        let body = capabilities.contains("body-markup") ? text.body.markupEscaped : text.body
        let isReminder = notice.reminder != nil
        let buttons = buttons(hasLink: text.link != nil, canAnswer: canAnswer && isReminder)
        let isCritical = notice.isRise && notice.alert.level == .critical && !notice.isTest
        return [
            .string("Tagalong"),
            .uint32(number),
            .string(isReminder ? "appointment-soon" : "dialog-warning"),
            .string(text.title),
            .string(body),
            .strings(capabilities.contains("actions") ? buttons : []),
            .properties([
                "urgency": .byte(isCritical ? 2 : notice.isRise ? 1 : 0),
                "category": .string(isReminder ? "x-tagalong.reminder" : "presence"),
                "desktop-entry": .string("tagalong"),
            ]),
            // What may be lost, or wants an answer, stays until somebody has seen it.
            .int32(isCritical || isReminder ? 0 : -1),
        ]
    }

    /// Keys of actions, each with what stands on its button.
    ///
    /// Desktops show three or so: the page of a reminder opens by a click on the notification itself.
    private static func buttons(hasLink: Bool, canAnswer: Bool) -> [String] {
        let click = hasLink ? ["default", "Open"] : []
        if canAnswer { return click + ReminderButton.allCases.flatMap { [$0.rawValue, $0.label] } }
        return hasLink ? click + ["open", "Open"] : []
    }

    /// That an answer to a reminder was not taken, as the arguments of `Notify`.
    static func failure(of button: ReminderButton, _ reminder: ReminderID, _ error: any Error) -> [BusValue] {
        [
            .string("Tagalong"),
            .uint32(0),
            .string("dialog-warning"),
            .string("\(button.label) failed: \(reminder.id)"),
            .string("The reminder is as it was: \(error)".markupEscaped),
            .strings([]),
            .properties(["urgency": .byte(1), "desktop-entry": .string("tagalong")]),
            .int32(0),
        ]
    }
}
