internal import Messages
internal import SystemBus
internal import Tracking

/// A notice as the call of a desktop's notification server (Desktop Notifications Specification 1.2).
struct DesktopNotice: Hashable, Sendable {
    static let service = "org.freedesktop.Notifications"
    static let path: ObjectPath = "/org/freedesktop/Notifications"
    /// The keys of the actions: a click on the notification itself, and the button.
    static let actions: Set<String> = ["default", "open"]

    /// The arguments of `Notify`; `number` is the notification that it takes the place of, 0 for none.
    static func arguments(
        _ notice: Notice, _ text: NoticeText, replacing number: UInt32, _ capabilities: Set<String>
    ) -> [BusValue] {
        let body = capabilities.contains("body-markup") ? text.body.markupEscaped : text.body
        let hasButton = text.link != nil && capabilities.contains("actions")
        let isCritical = notice.isRise && notice.alert.level == .critical && !notice.isTest
        return [
            .string("Tagalong"),
            .uint32(number),
            .string("dialog-warning"),
            .string(text.title),
            .string(body),
            .strings(hasButton ? ["default", "Open", "open", "Open"] : []),
            .properties([
                "urgency": .byte(isCritical ? 2 : notice.isRise ? 1 : 0),
                "category": .string("presence"),
                "desktop-entry": .string("tagalong"),
            ]),
            // What may be lost stays until somebody has seen it.
            .int32(isCritical ? 0 : -1),
        ]
    }
}
