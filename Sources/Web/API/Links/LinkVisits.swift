import Access
import Synchronization
import Tracking

/// Who has share links open: a page asks again and again, and that is one opening.
final class LinkVisits: Sendable {
    private struct Visitor: Hashable {
        let link, source: String
    }

    private let last = Mutex<[Visitor: Timestamp]>([:])
    /// Who has not asked for so long opens the link anew.
    static let pause = Duration.seconds(120)
    /// Of more visitors at once each request counts.
    private static let most = 10_000

    /// Notes that an address asks by a link; whether it opens it with that.
    func opens(_ link: ItemLink, from source: String, at now: Timestamp) -> Bool {
        last.withLock { last in
            func isOpen(_ time: Timestamp) -> Bool {
                abs(now.milliseconds - time.milliseconds) < Self.pause.milliseconds
            }
            let visitor = Visitor(link: link.id, source: source)
            let before = last[visitor]
            if before == nil, last.count >= Self.most { last = last.filter { isOpen($0.value) } }
            if before != nil || last.count < Self.most { last[visitor] = now }
            return !(before.map(isOpen) ?? false)
        }
    }
}
