internal import Foundation
internal import Messages
internal import Reminders
internal import Tracking

/// A notice as `worker.js` shows it.
struct PushText: Encodable {
    /// The words of the notification.
    let title, body: String
    /// What it is about: a later one takes the place of the one before.
    let tag: String
    /// Where a click leads.
    let link: String
    /// Names the notice.
    let alert: String
    /// When it happened, in milliseconds since 1970.
    let time: Int64
    /// Whether it makes no sound: good news, and what comes in the browser's quiet hours.
    let quiet: Bool
    /// How many items are lost now; for the badge.
    let lost: Int?
    /// The reminder that it tells of, where the viewer may answer it, as the interface for programs calls it.
    private(set) var reminder: String?
    /// The identifier of what it tells of that: an answer is to that, and to nothing that is told later.
    private(set) var event: String?
    /// The buttons for that.
    private(set) var actions: [Action]?

    /// A button as browsers have them.
    struct Action: Encodable {
        let action, title: String
    }

    init(_ notice: Notice, isByArea: Bool, isQuiet: Bool, lost: Int?, canAnswer: Bool = false) {
        let words = NoticeText(notice, pages: "", at: notice.alert.time)
        title = words.title
        let isOfItem = notice.isOfLevel && !notice.isTest
        if notice.reminder != nil {
            body = words.lines.map { $0.excerpt(Self.longestLine) }.joined(separator: "\n")
        } else if isOfItem && isByArea {
            body = "The distance is not shared with you."
        } else if notice.mark != nil {
            // A note may name the place.
            body = isByArea || notice.isFound ? "" : words.lines.dropFirst().joined(separator: "\n")
        } else {
            // How far it is, and for what may be lost where to look first.
            let lines = isOfItem && notice.isRise ? [words.lines.first, words.lines.last] : [words.lines.first]
            body = lines.compactMap(\.self).joined(separator: "\n")
        }
        tag = notice.isTest ? "test" : notice.unknown.map { "unknown-tag/\($0.number)" } ?? notice.place
        link = notice.isTest ? "/settings" : notice.link("") ?? "/"
        alert = notice.id
        time = notice.alert.time.milliseconds
        quiet = isQuiet || !notice.isRise
        self.lost = lost
        guard canAnswer, notice.isRise, let id = notice.reminderID else { return }
        reminder = "\(id)"
        event = notice.reminder?.id
        actions = ReminderButton.allCases.map { Action(action: $0.rawValue, title: $0.label) }
    }

    /// Characters of a reason for a reminder: a message to a browser has at most 3,993 bytes.
    private static let longestLine = 100

    func encoded() -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Texts and whole numbers, which can always be written.
        return (try? encoder.encode(self)).map { [UInt8]($0) } ?? []
    }
}
