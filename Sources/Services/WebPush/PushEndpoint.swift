internal import Foundation

/// Where the messages of one subscription go; whoever knows the path can end it, so it is shown to nobody.
public struct PushEndpoint: Hashable, Sendable {
    /// The whole address.
    public let url: String
    /// Scheme, host and port, such as `https://push.example`.
    public let origin: String
    /// Whether it may be at an address that only this network has, because somebody has allowed its origin.
    public let mayBePrivate: Bool
}

/// Which push services are talked to: those on the internet, and the origins that somebody has allowed.
///
/// A subscription names an address that this machine then calls. So that nobody has it call machines that only it can
/// reach, others than those allowed are `https` with a name, and a connection is made only where that name leads to a
/// public address (`HTTPRequest.isPublicOnly`).
public struct PushPolicy: Hashable, Sendable {
    private let origins: Set<String>

    /// A policy with origins that are allowed whatever they are, such as `http://192.168.1.5:8080`.
    public init(origins: [String] = []) { self.origins = Set(origins.map { $0.lowercased() }) }

    /// The longest address of a subscription, in bytes.
    public static let longest = 2048

    /// The endpoint of an address; nil for one that is not called.
    public func endpoint(_ text: String) -> PushEndpoint? {
        guard text.utf8.count <= Self.longest, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(),
            let host = parts.host?.lowercased(), !host.isEmpty, parts.user == nil, parts.password == nil,
            parts.fragment == nil
        else { return nil }
        let origin = "\(scheme)://\(host)\(Self.port(parts.port, scheme).map { ":\($0)" } ?? "")"
        let isAllowed = origins.contains(origin)
        guard isAllowed || scheme == "https" && Self.port(parts.port, scheme) == nil && Self.isPublicName(host) else {
            return nil
        }
        return PushEndpoint(url: text, origin: origin, mayBePrivate: isAllowed)
    }

    /// The port where it is not that of the scheme.
    private static func port(_ port: Int?, _ scheme: String) -> Int? {
        port == (scheme == "https" ? 443 : 80) ? nil : port
    }

    /// Endings of names that no resolver of the internet knows.
    private static let local: Set<Substring> = ["localhost", "local", "internal", "lan", "arpa", "test", "invalid"]

    /// Whether it is a name, and not an address or that of a machine near by.
    private static func isPublicName(_ host: String) -> Bool {
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count >= 2, let last = labels.last, !local.contains(last),
            last.contains(where: \.isLetter), !last.hasPrefix("0x")
        else { return false }
        return labels.allSatisfy { label in
            !label.isEmpty
                && label.utf8.allSatisfy {
                    $0 < 0x80
                        && ($0 == 0x2D || Character(UnicodeScalar($0)).isLetter
                            || Character(UnicodeScalar($0)).isNumber)
                }
        }
    }
}
