internal import Cryptography
internal import Tracking

/// The local authority that vouches for the broker, and for nobody else.
struct Authority {
    let certificate: Certificate
    /// The certificate and its private key, in PEM.
    private let pem: (certificate: String, key: String)

    private static let validity: Duration = .seconds(3650 * 86_400)
    /// Browsers and phones refuse server certificates that are good for longer than 398 days.
    private static let serverValidity: Duration = .seconds(397 * 86_400)
    /// A server's certificate is made anew when it ends within this time.
    static let renewal: Duration = .seconds(30 * 86_400)

    /// The authority in a broker's directory, made if there is none.
    static func open(_ files: BrokerFiles, at now: Timestamp) throws(BrokerError) -> Authority {
        if let known = try read(files) { return known }
        let authority = try make(at: now)
        // The key first: without its certificate it is made anew, and the other way round nothing could be signed.
        try SecretFile.write(authority.pem.key, to: files.authorityKey)
        try SecretFile.write(authority.pem.certificate, to: files.authority)
        return authority
    }

    private static func read(_ files: BrokerFiles) throws(BrokerError) -> Authority? {
        guard let key = try SecretFile.read(files.authorityKey), let text = try SecretFile.read(files.authority) else {
            return nil
        }
        let pem = (certificate: String(decoding: text, as: UTF8.self), key: String(decoding: key, as: UTF8.self))
        guard let certificate = Certificate(pem: pem.certificate), certificate.has(pem.key) else {
            throw .damaged(files.authority, expected: "a certificate whose key is in \(files.authorityKey)")
        }
        return Authority(certificate: certificate, pem: pem)
    }

    private static func make(at now: Timestamp) throws(BrokerError) -> Authority {
        guard let key = Certificate.makeKey(),
            let text = Certificate.authority("Tagalong broker authority", key: key, valid: now.span(validity)),
            let certificate = Certificate(pem: text)
        else { throw .certificate("OpenSSL has no memory left") }
        return Authority(certificate: certificate, pem: (text, key))
    }

    /// Makes a key and a certificate for a server of these names: the certificate with the authority's behind it, and
    /// the key, as PEM.
    func issue(to names: [String], at now: Timestamp) throws(BrokerError) -> (chain: String, key: String) {
        if let bad = names.first(where: { !HostAddress.isAddress($0) && !HostAddress.isName($0) }) {
            throw .badName(bad)
        }
        guard let key = Certificate.makeKey(),
            let server = Certificate.server(
                "Tagalong broker",
                alternatives: names.map { (HostAddress.isAddress($0), $0) },
                key: key,
                valid: now.span(Self.serverValidity),
                issuer: pem
            )
        else { throw .certificate("OpenSSL refuses the names \(names.joined(separator: ", "))") }
        return (server + pem.certificate, key)
    }
}

extension Timestamp {
    /// From an hour ago, for clients whose clocks are slow, to after a time, in seconds since 1970.
    fileprivate func span(_ time: Duration) -> ClosedRange<Int64> {
        Int64(advanced(by: .seconds(-3600)).seconds)...Int64(advanced(by: time).seconds)
    }
}
