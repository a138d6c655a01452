internal import Cryptography
internal import Tracking

/// The certificate by which clients know the broker.
enum ServerCertificate {
    /// Sees to it that there is a certificate for these names which does not end soon; tells whether it was made anew.
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
    static func end(_ files: BrokerFiles) -> Timestamp? { read(files)?.end.map { Timestamp(seconds: Double($0)) } }

    private static func isGood(
        _ files: BrokerFiles, _ names: [String], _ authority: Authority, _ now: Timestamp
    ) -> Bool {
        guard let certificate = read(files), let end = end(files), let key = try? SecretFile.read(files.key) else {
            return false
        }
        // A stop between the two files leaves a key of another certificate.
        return certificate.isSigned(by: authority.certificate)
            && certificate.has(String(decoding: key, as: UTF8.self)) && end > now.advanced(by: Authority.renewal)
            && alternatives(certificate) == Set(names)
    }

    private static func read(_ files: BrokerFiles) -> Certificate? {
        guard let bytes = try? SecretFile.read(files.certificate) else { return nil }
        return Certificate(pem: String(decoding: bytes, as: UTF8.self))
    }

    private static func alternatives(_ certificate: Certificate) -> Set<String> {
        Set(
            certificate.alternatives.compactMap { alternative in
                switch alternative {
                case .name(let name): name
                case .address(let bytes): HostAddress.text(bytes)
                }
            }
        )
    }
}
