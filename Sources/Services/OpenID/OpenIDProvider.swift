internal import Foundation
public import Tracking

/// A site that tells who somebody is, by OpenID Connect, and what it knows us by.
public struct OpenIDProvider: Hashable, Sendable {
    /// What it is called in addresses.
    public var name: Name
    /// What it is called on pages.
    public var title: String
    /// Its address, with which it names itself: `https://…`, or `http://` on this machine.
    public var issuer: String
    public var clientID: String
    /// Nil for a client without one, which PKCE alone protects.
    public var secret: String?

    /// A site at an address; nil for an address that is none, or that others could listen to.
    public init?(_ name: Name, title: String, issuer: String, clientID: String, secret: String? = nil) {
        guard Self.isSafe(issuer), !clientID.isEmpty else { return nil }
        (self.name, self.title, self.issuer) = (name, title, issuer)
        (self.clientID, self.secret) = (clientID, secret)
    }

    /// Whether what is said to an address is heard by nobody else: TLS, or this machine.
    static func isSafe(_ address: String) -> Bool {
        guard let parts = URLComponents(string: address), let host = parts.host, !host.isEmpty, parts.user == nil,
            parts.password == nil, parts.fragment == nil
        else { return false }
        if parts.scheme == "https" { return true }
        return parts.scheme == "http" && ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host)
    }

    /// Scheme, host and port of an address.
    static func origin(_ address: String) -> String? {
        guard let parts = URLComponents(string: address), let scheme = parts.scheme, let host = parts.host else {
            return nil
        }
        return "\(scheme)://\(host):\(parts.port ?? (scheme == "https" ? 443 : 80))"
    }

    /// Where its description is (OpenID Connect Discovery 1.0, section 4).
    var description: String {
        "\(issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer)/.well-known/openid-configuration"
    }
}
