public import Tracking

/// That somebody other than its owner has seen where an item is or was: once for each hour, way in and address.
public struct AccessLogEntry: Hashable, Sendable {
    /// The account; of a share link, the one that made it.
    public var viewer: Name
    /// The id of its token; nil for a session.
    public var token: String?
    /// The id of the share link that somebody without an account looked by.
    public var link: String?
    public var device: DeviceID
    public var kind: Kind
    /// The address that it came from.
    public var source: String
    public var first: Timestamp
    public var last: Timestamp
    public var count: Int
    /// The time that was asked for, of a history; nil for without a beginning or an end.
    public var from: Timestamp?
    public var to: Timestamp?

    /// What was seen.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The last position, once or as it changes.
        case lastPosition = "last"
        /// Where it was, or its alerts.
        case history
    }

    public init(
        viewer: Name,
        token: String? = nil,
        link: String? = nil,
        device: DeviceID,
        kind: Kind,
        source: String,
        first: Timestamp,
        last: Timestamp,
        count: Int = 1,
        from: Timestamp? = nil,
        to: Timestamp? = nil
    ) {
        (self.viewer, self.token, self.link) = (viewer, token, link)
        (self.device, self.kind, self.source) = (device, kind, source)
        (self.first, self.last, self.count, self.from, self.to) = (first, last, count, from, to)
    }

    /// How long it is remembered who looked.
    public static let memory = Duration.seconds(90 * 24 * 3600)

    /// The hour that it belongs to, in milliseconds.
    var hour: Int64 { first.milliseconds - first.milliseconds % 3_600_000 }
}
