internal import Foundation

/// The address of an HTTP service, which shows only its host: the path of many is a secret.
public struct WebAddress: Hashable, Sendable, CustomStringConvertible {
    /// The whole address, for the one place that calls it.
    let text: String
    /// Scheme and host, with the port if one is given.
    public let description: String

    /// Stands for an address that is a credential of the service, where there are none.
    static let withheld = WebAddress(text: "", description: "an address unknown here")

    private init(text: String, description: String) { (self.text, self.description) = (text, description) }

    /// An address that begins with `http://` or `https://` and has a host; nil for any other text.
    public init?(_ text: String) {
        guard let parts = URLComponents(string: text), let host = parts.host, !host.isEmpty,
            let scheme = parts.scheme?.lowercased(), ["http", "https"].contains(scheme),
            // A password in an address shows up in logs of others.
            parts.user == nil, parts.password == nil
        else { return nil }
        // With what may not stand in an address encoded.
        self.text = parts.string ?? text
        description = "\(scheme)://\(host)\(parts.port.map { ":\($0)" } ?? "")"
    }
}

extension WebAddress: CustomReflectable {
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
