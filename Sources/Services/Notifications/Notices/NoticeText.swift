internal import Messages
public import Tracking

/// A notice in words.
public struct NoticeText: Hashable, Sendable {
    /// What happened, in a few words.
    public let title: String
    /// The rest in whole sentences, one a line: distance, level, last stored position.
    public let lines: [String]
    /// The page of the item, or of the reminder.
    public let link: String?

    /// The words for a notice, with ages as of now; `pages` is where the console's pages are, without a slash at the
    /// end.
    public init(_ notice: Notice, pages: String?, at now: Timestamp) {
        if let tag = notice.unknown {
            (title, lines) = (Self.title(tag), Self.lines(of: tag, notice, now))
        } else if let mark = notice.mark {
            (title, lines) = (Self.title(ofMarked: notice), Self.lines(mark, of: notice, now))
        } else if let event = notice.reminder {
            (title, lines) = (Self.title(event, notice), Self.lines(event))
        } else {
            (title, lines) = (Self.title(notice), Self.lines(notice, now))
        }
        link = notice.link(pages)
    }

    /// The lines, one below the other.
    public var body: String { lines.joined(separator: "\n") }

    private static func title(_ notice: Notice) -> String {
        let item = name(notice)
        let threshold = Wording.metres(notice.alert.threshold)
        if notice.isTest { return "A test from Tagalong" }
        switch (notice.alert.event, notice.alert.level) {
        case (.cleared, _): return "\(item) is near again"
        case (.eased, _): return "\(item) is within \(threshold) again"
        case (.raised, .critical), (.escalated, _):
            return notice.repetition == 0 ? "\(item) may be lost" : "\(item) may still be lost"
        case (.raised, _): return "\(item) is beyond \(threshold)"
        }
    }

    private static func lines(_ notice: Notice, _ now: Timestamp) -> [String] {
        let alert = notice.alert
        var lines = [
            "\(name(notice)) is \(Wording.distance(alert.distance, notice.interval)) from its owner.",
            "Level: \(level(notice))",
        ]
        if notice.isTest { lines.insert("This only tries out whether messages arrive; nothing is lost.", at: 0) }
        if let position = alert.lastPosition {
            lines.append("Last stored position: \(Wording.position(position, at: now)).")
        } else {
            lines.append("No position is stored yet.")
        }
        return lines
    }

    private static func level(_ notice: Notice) -> String {
        let threshold = Wording.metres(notice.alert.threshold)
        return switch notice.alert.level {
        case .none: "near (before: \(notice.alert.previous.rawValue))."
        case .warning where !notice.isRise: "warning (before: critical)."
        case .warning, .critical: "\(notice.alert.level.rawValue) (beyond \(threshold))."
        }
    }

    /// What the owner calls the item, on one line and not longer than a title can be.
    static func name(_ notice: Notice) -> String {
        let line = String(notice.alert.item.map { $0.isNewline || Self.isControl($0) ? " " : $0 }.prefix(60))
        return line.isEmpty ? notice.alert.tracker.text : line
    }

    private static func isControl(_ character: Character) -> Bool {
        character.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
}
