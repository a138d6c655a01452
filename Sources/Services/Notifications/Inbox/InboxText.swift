internal import Access
internal import Tracking

extension PushText {
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
        body = notice.kind == .removal ? "" : notice.finder?.content.text ?? notice.text
        tag = "inbox/\(notice.id)"
        link = "/inbox"
        alert = "inbox-\(notice.id)"
        time = notice.time.milliseconds
        quiet = isQuiet
        lost = nil
    }
}
