internal import Cryptography
public import Tracking

extension OwnBroker {
    /// What clients have to know of the encrypted listener.
    public struct Encryption: Hashable, Sendable {
        public let listener: Listener
        /// File of the authority that vouches for the broker (PEM); no secret.
        public let authority: String
        /// The SHA-256 fingerprint of the authority's certificate, in hexadecimal digits.
        public let fingerprint: String
        /// When the broker's certificate ends; it is made anew 30 days before.
        public let end: Timestamp?
    }

    /// The encrypted listener of the broker in a directory; nil when it has none.
    public static func encryption(in directory: String) throws(BrokerError) -> Encryption? {
        let files = BrokerFiles(directory: directory)
        guard let listener = try Listener.read(files) else { return nil }
        return Encryption(
            listener: listener,
            authority: files.authority,
            fingerprint: try fingerprint(files.authority),
            end: ServerCertificate.end(files)
        )
    }

    /// Gives the broker an encrypted listener, from its next start; a running one only takes over a new certificate.
    ///
    /// The authority is made at the first time and stays.
    public static func listen(in directory: String, _ listener: Listener?, at now: Timestamp) throws(BrokerError) {
        let files = BrokerFiles(directory: directory)
        try files.makeDirectories()
        guard var listener else { return SecretFile.remove(files.listener) }
        listener.names = names(of: listener)
        if try ServerCertificate.maintain(files, for: listener.names, at: now) { PrivateBroker.reload(in: directory) }
        try listener.write(files)
    }

    /// Makes the broker's certificate anew if it ends soon, and has a running broker take it over; tells whether it
    /// did.
    @discardableResult
    public static func renew(in directory: String, at now: Timestamp) throws(BrokerError) -> Bool {
        let files = BrokerFiles(directory: directory)
        guard let listener = try Listener.read(files),
            try ServerCertificate.maintain(files, for: listener.names, at: now)
        else { return false }
        PrivateBroker.reload(in: directory)
        return true
    }

    /// The given names first: clients get the first one in their URL.
    private static func names(of listener: Listener) -> [String] {
        let machine = HostAddress.machine.map { $0.contains(".") ? [$0] : [$0, "\($0).local"] } ?? []
        let own = listener.isWide ? machine + HostAddress.ofThisMachine : [listener.address]
        var seen: Set<String> = []
        return (listener.names + own + ["localhost", "127.0.0.1", "::1"]).map(HostAddress.normalised)
            .filter { seen.insert($0).inserted }
    }

    private static func fingerprint(_ file: String) throws(BrokerError) -> String {
        guard let bytes = try SecretFile.read(file),
            let certificate = Certificate(pem: String(decoding: bytes, as: UTF8.self))
        else { throw .damaged(file, expected: "a certificate") }
        return Hex.text(certificate.fingerprint)
    }
}
