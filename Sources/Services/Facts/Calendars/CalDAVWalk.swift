internal import Reminders
internal import Tracking

/// From an address of a CalDAV server to the texts of its calendars (RFC 4791), request by request.
///
/// The address may be that of a calendar, of a user's calendars, of a principal, or of the server: what it is, its
/// properties tell (RFC 4791, 6.2.1; RFC 5397; RFC 6764, section 6), and `/.well-known/caldav` is the last try.
struct CalDAVWalk: Conversation {
    private enum Step: Hashable, Sendable {
        case look, lookElsewhere, principal
        case home
        case report(rest: [String])
    }

    private(set) var request: FactRequest
    private var step = Step.look
    private var texts: [[UInt8]] = []
    private let parts: FactAddress.Parts
    private let isPublicOnly: Bool
    private let range: (from: String, to: String)

    var isConditional: Bool { false }

    /// How far before and after now the calendar is asked for: events that began days ago may still go on, and nobody
    /// asks for more than a week to come.
    private static let before = Duration.seconds(2 * 86_400), after = Duration.seconds(15 * 86_400)
    private static let mostCalendars = 20
    private static let mostTexts = 10_000

    private static let properties = """
        <?xml version="1.0" encoding="utf-8"?>
        <propfind xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><prop><resourcetype/><current-user-principal/>\
        <C:calendar-home-set/><C:supported-calendar-component-set/></prop></propfind>
        """

    init(_ parts: FactAddress.Parts, isPublicOnly: Bool, at now: Timestamp) {
        (self.parts, self.isPublicOnly) = (parts, isPublicOnly)
        range = (Self.basic(now.advanced(by: .zero - Self.before)), Self.basic(now.advanced(by: Self.after)))
        request = FactRequest(.propfind, parts.url)
        request = asking(.propfind, parts.url, Self.properties, depth: "0")
    }

    /// A moment as RFC 5545 writes it: `20260501T090000Z`.
    private static func basic(_ time: Timestamp) -> String {
        "\(time.description.prefix(19))Z".filter { $0 != "-" && $0 != ":" }
    }

    private func asking(_ method: FactRequest.Method, _ url: String, _ body: String, depth: String) -> FactRequest {
        var request = FactRequest(method, url)
        request.headers = ["Content-Type": "application/xml; charset=utf-8", "Depth": depth]
        request.body = Array(body.utf8)
        // Whatever addresses come back: what was trusted is the server that was named, as is the password.
        request.isPublicOnly = isPublicOnly || !FactAddress.isTrusted(url, from: parts.url)
        if FactAddress.sharesSecrets(url, with: parts.url) { request.authorization = parts.authorization }
        return request
    }

    mutating func receive(_ reply: FactReply, at now: Timestamp) throws(FactError) -> Fact? {
        // A server's root often knows nothing of DAV.
        if step == .look, ![207, 401, 403, 429, 503].contains(reply.status) { return try lookElsewhere(reply) }
        if reply.status == 401, !FactAddress.sharesSecrets(reply.url, with: parts.url) {
            // The password may well be right: it has not gone there.
            let named = FactAddress.host(parts.url)
            throw FactError(
                "\(named) leads on to \(reply.host), which asks for a password, and the one for \(named) goes to no other server: "
                    + "connect the address at \(reply.host)"
            )
        }
        try reply.check(at: now, allowing: [207])
        guard let answer = DAVElement.read(reply.body), answer.name == DAVElement.dav + "multistatus" else {
            throw FactError("\(reply.host) does not answer as a CalDAV server does")
        }
        let found = answer.all(DAVElement.dav + "response")
        switch step {
        case .look, .lookElsewhere, .principal: return try follow(found.first, reply)
        case .home:
            var calendars: [String] = []
            for response in found where Self.isCalendar(response) {
                if let place = try Self.address(response, from: reply.url) { calendars.append(place) }
            }
            guard !calendars.isEmpty else { throw FactError("\(reply.host) has no calendar of this user") }
            return try report(Array(calendars.prefix(Self.mostCalendars)))
        case .report(let rest):
            for response in found where texts.count < Self.mostTexts {
                for state in response.all(DAVElement.dav + "propstat") {
                    guard let text = state[DAVElement.dav + "prop"]?[DAVElement.calDAV + "calendar-data"]?.text,
                        !text.isEmpty
                    else { continue }
                    texts.append(try CalendarSource.calendar(Array(text.utf8)))
                }
            }
            return try report(rest)
        }
    }

    private mutating func lookElsewhere(_ reply: FactReply) throws(FactError) -> Fact? {
        let place = try FactAddress.follow("/.well-known/caldav", from: parts.url)
        step = .lookElsewhere
        request = asking(.propfind, place, Self.properties, depth: "0")
        return nil
    }

    /// Goes on from the properties of one resource.
    private mutating func follow(_ response: DAVElement?, _ reply: FactReply) throws(FactError) -> Fact? {
        guard let response else { throw FactError("\(reply.host) tells nothing of what is at the address") }
        if Self.isCalendar(response) { return try report([reply.url]) }
        if let home = Self.property(response, DAVElement.calDAV + "calendar-home-set")?[DAVElement.dav + "href"] {
            step = .home
            request = asking(
                .propfind, try FactAddress.follow(home.text.trimmed, from: reply.url), Self.properties, depth: "1"
            )
            return nil
        }
        if step != .principal,
            let person = Self.property(response, DAVElement.dav + "current-user-principal")?[DAVElement.dav + "href"]
        {
            step = .principal
            request = asking(
                .propfind, try FactAddress.follow(person.text.trimmed, from: reply.url), Self.properties, depth: "0"
            )
            return nil
        }
        if step == .look { return try lookElsewhere(reply) }
        throw FactError("\(reply.host) does not tell where the calendars of this user are")
    }

    /// Asks the next calendar for its events (RFC 4791, 7.8), or ends.
    private mutating func report(_ calendars: [String]) throws(FactError) -> Fact? {
        guard let next = calendars.first else { return .calendar(texts) }
        step = .report(rest: Array(calendars.dropFirst()))
        let body = """
            <?xml version="1.0" encoding="utf-8"?>
            <C:calendar-query xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><prop><C:calendar-data/></prop>\
            <C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT">\
            <C:time-range start="\(range.from)" end="\(range.to)"/></C:comp-filter></C:comp-filter></C:filter>\
            </C:calendar-query>
            """
        request = asking(.report, next, body, depth: "1")
        return nil
    }

    /// A property that the server has: one in a `propstat` with status 200.
    private static func property(_ response: DAVElement, _ name: String) -> DAVElement? {
        for state in response.all(DAVElement.dav + "propstat") {
            let status = state[DAVElement.dav + "status"]?.text.split(separator: " ") ?? []
            guard status.count > 1, status[1] == "200" else { continue }
            if let found = state[DAVElement.dav + "prop"]?[name] { return found }
        }
        return nil
    }

    /// Whether it is a calendar that may have events (RFC 4791, 5.2.3).
    private static func isCalendar(_ response: DAVElement) -> Bool {
        guard property(response, DAVElement.dav + "resourcetype")?[DAVElement.calDAV + "calendar"] != nil else {
            return false
        }
        let set = property(response, DAVElement.calDAV + "supported-calendar-component-set")
        return set.map { $0.components.isEmpty || $0.components.contains("VEVENT") } ?? true
    }

    private static func address(_ response: DAVElement, from url: String) throws(FactError) -> String? {
        guard let href = response[DAVElement.dav + "href"]?.text.trimmed, !href.isEmpty else { return nil }
        return try FactAddress.follow(href, from: url)
    }
}

extension DAVElement {
    /// The names of the components that children such as `<C:comp name="VEVENT"/>` name.
    var components: [String] { children.compactMap(\.component) }
}

extension String {
    fileprivate var trimmed: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
