internal import Messages
public import Tracking

/// An item that somebody has marked as lost, as far as that is told of.
public struct MarkedItem: Hashable, Sendable {
    public var device: DeviceID
    /// What its owner calls it.
    public var item: String
    public var mark: LostMark
    /// Where it was last; nil before it has told that.
    public var position: Position?

    public init(device: DeviceID, item: String, mark: LostMark, position: Position? = nil) {
        (self.device, self.item, self.mark, self.position) = (device, item, mark, position)
    }
}

/// Notices of items that a person has marked as lost, and that are found again.
///
/// To those who know only alerts they look like the beginning and the end of an episode of its own.
extension Notice {
    /// How their ids begin.
    static let markStart = "lost-"
    /// The key of a kept alert that has the mark.
    static let markKey = "marked"

    /// The notice that an item is marked as lost; its id is the same each time, until it is found and marked again.
    init(_ marked: MarkedItem) {
        let (device, mark) = (marked.device, marked.mark)
        let since = String(max(0, mark.since.milliseconds), radix: 36)
        let episode = "\(Self.markStart)\(device.owner)-\(device.device)-\(since)"
        self.init(
            alert: AlertMessage(
                id: episode,
                event: .raised,
                level: .warning,
                previous: .none,
                threshold: 0,
                distance: 0,
                confidence: 1,
                owner: device.owner,
                tracker: device.device,
                item: marked.item,
                time: mark.since,
                lastPosition: marked.position,
                episode: episode
            )
        )
        self.mark = mark
    }

    /// Names what a later notice about the same takes the place of: that an item is marked, and how far it is, are two.
    var place: String {
        if let reminderID { return Self.place(of: reminderID) }
        return mark == nil ? "\(device)" : Self.markedPlace(device)
    }

    /// Where the mark of an item is shown; no device has a name like this.
    static func markedPlace(_ device: DeviceID) -> String { "lost/\(device)" }

    /// Whether it tells that an item which was marked is found again.
    var isFound: Bool { mark != nil && !isRise }

    /// The notice that the item is found again which this one tells is lost; the same note is not told once more.
    func found(at now: Timestamp) -> Notice {
        var notice = self
        notice.alert = AlertMessage(
            id: "\(alert.episode)-found",
            event: .cleared,
            level: .none,
            previous: .warning,
            threshold: 0,
            distance: 0,
            confidence: 1,
            owner: alert.owner,
            tracker: alert.tracker,
            item: alert.item,
            time: now,
            episode: alert.episode
        )
        notice.mark = mark?.byArea
        return notice
    }
}

extension NoticeText {
    static func title(ofMarked notice: Notice) -> String {
        notice.isFound ? "\(name(notice)) is found again" : "\(name(notice)) is marked as lost"
    }

    static func lines(_ mark: LostMark, of notice: Notice, _ now: Timestamp) -> [String] {
        if notice.isFound { return ["It was marked as lost \(Wording.age(of: mark.since, at: now))."] }
        var lines = ["Somebody has marked it as lost \(Wording.age(of: mark.since, at: now))."]
        if let note = mark.note { lines.append("Note: \(note)") }
        if let position = notice.alert.lastPosition {
            lines.append("Last stored position: \(Wording.position(position, at: now)).")
        }
        return lines
    }
}
