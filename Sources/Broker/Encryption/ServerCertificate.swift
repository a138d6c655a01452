internal import FoundationEssentials
internal import SwiftASN1
internal import Tracking
internal import X509

/// The certificate by which clients know the broker.
enum ServerCertificate {
    /// Sees to it that there is a certificate for these names which does not end soon.
    ///
    /// - Returns: Whether it was made anew.
    /// - Throws: ``BrokerError``.
    static func maintain(_ files: BrokerFiles, for names: [String], at now: Timestamp) throws(BrokerError) -> Bool {
        try files.makeDirectories()
        let authority = try Authority.open(files, at: now)
        if isGood(files, names, authority, now) { return false }
        let (chain, key) = try authority.issue(to: names, at: now)
        try SecretFile.write(key, to: files.key)
        try SecretFile.write(chain, to: files.certificate)
        return true
    }

    /// When the certificate ends; nil when there is none.
    static func end(_ files: BrokerFiles) -> Timestamp? {
        read(files).map { Timestamp(seconds: $0.notValidAfter.timeIntervalSince1970) }
    }

    private static func isGood(
        _ files: BrokerFiles,
        _ names: [String],
        _ authority: Authority,
        _ now: Timestamp
    ) -> Bool {
        guard let certificate = read(files), let end = end(files), let key = try? SecretFile.read(files.key),
            let own = try? Certificate.PrivateKey(pemEncoded: String(decoding: key, as: UTF8.self))
        else { return false }
        let isOurs = authority.certificate.publicKey.isValidSignature(certificate.signature, for: certificate)
        // A stop between the two files leaves a key of another certificate.
        return isOurs && own.publicKey == certificate.publicKey && end > now.advanced(by: Authority.renewal)
            && alternatives(certificate) == Set(names)
    }

    private static func read(_ files: BrokerFiles) -> Certificate? {
        guard let bytes = try? SecretFile.read(files.certificate),
            let first = try? PEMDocument.parseMultiple(pemString: String(decoding: bytes, as: UTF8.self)).first
        else { return nil }
        return try? Certificate(pemDocument: first)
    }

    private static func alternatives(_ certificate: Certificate) -> Set<String> {
        let names = try? certificate.extensions.subjectAlternativeNames
        return Set(
            (names ?? SubjectAlternativeNames([])).compactMap { name in
                switch name {
                case .dnsName(let name): name
                case .ipAddress(let address): HostAddress.text(Array(address.bytes))
                default: nil
                }
            }
        )
    }
}
