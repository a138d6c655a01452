internal import Crypto
internal import FoundationEssentials
internal import SwiftASN1
internal import Tracking
internal import X509

/// The local authority that vouches for the broker, and for nobody else.
struct Authority {
    let certificate: Certificate
    private let key: P256.Signing.PrivateKey

    private static let validity: Duration = .seconds(3650 * 86_400)
    /// Browsers and phones refuse server certificates that are good for longer than 398 days.
    private static let serverValidity: Duration = .seconds(397 * 86_400)
    /// A server's certificate is made anew when it ends within this time.
    static let renewal: Duration = .seconds(30 * 86_400)

    /// The authority in a broker's directory, made if there is none.
    ///
    /// - Throws: ``BrokerError``.
    static func open(_ files: BrokerFiles, at now: Timestamp) throws(BrokerError) -> Authority {
        guard let known = try read(files) else {
            let authority = try make(at: now)
            // The key first: without its certificate it is made anew, and the other way round nothing could be signed.
            try SecretFile.write("\(authority.key.pemRepresentation)\n", to: files.authorityKey)
            try SecretFile.write(pem(authority.certificate), to: files.authority)
            return authority
        }
        return known
    }

    private static func read(_ files: BrokerFiles) throws(BrokerError) -> Authority? {
        guard let key = try SecretFile.read(files.authorityKey), let text = try SecretFile.read(files.authority) else {
            return nil
        }
        do {
            return Authority(
                certificate: try Certificate(pemEncoded: String(decoding: text, as: UTF8.self)),
                key: try P256.Signing.PrivateKey(pemRepresentation: String(decoding: key, as: UTF8.self))
            )
        } catch {
            throw .damaged(files.authority, expected: "a certificate whose key is in \(files.authorityKey)")
        }
    }

    private static func make(at now: Timestamp) throws(BrokerError) -> Authority {
        do {
            let key = P256.Signing.PrivateKey()
            let signer = Certificate.PrivateKey(key)
            let name = try DistinguishedName { CommonName("Tagalong broker authority") }
            let certificate = try Certificate(
                version: .v3,
                serialNumber: Certificate.SerialNumber(),
                publicKey: signer.publicKey,
                notValidBefore: Date(now.advanced(by: .seconds(-3600))),
                notValidAfter: Date(now.advanced(by: validity)),
                issuer: name,
                subject: name,
                signatureAlgorithm: .ecdsaWithSHA256,
                extensions: Certificate.Extensions {
                    Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                    Critical(KeyUsage(keyCertSign: true, cRLSign: true))
                    SubjectKeyIdentifier(hash: signer.publicKey)
                },
                issuerPrivateKey: signer
            )
            return Authority(certificate: certificate, key: key)
        } catch { throw .certificate("\(error)") }
    }

    /// Makes a key and a certificate for a server of these names.
    ///
    /// - Returns: The certificate with the authority's behind it, and the key, as PEM.
    /// - Throws: ``BrokerError``.
    func issue(to names: [String], at now: Timestamp) throws(BrokerError) -> (chain: String, key: String) {
        let alternatives = try names.map { name throws(BrokerError) in try Self.alternative(name) }
        do {
            let key = P256.Signing.PrivateKey()
            let own = Certificate.PrivateKey(key)
            let server = try Certificate(
                version: .v3,
                serialNumber: Certificate.SerialNumber(),
                publicKey: own.publicKey,
                notValidBefore: Date(now.advanced(by: .seconds(-3600))),
                notValidAfter: Date(now.advanced(by: Self.serverValidity)),
                issuer: certificate.subject,
                subject: try DistinguishedName { CommonName("Tagalong broker") },
                signatureAlgorithm: .ecdsaWithSHA256,
                extensions: Certificate.Extensions {
                    Critical(BasicConstraints.notCertificateAuthority)
                    Critical(KeyUsage(digitalSignature: true))
                    try ExtendedKeyUsage([.serverAuth])
                    SubjectAlternativeNames(alternatives)
                    SubjectKeyIdentifier(hash: own.publicKey)
                    AuthorityKeyIdentifier(
                        keyIdentifier: SubjectKeyIdentifier(hash: certificate.publicKey).keyIdentifier
                    )
                },
                issuerPrivateKey: Certificate.PrivateKey(self.key)
            )
            return (try Self.pem(server) + Self.pem(certificate), "\(key.pemRepresentation)\n")
        } catch let error as BrokerError { throw error } catch { throw .certificate("\(error)") }
    }

    private static func alternative(_ name: String) throws(BrokerError) -> GeneralName {
        if let bytes = HostAddress.bytes(name) { return .ipAddress(ASN1OctetString(contentBytes: bytes[...])) }
        guard HostAddress.isName(name) else { throw .badName(name) }
        return .dnsName(name)
    }

    private static func pem(_ certificate: Certificate) throws(BrokerError) -> String {
        do { return "\(try certificate.serializeAsPEM().pemString)\n" } catch { throw .certificate("\(error)") }
    }
}

extension Date {
    init(_ moment: Timestamp) { self.init(timeIntervalSince1970: moment.seconds.rounded(.down)) }
}
