import Console

/// Where the HTTP service listens.
struct ListenAddress: Hashable, Sendable {
    var host: String
    /// 0 for any that is free.
    var port: Int
    /// Whether somebody asked for this very port.
    var isGiven: Bool

    /// This machine only.
    static let standard = ListenAddress(host: "127.0.0.1", port: ConsoleConfiguration.standardPort, isGiven: false)

    /// `8467`, `127.0.0.1:8467`, `localhost:0`, `[::1]:8467`; nil for a text that is none, or an address that other
    /// machines reach: there is no access control yet.
    init?(written text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard let last = parts.last, let port = UInt16(last) else { return nil }
        let host = parts.dropLast().joined(separator: ":")
        guard let known = Self.loopback[host] else { return nil }
        (self.host, self.port, isGiven) = (known, Int(port), true)
    }

    init(host: String, port: Int, isGiven: Bool) {
        (self.host, self.port, self.isGiven) = (host, port, isGiven)
    }

    private static let loopback = ["": "127.0.0.1", "127.0.0.1": "127.0.0.1", "localhost": "127.0.0.1", "[::1]": "::1"]

    /// The address as it stands in a URL.
    func written(port: Int) -> String {
        host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }

    /// The port to listen on: another one when nobody asked for this one and it is taken.
    func freePort() -> Int {
        isGiven || LoopbackPort.isFree(port) ? port : 0
    }
}
