import Access
import Web

/// Where the HTTP service listens.
struct ListenAddress: Hashable, Sendable {
    var host: String
    /// 0 for any that is free.
    var port: Int
    /// Whether somebody asked for this very port.
    var isGiven: Bool

    /// This machine only.
    static let standard = ListenAddress(host: "127.0.0.1", port: ConsoleConfiguration.standardPort, isGiven: false)

    /// `8467`, `127.0.0.1:8467`, `localhost:0`, `[::1]:8467`, `0.0.0.0:8443`, `[::]:8443`, `box.example:8443`; nil for
    /// a text that is none.
    init?(written text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard let last = parts.last, let port = UInt16(last) else { return nil }
        guard let host = Self.host(parts.dropLast().joined(separator: ":")) else { return nil }
        self.host = host
        self.port = Int(port)
        isGiven = true
    }

    init(host: String, port: Int, isGiven: Bool) { (self.host, self.port, self.isGiven) = (host, port, isGiven) }

    private static func host(_ text: String) -> String? {
        if text.isEmpty || text == "localhost" { return "127.0.0.1" }
        if text.hasPrefix("["), text.hasSuffix("]") {
            let inner = String(text.dropFirst().dropLast())
            return inner.contains(":") && NetworkAddress(inner) != nil ? inner : nil
        }
        if text.utf8.allSatisfy({ (48...57).contains($0) || $0 == 46 }) {
            return NetworkAddress(text) == nil ? nil : text
        }
        let isName =
            text.utf8.count <= 253
            && text.utf8.allSatisfy { byte in
                (97...122).contains(byte | 32) || (48...57).contains(byte) || byte == 45 || byte == 46
            }
        return isName ? text : nil
    }

    /// Whether only this machine reaches it; a name counts as one that others reach.
    var isLoopback: Bool { NetworkAddress(host)?.isLoopback ?? false }

    /// Whether it stands for all addresses of this machine.
    var isAny: Bool { NetworkAddress(host).map { $0.bytes.allSatisfy { $0 == 0 } } ?? false }

    /// The address as it stands in a URL.
    func written(port: Int) -> String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    /// The port to listen on: another one when nobody asked for this one and it is taken.
    func freePort() -> Int { isGiven || LoopbackPort.isFree(port) ? port : 0 }
}
