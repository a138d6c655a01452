import Access
import HTTPTypes

/// Where a request comes from.
struct RequestOrigin: Hashable, Sendable {
    /// Nil where the connection has no address, as one that has ended already.
    var address: NetworkAddress?
    /// Whether it comes from this machine itself, and not through a proxy either.
    var isFromHere: Bool
    /// Whether the client speaks TLS, with the console or with a proxy that is trusted.
    var isEncrypted: Bool

    /// As it stands in the audit.
    var text: String { address?.description ?? "unknown" }

    /// Where a request comes from.
    ///
    /// - Parameters:
    ///   - peer: The other end of the connection.
    ///   - isEncrypted: Whether the connection has TLS.
    ///   - headers: What proxies have added; believed only of those that are trusted.
    ///   - trusted: The proxies.
    init(peer: NetworkAddress?, isEncrypted: Bool, headers: HTTPFields, trusted: [AddressRange]) {
        let isTrusted = peer.map { peer in trusted.contains { $0.contains(peer) } } ?? false
        let isPassedOn = Self.proxyHeaders.contains { headers.contains($0) }
        address = isTrusted ? Self.client(peer, headers[values: .forwardedFor], trusted) : peer
        isFromHere = (address?.isLoopback ?? false) && (isTrusted || !isPassedOn)
        let scheme = headers[values: .forwardedProtocol].last.flatMap { $0.split(separator: ",").last }
        let isSecure = scheme.map { $0.filter { $0 != " " }.lowercased() == "https" } ?? false
        self.isEncrypted = isEncrypted || isTrusted && isSecure
    }

    /// The last address that no trusted proxy has; what stands before it is only what that one says.
    private static func client(
        _ peer: NetworkAddress?,
        _ lines: [String],
        _ trusted: [AddressRange]
    ) -> NetworkAddress? {
        var client = peer
        for entry in lines.joined(separator: ",").split(separator: ",").reversed() {
            guard let address = NetworkAddress(entry.filter { $0 != " " && $0 != "[" && $0 != "]" }) else { break }
            client = address
            if !trusted.contains(where: { $0.contains(address) }) { break }
        }
        return client
    }

    private static let proxyHeaders: [HTTPField.Name] = [.forwardedFor, .forwarded, .realAddress]
}

extension HTTPField.Name {
    fileprivate static let forwardedFor = HTTPField.Name("X-Forwarded-For") ?? .via
    fileprivate static let forwardedProtocol = HTTPField.Name("X-Forwarded-Proto") ?? .via
    fileprivate static let forwarded = HTTPField.Name("Forwarded") ?? .via
    fileprivate static let realAddress = HTTPField.Name("X-Real-IP") ?? .via
}
