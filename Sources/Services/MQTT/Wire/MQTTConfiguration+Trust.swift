internal import Glibc
internal import TLS

extension MQTTConfiguration.TLS {
    /// Refuses files that cannot be read, and a certificate without its key.
    func validate() throws(MQTTError) {
        for case let file? in [authorities, certificate, key] {
            guard unsafe access(file, R_OK) == 0 else { throw .badSetting("cannot read \(file) for the encryption") }
        }
        guard (certificate == nil) == (key == nil) else {
            throw .badSetting("a client's certificate and its key go together")
        }
    }

    /// What the files say at the moment, as they may be renewed between two connections.
    func trust(address: String) throws(MQTTError) -> TLSTrust {
        do throws(TLSTrust.Invalid) {
            return try TLSTrust(authorities: authorities, certificate: certificate, key: key)
        } catch { throw .encryption(address: address, reason: words(for: error)) }
    }

    private func words(for invalid: TLSTrust.Invalid) -> String {
        switch invalid {
        case .authorities: "there is no certificate of an authority in \(authorities ?? "the system's folder")"
        case .certificate: "there is no certificate in \(certificate ?? "no file") that the system takes"
        case .key: "there is no key without a passphrase in \(key ?? "no file")"
        case .differ: "the key in \(key ?? "no file") is not that of the certificate in \(certificate ?? "no file")"
        case .system: "OpenSSL has no memory left, or the system forbids what it needs"
        }
    }
}
