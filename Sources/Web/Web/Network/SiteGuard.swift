import Access
import Foundation
import HTTPTypes
import Hummingbird
import Tracking

/// Refuses what other sites, and other machines, make come here through a person's browser.
///
/// All of it is decided here, from the headers that only a browser can set: by which name this machine is called, which
/// page asks, and whether somebody could have asked who is not allowed in.
struct SiteGuard: Sendable {
    /// The address that the console listens on.
    let host: String
    /// Names of this machine beside localhost and addresses.
    let hostNames: Set<String>
    /// Origins whose pages may talk with the console; `*` for all.
    let allowedOrigins: [String]

    init(_ configuration: ConsoleConfiguration) {
        (host, hostNames) = (configuration.host, configuration.hostNames)
        allowedOrigins = configuration.allowedOrigins
    }

    /// What of a request decides.
    struct Visit: Hashable, Sendable {
        var isReading = true
        /// What the client calls this machine, with the port.
        var authority: String?
        /// The page that asks; programs name none.
        var origin: String?
        /// What the browser says of the page, `Sec-Fetch-Site`.
        var fetchSite: String?
        /// Whether the browser reaches the console over TLS, as far as is known here.
        var isEncrypted = false
        /// Whether it comes from this machine itself, and not through a proxy either.
        var isFromHere = true
        var isProtected = false
    }

    func check(_ visit: Visit) throws(Problem) {
        guard visit.isProtected || visit.isFromHere else { throw .unprotected }
        if !visit.isProtected, let name = visit.hostName, !isOurs(name) {
            // A name that somebody pointed at this machine, so that their page may read what is here. Where one has to
            // log in, it comes without a cookie.
            throw Problem(
                .misdirectedRequest,
                "this is not \(name.excerpt(100)): use the address that was printed at the start"
            )
        }
        if visit.isReading { return }
        if let origin = visit.origin {
            guard isAllowed(origin) || visit.isSameSite(origin) else {
                throw Problem(.forbidden, "pages of \(origin.excerpt(100)) may not change anything here")
            }
        } else if let site = visit.fetchSite, site != "same-origin", site != "none" {
            throw Problem(.forbidden, "a page of another site may change nothing here")
        }
    }

    /// Refuses a WebSocket to another site's page: a browser opens it without asking, and lets the page read all of it.
    func checkSocket(_ visit: Visit) throws(Problem) {
        guard let origin = visit.origin, !isAllowed(origin), !visit.isSameSite(origin) else { return }
        throw Problem(
            .forbidden,
            "pages of \(origin.excerpt(100)) may not read here, unless the setting 'cors-origin' allows that site"
        )
    }

    func isAllowed(_ origin: String) -> Bool {
        allowedOrigins.contains("*") || allowedOrigins.contains { $0.lowercased() == origin.lowercased() }
    }

    private func isOurs(_ name: String) -> Bool {
        if name == "localhost" || name.hasSuffix(".localhost") || name == host { return true }
        // An address is no name that a stranger could point here.
        return name.hasPrefix("[") || NetworkAddress(name) != nil || hostNames.contains(name)
    }
}

extension SiteGuard.Visit {
    /// What the client calls this machine, without the port.
    package var hostName: String? { authority.flatMap(Request.hostName) }

    /// Whether a page is one of the console's own.
    fileprivate func isSameSite(_ origin: String) -> Bool {
        guard let authority, let scheme = origin.firstRange(of: "://") else { return false }
        // A proxy may have taken off the TLS of an https page; the other way round it is another site.
        if isEncrypted, origin[..<scheme.lowerBound].lowercased() != "https" { return false }
        return origin[scheme.upperBound...].lowercased() == authority.lowercased()
    }
}

extension Problem {
    /// For other machines, as long as there is no passcode.
    static let unprotected = Problem(
        .forbidden,
        "nobody has to log in here yet, so only the machine itself is let in, and nobody through a proxy: set a "
            + "passcode there with 'tagalong account passcode \(Account.first)'"
    )
}

extension Request {
    /// Whether it changes nothing.
    ///
    /// Not a GET below `/pub/`: there phones store what stands in their query, and so could any page with a picture.
    var isReading: Bool { method.isReading && !(method == .get && path.count > 1 && path.first == "pub") }

    /// Whether it is to `/pub` or below, where phones and other sources of positions ask.
    var isOfSource: Bool { path.first == "pub" }

    /// The levels of the path, as no route could read them otherwise.
    private var path: [Substring] { (uri.path.removingPercentEncoding ?? uri.path).split(separator: "/") }

    /// The name that the client calls this machine, without the port.
    package var hostName: String? { head.authority.flatMap(Self.hostName) }

    package static func hostName(_ authority: String) -> String? {
        if authority.hasPrefix("[") { return authority.firstIndex(of: "]").map { String(authority[...$0]) } }
        return authority.split(separator: ":").first.map { $0.lowercased() }
    }
}

extension HTTPRequest.Method {
    var isReading: Bool { self == .get || self == .head || self == .options }
}
