internal import Cryptography

/// What an authenticator says of itself and of the person (Web Authentication Level 2, section 6.1).
struct AuthenticatorData: Hashable, Sendable {
    var relyingPartyHash: [UInt8]
    /// Somebody touched it.
    var isPresent: Bool
    /// Somebody showed a finger, a face or a code to it.
    var isVerified: Bool
    var counter: UInt32
    /// A key that it has made.
    var credential: Credential?

    struct Credential: Hashable, Sendable {
        var id: [UInt8]
        /// COSE.
        var key: [UInt8]
    }

    /// - Throws: ``AccessError/badPasskey(_:)``.
    init(_ bytes: [UInt8]) throws(AccessError) {
        guard bytes.count >= 37 else { throw .badPasskey("the authenticator's data is too short") }
        relyingPartyHash = Array(bytes[0..<32])
        let flags = bytes[32]
        isPresent = flags & 1 != 0
        isVerified = flags & 4 != 0
        counter = bytes[33..<37].reduce(0) { $0 << 8 | UInt32($1) }
        if flags & 0x40 != 0 { credential = try Self.credential(Array(bytes[37...])) }
    }

    private static func credential(_ bytes: [UInt8]) throws(AccessError) -> Credential {
        // 16 bytes that name the make, then the length of the id.
        guard bytes.count > 18 else { throw .badPasskey("the authenticator's data ends early") }
        let length = Int(bytes[16]) << 8 | Int(bytes[17])
        guard (1...1023).contains(length), bytes.count > 18 + length else {
            throw .badPasskey("the authenticator's data ends early")
        }
        let rest = Array(bytes[(18 + length)...])
        var reader = CBORReader(rest)
        guard reader.next() != nil else { throw .badPasskey("its public key is no COSE key") }
        return Credential(id: Array(bytes[18..<18 + length]), key: Array(rest[..<reader.position]))
    }

    /// Whether it was asked by the site of that name.
    func isFor(_ site: PasskeySite) -> Bool { relyingPartyHash == Digest.sha256(Array(site.id.utf8)) }
}

/// The site that passkeys are for, as the browser sees it.
public struct PasskeySite: Hashable, Sendable {
    /// The name of the host; browsers take no address for it.
    public let id: String
    /// Such as `http://localhost:8467`.
    public let origin: String

    public init(id: String, origin: String) { (self.id, self.origin) = (id, origin) }

    /// Whether nobody on the way can have changed what was asked: over https, or without leaving the machine.
    ///
    /// And whether it is the origin of that very host: a port is all that may stand behind.
    public var isTrustworthy: Bool {
        let isLocal = id == "localhost" || id.hasSuffix(".localhost")
        return ["https://", "http://"].contains { scheme in
            guard scheme == "https://" || isLocal, origin.hasPrefix(scheme + id) else { return false }
            let rest = origin.dropFirst(scheme.count + id.count)
            return rest.isEmpty || rest.first == ":" && rest.dropFirst().allSatisfy(\.isNumber)
        }
    }
}
