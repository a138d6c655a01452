import Access
import ArgumentParser
import Foundation
import Web

/// Where the pages and the HTTP interface are, and for whom.
struct NetworkOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Address of the pages and the HTTP API: [HOST:]PORT, or off (default: 127.0.0.1:8467, or "
                + "a free port). An address that other machines can reach requires a passcode, a "
                + "certificate and its key.",
            valueName: "address"
        )
    )
    var http: String?

    @Option(
        name: .customLong("tls-certificate"),
        help: ArgumentHelp("Certificate chain of the pages in PEM (default: no TLS).", valueName: "file"),
        completion: .file()
    )
    var certificate: String?

    @Option(
        name: .customLong("tls-key"),
        help: ArgumentHelp("Private key of the certificate in PEM, readable by nobody else.", valueName: "file"),
        completion: .file()
    )
    var key: String?

    @Option(
        name: .customLong("trusted-proxy"),
        help: ArgumentHelp(
            "Reverse proxies whose X-Forwarded-For and X-Forwarded-Proto are trusted, such as "
                + "127.0.0.1 or 10.0.0.0/8, separated by commas (default: none).",
            valueName: "addresses"
        )
    )
    var trustedProxy: String?

    @Option(
        name: .customLong("cors-origin"),
        help: ArgumentHelp(
            "Origins that may read the HTTP API (CORS): https://HOST, separated by commas, or * (default: none).",
            valueName: "origins"
        )
    )
    var corsOrigin: String?

    @Option(
        name: .customLong("push-origin"),
        help: ArgumentHelp(
            "Origins of push services that may have a private address or no TLS, such as http://192.168.1.5:8080, "
                + "separated by commas (default: none; those of browsers are on the internet).",
            valueName: "origins"
        )
    )
    var pushOrigin: String?

    /// Where the HTTP service listens and whom it believes; nil for nowhere.
    ///
    /// - Throws: ``CommandFailure`` or ``SettingsError`` for bad input.
    func choice(_ settings: CommandSettings) throws -> NetworkChoice? {
        guard let address = try address(settings) else { return nil }
        return NetworkChoice(
            address: address,
            certificate: try certificate(settings),
            trustedProxies: try trustedProxies(settings),
            allowedOrigins: try allowedOrigins(settings),
            pushOrigins: try pushOrigins(settings),
            flags: settings.repeatedFlags
        )
    }

    private func address(_ settings: CommandSettings) throws -> ListenAddress? {
        guard let given = try settings.value(.http, flag: http) else { return .standard }
        if given.text == "off" { return nil }
        return try given.read(expecting: "[HOST:]PORT, such as 8467 or 0.0.0.0:8443, or off") {
            ListenAddress(written: $0)
        }
    }

    private func certificate(_ settings: CommandSettings) throws -> CertificateFiles? {
        let certificate = try settings.value(.tlsCertificate, flag: certificate)
        let key = try settings.value(.tlsKey, flag: key)
        switch (certificate, key) {
        case (nil, nil): return nil
        case (let certificate?, let key?): return CertificateFiles(certificate: certificate.path, key: key.path)
        case (let certificate?, nil):
            throw CommandFailure(.badInput, "\(certificate.origin): a certificate needs its key; add --tls-key FILE")
        case (nil, let key?):
            throw CommandFailure(.badInput, "\(key.origin): a key needs its certificate; add --tls-certificate FILE")
        }
    }

    private func trustedProxies(_ settings: CommandSettings) throws -> [AddressRange] {
        let given = try settings.value(.trustedProxy, flag: trustedProxy)
        return try given?.read(expecting: "addresses such as 127.0.0.1 or 10.0.0.0/8, with commas between") { text in
            let parts = text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
            let ranges = parts.compactMap { AddressRange(written: $0) }
            return ranges.isEmpty || ranges.count < parts.count ? nil : ranges
        } ?? []
    }

    /// The sites whose pages may read the HTTP interface.
    private func allowedOrigins(_ settings: CommandSettings) throws -> [String] {
        let given = try settings.value(.corsOrigin, flag: corsOrigin)
        return try given?.read(expecting: "origins such as https://map.example, with commas between, or *") { text in
            let origins = text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
            return origins.isEmpty || !origins.allSatisfy(Self.isOrigin) ? nil : origins
        } ?? []
    }

    /// The push services that are talked to wherever they are.
    private func pushOrigins(_ settings: CommandSettings) throws -> [String] {
        let given = try settings.value(.pushOrigin, flag: pushOrigin)
        return try given?.read(expecting: "origins such as http://192.168.1.5:8080, with commas between") { text in
            let origins = text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
            return origins.isEmpty || !origins.allSatisfy { $0 != "*" && Self.isOrigin($0) } ? nil : origins
        } ?? []
    }

    private static func isOrigin(_ text: String) -> Bool {
        if text == "*" { return true }
        guard text.hasPrefix("http://") || text.hasPrefix("https://") else { return false }
        return text.split(separator: "/").count == 2 && !text.hasSuffix("/")
    }
}
