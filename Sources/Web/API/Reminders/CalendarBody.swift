import Facts
import HTTPTypes
import JSON
import Settings
import Web

/// A calendar that somebody wants to connect: `url`, or `caldav` with `user` and `password`.
struct CalendarBody: Sendable {
    let calendar: ConnectedCalendar
    let place: CalendarPlace

    /// Reads a body; `trusts` says of a calendar whether it may be in a network that is not the internet.
    ///
    /// - Throws: ``Problem`` with all that is wrong; no value of a member stands in it.
    init(_ document: JSONValue, trusts: (ConnectedCalendar) -> Bool) throws(Problem) {
        var reader = BodyReader(document)
        let isCalDAV = reader.has("caldav")
        let key = isCalDAV ? "caldav" : "url"
        let address = reader.secret(key, ConnectedCalendar.longestAddress)
        let user = isCalDAV ? reader.secret("user", ConnectedCalendar.longestUser) : nil
        let password = isCalDAV ? reader.secret("password", ConnectedCalendar.longestPassword) : nil
        if isCalDAV {
            reader.require("user", "password")
        } else {
            reader.require("url")
        }
        var found: (ConnectedCalendar, CalendarPlace)?
        if let address {
            let calendar =
                if isCalDAV, let user, let password {
                    ConnectedCalendar(calDAV: SecretText(address), user: user, password: SecretText(password))
                } else { ConnectedCalendar(address: SecretText(address)) }
            do throws(CalendarPlace.Invalid) {
                found = (calendar, try calendar.place(isTrusted: trusts(calendar)))
            } catch { reader.refuse(key, error.description) }
        }
        try reader.finish()
        guard let found else { throw Problem(.unprocessableContent, "the body: a calendar is expected") }
        (calendar, place) = found
    }
}

extension BodyReader {
    /// A text without control characters and of so many bytes at most; what is none is not told again.
    fileprivate mutating func secret(_ key: String, _ most: Int) -> String? {
        let expected = "a text of 1 to \(most) bytes without control characters is expected"
        guard let member = value(key, expected, { $0 }) else { return nil }
        if let text = member.text, (1...most).contains(text.utf8.count),
            !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        {
            return text
        }
        refuse(key, expected)
        return nil
    }
}
