import Foundation
import HTTPTypes
import Hummingbird

/// Refuses what pages of other sites make a browser send.
struct SiteGuard: Sendable {
    let configuration: ConsoleConfiguration
    /// Whether one has to log in: then a stranger's name for this machine comes without a cookie.
    let isProtected: Bool

    func check(_ request: Request) throws(Problem) {
        if !isProtected, let host = request.hostName, !isOurs(host) {
            // A name that somebody pointed at this machine, so that their page may read what is here.
            throw Problem(
                .misdirectedRequest,
                "this is not \(host.prefix(100)): use the address that was printed at the start"
            )
        }
        // Where there is an origin, it has been held against those that are allowed, see ``OriginMiddleware``.
        guard !request.isReading, request.headers[.origin] == nil else { return }
        if let site = request.headers[.fetchSite], site != "same-origin", site != "none" {
            throw Problem(.forbidden, "a page of another site may change nothing here")
        }
    }

    private func isOurs(_ host: String) -> Bool {
        if host == "localhost" || host.hasSuffix(".localhost") || host == configuration.host { return true }
        // An address is no name that a stranger could point here.
        if host.hasPrefix("[") || host.allSatisfy({ $0.isNumber || $0 == "." }) { return true }
        return configuration.hostNames.contains(host)
    }
}

extension Request {
    /// The name that the client calls this machine, without the port.
    var hostName: String? {
        guard let authority = head.authority else { return nil }
        if authority.hasPrefix("[") { return authority.firstIndex(of: "]").map { String(authority[...$0]) } }
        return authority.split(separator: ":").first.map { $0.lowercased() }
    }
}

extension HTTPField.Name {
    static let fetchSite = HTTPField.Name("Sec-Fetch-Site") ?? .origin
}
