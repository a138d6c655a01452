import Access
import Synchronization
import Tracking

/// Who has looked since it was last written down; one entry for each hour, way in, item and kind.
///
/// Noting costs an entry in memory and no write, also for each event of a stream.
final class AccessLogQueue: Sendable {
    private struct Key: Hashable {
        let viewer: Name
        let token, link: String?
        let device: DeviceID
        let kind: AccessLogEntry.Kind
        let source: String
        let hour: Int64

        init(_ look: AccessLogEntry) {
            (viewer, token, link, device) = (look.viewer, look.token, look.link, look.device)
            (kind, source, hour) = (look.kind, look.source, look.first.milliseconds / 3_600_000)
        }
    }

    private let looks = Mutex<[Key: AccessLogEntry]>([:])
    /// More than there are items; of what comes then nothing is noted until the next writing.
    private static let most = 200_000

    func record(_ look: AccessLogEntry) {
        looks.withLock { looks in
            let key = Key(look)
            if let known = looks[key] {
                looks[key] = known.joined(look)
            } else if looks.count < Self.most {
                looks[key] = look
            }
        }
    }

    /// Gives away what there is.
    func drain() -> [AccessLogEntry] {
        looks.withLock { looks in
            defer { looks = [:] }
            return Array(looks.values)
        }
    }

    /// Forgets what concerns somebody who is being erased.
    func purge(_ isForgotten: (AccessLogEntry) -> Bool) {
        looks.withLock { looks in looks = looks.filter { !isForgotten($0.value) } }
    }
}

extension AccessLogEntry {
    fileprivate func joined(_ other: AccessLogEntry) -> AccessLogEntry {
        var look = self
        (look.first, look.last) = (min(first, other.first), max(last, other.last))
        look.count += other.count
        // None is without a beginning, or an end.
        look.from = from.flatMap { from in other.from.map { min(from, $0) } }
        look.to = to.flatMap { to in other.to.map { max(to, $0) } }
        return look
    }
}
