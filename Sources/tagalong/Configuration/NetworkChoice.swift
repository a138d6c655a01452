import Access
import Glibc
import Web

/// Where the HTTP service listens, and whom it believes.
struct NetworkChoice: Hashable, Sendable {
    var address: ListenAddress
    /// Nil for plain HTTP.
    var certificate: CertificateFiles?
    var trustedProxies: [AddressRange] = []
    /// The sites whose pages may read there.
    var allowedOrigins: [String] = []
    /// The push services that are talked to wherever they are.
    var pushOrigins: [String] = []
    /// The flags with which another command finds the same accounts, with a blank in front.
    var flags = ""

    /// Refuses an address that other machines reach without what keeps strangers out there, a log-in above all.
    func check(isProtected: Bool) throws(CommandFailure) {
        guard !address.isLoopback else { return }
        var missing: [String] = []
        if !isProtected { missing.append("set a passcode with 'tagalong account passcode \(Account.first)\(flags)'") }
        if certificate == nil { missing.append("give --tls-certificate FILE and --tls-key FILE") }
        guard !missing.isEmpty else { return }
        throw CommandFailure(
            .badInput,
            "--http: other machines reach \(address.written(port: address.port)), and could eavesdrop or log in; "
                + "first \(missing.joined(separator: ", and "))"
        )
    }

    func page(port: Int) -> String {
        let scheme = certificate == nil ? "http" : "https"
        // By its name: browsers make no passkeys for an address.
        if address.isLoopback { return "\(scheme)://localhost:\(port)" }
        return "\(scheme)://\(address.isAny ? "\(Self.machine):\(port)" : address.written(port: port))"
    }

    /// What this machine calls itself.
    private static var machine: String {
        var name = [CChar](repeating: 0, count: 256)
        guard unsafe gethostname(&name, name.count - 1) == 0 else { return "localhost" }
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
