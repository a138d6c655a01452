internal import Reminders
internal import Tracking

/// A calendar that somebody has connected: its texts as they are, not understood here.
struct CalendarSource: FactSource {
    let id: String
    let place: CalendarPlace
    let refresh: Duration

    var name: String { "calendar \(id)" }
    var origin: String { place.origin }
    var isFile: Bool { if case .file = place.kind { true } else { false } }
    var limits: FactLimits {
        // Calendars say rarely how long they hold, and some say a week: the setting counts.
        FactLimits(
            answer: 10 << 20, timeout: .seconds(30), lifetime: refresh, shortest: refresh, longest: refresh,
            grace: .seconds(2 * 3600)
        )
    }

    func conversation(for need: Need, at now: Timestamp) -> (any Conversation)? {
        switch place.kind {
        case .file(let path):
            var request = FactRequest(.get, "file:///")
            request.file = path
            return Question(request: request) { body, _ throws(FactError) in .calendar([try Self.calendar(body)]) }
        case .calDAV(let parts): return CalDAVWalk(parts, isPublicOnly: !place.isTrusted, at: now)
        case .address(let parts):
            var request = FactRequest(.get, parts.url)
            (request.authorization, request.isPublicOnly) = (parts.authorization, !place.isTrusted)
            request.headers["Accept"] = "text/calendar, */*;q=0.1"
            return Question(request: request) { body, _ throws(FactError) in
                .calendar([try Self.calendar(body)])
            }
        }
    }

    /// A text that begins as a calendar does; what is in it, its reader judges.
    static func calendar(_ body: [UInt8]) throws(FactError) -> [UInt8] {
        var start = body[...]
        if start.starts(with: [0xEF, 0xBB, 0xBF]) { start = start.dropFirst(3) }
        start = start.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
        let word = start.prefix(15).map { (0x61...0x7A).contains($0) ? $0 - 0x20 : $0 }
        guard word.elementsEqual("BEGIN:VCALENDAR".utf8) else {
            throw FactError("what is at the address is no calendar: its text does not begin with BEGIN:VCALENDAR")
        }
        return Array(start)
    }
}
