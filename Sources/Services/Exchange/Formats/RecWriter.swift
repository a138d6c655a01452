public import Messages
public import Store
import Tracking

/// Writes what the OwnTracks Recorder keeps in its `.rec` files.
struct RecWriter: TrackWriter {
    mutating func start() -> String { "" }

    mutating func add(_ stored: StoredFix) -> String {
        let payload = String(decoding: LocationMessage(stored).encoded(), as: UTF8.self)
        return "\(stored.received.toTheSecond)\t*                 \t\(payload)\n"
    }

    mutating func end() -> String { "" }
}

extension Timestamp {
    /// RFC 3339 in whole seconds, `2026-05-01T09:00:00Z`.
    fileprivate var toTheSecond: String { description.prefix(19) + "Z" }
}

extension LocationMessage {
    /// A stored fix as the message that it came in.
    public init(_ stored: StoredFix) {
        let kept = stored.extra.flatMap { try? ExtraKey.keys(of: $0) } ?? []
        let told = kept.first { $0.name == ExtraKey.initialsName }
        self.init(
            fix: stored.fix,
            createdAt: stored.sent,
            battery: stored.battery,
            connection: stored.connection,
            // Some that are no text are among the keys that were kept.
            trackerInitials: told == nil ? stored.device.device.initials : told?.unescaped,
            trigger: stored.trigger,
            mark: stored.mark,
            mode: stored.mode,
            source: stored.source,
            gateway: stored.gateway,
            extra: kept
        )
    }
}
