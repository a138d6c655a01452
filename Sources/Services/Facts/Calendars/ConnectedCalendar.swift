internal import JSON
public import Settings

/// The calendar that somebody has connected, as it is kept: where it is, with what logs in there.
///
/// All of it but its kind and its host is a secret.
public struct ConnectedCalendar: Hashable, Sendable {
    /// How it is read.
    public enum Kind: String, Hashable, Sendable, CaseIterable { case address, calDAV = "caldav" }

    private enum Way: Hashable, Sendable {
        case address(SecretText)
        case calDAV(SecretText, user: String, password: SecretText)
    }

    private let way: Way

    /// The longest address, name of a user, and password, in bytes.
    public static let longestAddress = FactAddress.longest
    public static let longestUser = 200
    public static let longestPassword = 1000

    /// An iCalendar file on the web.
    public init(address: SecretText) { way = .address(address) }

    /// A calendar, or all those of a user, on a CalDAV server.
    public init(calDAV address: SecretText, user: String, password: SecretText) {
        way = .calDAV(address, user: user, password: password)
    }

    public var kind: Kind {
        switch way {
        case .address: .address
        case .calDAV: .calDAV
        }
    }

    /// The host that is asked; nil for what is no address.
    public var host: String? { FactAddress.parts(address.value).map { FactAddress.host($0.url) } }

    /// Scheme, host and port of where it is asked for.
    var origin: String? { FactAddress.parts(address.value).flatMap { FactAddress.origin($0.url) } }

    private var address: SecretText {
        switch way {
        case .address(let address), .calDAV(let address, _, _): address
        }
    }

    /// Where it is, to be fetched from the internet only, and with encryption, unless it `isTrusted`.
    ///
    /// - Throws: ``CalendarPlace/Invalid`` for what is no such address.
    public func place(isTrusted: Bool = false) throws(CalendarPlace.Invalid) -> CalendarPlace {
        if !isTrusted, FactAddress.parts(address.value)?.url.hasPrefix("https:") == false {
            throw CalendarPlace.Invalid(description: "the calendar: an address that begins with https:// is expected")
        }
        return switch way {
        case .address(let address): try CalendarPlace(address: address, isTrusted: isTrusted)
        case .calDAV(let address, let user, let password):
            try CalendarPlace(calDAV: address.value, user: user, password: password, isTrusted: isTrusted)
        }
    }
}

extension ConnectedCalendar {
    /// As it is kept.
    public func encoded() -> [UInt8] {
        let document: JSONValue =
            switch way {
            case .address(let address): ["url": .text(address.value)]
            case .calDAV(let address, let user, let password):
                ["caldav": .text(address.value), "user": .text(user), "password": .text(password.value)]
            }
        return document.encoded()
    }

    /// Reads what was kept; nil for what nobody here has kept.
    public init?(decoding bytes: [UInt8]) {
        guard let document = try? JSONValue(bytes) else { return nil }
        if let address = document["url"]?.text {
            self.init(address: SecretText(address))
        } else if let address = document["caldav"]?.text, let user = document["user"]?.text,
            let password = document["password"]?.text
        {
            self.init(calDAV: SecretText(address), user: user, password: SecretText(password))
        } else {
            return nil
        }
    }
}

extension ConnectedCalendar: CustomStringConvertible, CustomReflectable {
    public var description: String { "a calendar" }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
