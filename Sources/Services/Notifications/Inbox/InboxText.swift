internal import Access
internal import Tracking

extension PushText {
    /// Characters of what a finder has written that a notification shows.
    private static let longestBody = 300

    /// A notice of somebody's inbox as `worker.js` shows it.
    init(_ notice: InboxNotice, isQuiet: Bool) {
        let who = notice.aboutName ?? notice.about?.text ?? "Somebody"
        let group = notice.groupName ?? (notice.kind == .removal && !notice.text.isEmpty ? notice.text : nil)
        title =
            switch notice.kind {
            case .request: "\(who) asks for a connection"
            case .acceptance: "\(who) has accepted your request"
            case .invitation: "\(who) invites you to \(group ?? "a group")"
            case .removal:
                if let group { "You are no longer in \(group)" } else { "\(who) has ended your connection" }
            case .finder: "Somebody has found \(notice.item.map { "\($0.device)" } ?? "a thing of yours")"
            case .share: "\(who) shares \(notice.item.map { "\($0.device)" } ?? "something") with you"
            }
        // A message to a browser has at most 3,993 bytes; all of it is in the inbox.
        body = notice.kind == .removal ? "" : notice.finder?.content.text.excerpt(Self.longestBody) ?? notice.text
        tag = "inbox/\(notice.id)"
        link = "/inbox"
        alert = "inbox-\(notice.id)"
        time = notice.time.milliseconds
        quiet = isQuiet
        lost = nil
    }
}
