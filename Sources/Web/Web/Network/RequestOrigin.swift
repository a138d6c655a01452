import Access
import HTTPTypes

/// Where a request comes from.
package struct RequestOrigin: Hashable, Sendable {
    /// Nil where the connection has no address, as one that has ended already; ``unknown`` where a proxy does not say it.
    var address: NetworkAddress?
    /// Whether it comes from this machine itself, and not through a proxy either.
    var isFromHere: Bool
    /// Whether the client speaks TLS, with the console or with a proxy that is trusted.
    package var isEncrypted: Bool

    /// As it stands in the audit.
    package var text: String { address.flatMap { $0 == Self.unknown ? nil : $0.description } ?? "unknown" }

    /// The one source of all for whom a proxy asks without saying so in a way that can be read.
    ///
    /// Not the proxy's own address: on this machine that would share its tries to log in, and its share of connections.
    static let unknown = NetworkAddress("0.0.0.0")

    /// Where a request comes from.
    ///
    /// What proxies have added is believed only of those that are trusted, but each shows that there is one.
    init(peer: NetworkAddress?, isEncrypted: Bool, headers: HTTPFields, trusted: [AddressRange]) {
        let isTrusted = peer.map { peer in trusted.contains { $0.contains(peer) } } ?? false
        let isPassedOn = headers.contains { Self.isOfProxy($0.name) }
        let isToldOf = isTrusted && headers.contains(.forwardedFor)
        let client = isToldOf ? Self.client(headers[values: .forwardedFor], trusted) : peer
        // One that does not say for whom it asks, asks for somebody.
        let isSilent = !isToldOf && isPassedOn && (isTrusted || peer?.isLoopback ?? false)
        address = isSilent ? Self.unknown : client
        isFromHere = (address?.isLoopback ?? false) && (isToldOf || !isPassedOn)
        let scheme = headers[values: .forwardedProtocol].last.flatMap { $0.split(separator: ",").last }
        let isSecure = scheme.map { $0.filter { $0 != " " }.lowercased() == "https" } ?? false
        self.isEncrypted = isEncrypted || isTrusted && isSecure
    }

    /// The last address that no trusted proxy has; what stands before it is only what that one says.
    ///
    /// Unknown where what stands there is none: somebody has asked, and it may be anybody.
    private static func client(_ lines: [String], _ trusted: [AddressRange]) -> NetworkAddress? {
        var client = unknown
        for entry in lines.joined(separator: ",").split(separator: ",", omittingEmptySubsequences: false).reversed() {
            guard let address = address(written: entry.filter { $0 != " " && $0 != "\t" }) else { return unknown }
            client = address
            if !trusted.contains(where: { $0.contains(address) }) { break }
        }
        return client
    }

    /// Reads an address, also with a port behind as some balancers write it: `192.0.2.7:80`, `[2001:db8::7]:80`.
    private static func address(written text: String) -> NetworkAddress? {
        var text = text[...]
        if text.first == "[" {
            guard let end = text.lastIndex(of: "]") else { return nil }
            text = text[..<end].dropFirst()
        } else if let colon = text.lastIndex(of: ":"), text.firstIndex(of: ":") == colon {
            text = text[..<colon]
        }
        return NetworkAddress(text)
    }

    /// Whether only a proxy sends such a header: those of RFC 9110 and RFC 7239, and what proxies, balancers and content
    /// networks have made their own.
    private static func isOfProxy(_ name: HTTPField.Name) -> Bool {
        let name = name.canonicalName
        return proxyHeaders.contains(name) || proxyPrefixes.contains(where: name.hasPrefix)
    }

    private static let proxyHeaders: Set<String> = [
        "via", "forwarded", "x-forwarded", "forwarded-for", "x-real-ip", "x-client-ip", "client-ip", "true-client-ip",
        "x-cluster-client-ip", "x-remote-ip", "x-remote-addr", "x-original-for", "x-original-host", "x-original-proto",
        "x-original-url", "x-rewrite-url", "x-proxyuser-ip", "proxy-connection", "max-forwards", "cdn-loop",
        "front-end-https", "x-arr-log-id", "x-arr-ssl", "x-url-scheme", "x-scheme", "x-varnish", "x-nginx-proxy",
        "x-cloud-trace-context", "x-appengine-user-ip", "ali-cdn-real-ip", "x-azure-clientip", "x-azure-socketip",
    ]

    private static let proxyPrefixes = [
        "x-forwarded-", "cf-", "fastly-", "fly-", "x-envoy-", "x-amzn-", "x-amz-cf-", "akamai-", "x-akamai-",
        "incap-", "x-sucuri-", "x-vercel-", "x-nf-", "x-traefik-", "x-proxy-", "tailscale-",
    ]
}
