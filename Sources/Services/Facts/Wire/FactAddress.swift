internal import Foundation

/// What is done with addresses, without a word of them in errors but their host: those of calendars are secrets.
enum FactAddress {
    /// An address without what logs in, and that by itself.
    struct Parts: Hashable, Sendable {
        var url: String
        var user: String?
        var password: String?

        /// What a server takes of them (RFC 7617); nil for nobody.
        var authorization: String? {
            guard let user else { return nil }
            return "Basic \(Data("\(user):\(password ?? "")".utf8).base64EncodedString())"
        }
    }

    /// The longest address that is taken, in bytes.
    static let longest = 4096

    /// An address of http or https, or webcal for either; nil for anything else.
    static func parts(_ text: String) -> Parts? {
        guard text.utf8.count <= longest, var parts = URLComponents(string: text), parts.host?.isEmpty == false,
            let scheme = parts.scheme?.lowercased()
        else { return nil }
        switch scheme {
        case "http", "https": parts.scheme = scheme
        // Nobody has standardised them; calendars that are not encrypted lead on from https or fail.
        case "webcal", "webcals": parts.scheme = "https"
        default: return nil
        }
        let (user, password) = (parts.user, parts.password)
        (parts.user, parts.password, parts.fragment) = (nil, nil, nil)
        guard let url = parts.string else { return nil }
        return Parts(url: url, user: user, password: password)
    }

    /// The host of an address, as errors name it.
    static func host(_ url: String) -> String { URLComponents(string: url)?.host ?? "the server" }

    /// Whether what goes along to an address can be read on its way: over http, unless it stays on this machine.
    static func isOpen(_ url: String) -> Bool {
        guard let parts = URLComponents(string: url), let host = parts.host else { return true }
        return parts.scheme?.lowercased() != "https" && !isLoopback(host)
    }

    private static func isLoopback(_ host: String) -> Bool {
        let host = host.lowercased()
        if ["localhost", "::1", "[::1]"].contains(host) { return true }
        // Four numbers: a name may begin with 127, too.
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    /// Scheme, host and port; nil for what is no address.
    static func origin(_ url: String) -> String? {
        guard let parts = URLComponents(string: url), let scheme = parts.scheme, let host = parts.host else {
            return nil
        }
        return "\(scheme)://\(host.lowercased()):\(parts.port ?? (scheme == "https" ? 443 : 80))"
    }

    /// Services whose calendars are on other hosts than the one that people name.
    ///
    /// At iCloud, `caldav.icloud.com` leads to `p42-caldav.icloud.com`. Nobody but Apple has hosts below these, which of other domains nothing here would know.
    private static let sites = ["icloud.com", "icloud.com.cn"]

    /// Whether an address may get what logs in at another that has led to it: the same server, or one of the same service,
    /// both with encryption.
    static func sharesSecrets(_ url: String, with first: String) -> Bool {
        if let origin = origin(url), origin == Self.origin(first) { return true }
        guard let one = URLComponents(string: url), let other = URLComponents(string: first),
            let host = one.host?.lowercased(), let before = other.host?.lowercased()
        else { return false }
        let areEncrypted = [one, other].allSatisfy { $0.scheme == "https" && ($0.port ?? 443) == 443 }
        return areEncrypted && sites.contains { host.hasSuffix(".\($0)") && before.hasSuffix(".\($0)") }
    }

    /// Whether an address that another has led to may be in a network that is not the internet, if that one might.
    ///
    /// It may where both are one server, or the same host with encryption in place of none.
    static func isTrusted(_ url: String, from first: String) -> Bool {
        if let origin = origin(url), origin == Self.origin(first) { return true }
        guard let parts = URLComponents(string: url), let host = parts.host, let before = URLComponents(string: first)
        else { return false }
        return parts.scheme == "https" && before.scheme == "http" && host.lowercased() == before.host?.lowercased()
    }

    /// Where a reference leads from an address.
    ///
    /// - Throws: ``FactError`` for what is no http or https, and from https to http.
    static func follow(_ reference: String, from url: String) throws(FactError) -> String {
        guard let base = URL(string: url), let next = URL(string: reference, relativeTo: base)?.absoluteString,
            let parts = Self.parts(next), next.lowercased().hasPrefix("http")
        else { throw FactError("\(host(url)) sends on to what is no http or https address") }
        guard parts.url.hasPrefix("https:") || url.hasPrefix("http:") else {
            throw FactError("\(host(url)) sends on from https to http, which is not followed")
        }
        return parts.url
    }

    /// An address with a path behind it, whether or not it ends with a slash.
    static func join(_ url: String, _ path: String) -> String {
        (url.hasSuffix("/") ? String(url.dropLast()) : url) + path
    }

    private static let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)

    /// Names and values as a query (RFC 3986, section 2.3 stays as it is).
    static func query(_ members: KeyValuePairs<String, String>) -> String {
        members.map { "\(encoded($0.key))=\(encoded($0.value))" }.joined(separator: "&")
    }

    private static func encoded(_ text: String) -> String {
        text.utf8.map { byte in
            if plain.contains(byte) { return String(UnicodeScalar(byte)) }
            let digits = String(byte, radix: 16, uppercase: true)
            return "%\(digits.count < 2 ? "0" : "")\(digits)"
        }.joined()
    }
}
