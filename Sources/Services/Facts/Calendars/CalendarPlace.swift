public import Settings

/// Where a calendar is.
///
/// Its address is a secret: whoever knows it reads the calendar.
public struct CalendarPlace: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case address(FactAddress.Parts)
        case calDAV(FactAddress.Parts)
        case file(String)
    }

    let kind: Kind
    /// Whether it may lead into networks that are not the internet: what the administrator has named.
    let isTrusted: Bool

    /// For how long from now the events are counted that are told with a calendar: a fortnight.
    public static let counted = Duration.seconds(14 * 86_400)

    /// Why a calendar cannot be there, in one sentence.
    public struct Invalid: Error, Hashable, Sendable, CustomStringConvertible { public let description: String }

    /// An iCalendar file on the web: `https://`, `http://` or `webcal://`, perhaps with `USER:PASSWORD@`.
    ///
    /// - Throws: ``Invalid`` for anything else, and for a password that would go unencrypted to another machine.
    public init(address: SecretText, isTrusted: Bool = false) throws(Invalid) {
        guard let parts = FactAddress.parts(address.value) else {
            throw Invalid(description: "the calendar: an address that begins with https:// or webcal:// is expected")
        }
        let hasSecret = parts.user != nil || parts.password != nil
        if hasSecret, FactAddress.isOpen(parts.url) { throw Self.unencrypted("the calendar") }
        (kind, self.isTrusted) = (.address(parts), isTrusted)
    }

    /// A calendar, or all those of a user, on a CalDAV server.
    ///
    /// - Throws: ``Invalid`` for what is no address, and for one without encryption on another machine.
    public init(
        calDAV address: String, user: String, password: SecretText, isTrusted: Bool = false
    ) throws(Invalid) {
        guard var parts = FactAddress.parts(address) else {
            throw Invalid(description: "the CalDAV server: an address that begins with https:// is expected")
        }
        if FactAddress.isOpen(parts.url) { throw Self.unencrypted("the CalDAV server") }
        (parts.user, parts.password) = (user, password.value)
        (kind, self.isTrusted) = (.calDAV(parts), isTrusted)
    }

    private static func unencrypted(_ what: String) -> Invalid {
        Invalid(
            description: "\(what): https:// is expected, as a password goes along, which others could read over http://"
        )
    }

    /// A file of this machine, which only the administrator may name: it is read with this service's rights.
    public init(file path: String) { (kind, isTrusted) = (.file(path), true) }

    /// A text that differs where the place differs, for this process only.
    var origin: String {
        switch kind {
        case .address(let parts): "address \(parts.url) \(parts.user ?? "") \(parts.password ?? "")"
        case .calDAV(let parts): "caldav \(parts.url) \(parts.user ?? "") \(parts.password ?? "")"
        case .file(let path): "file \(path)"
        }
    }
}

extension CalendarPlace: CustomStringConvertible, CustomReflectable {
    public var description: String { "a calendar" }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
