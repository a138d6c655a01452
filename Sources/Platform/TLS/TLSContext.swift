internal import COpenSSL

/// What a server shows of itself to clients that encrypt: TLS 1.2 and later, and HTTP/1.1 in it.
@safe public final class TLSContext: Sendable {
    // Set up before anybody else sees it; OpenSSL then lets any thread make connections with it.
    private nonisolated(unsafe) let pointer: OpaquePointer

    /// Why a certificate and a key let nobody listen.
    public enum Invalid: Error, Hashable, Sendable {
        /// There is no certificate in PEM, or what stands behind the first one is none.
        case certificate
        /// A certificate has a key or a signature that is below the system's security level.
        case weak
        /// There is no private key in PEM without a passphrase.
        case key
        /// The key is another certificate's.
        case differ
        /// OpenSSL has no memory left, or the system forbids what it needs.
        case system
    }

    /// The certificate has those of the authorities between it and the root behind it; all is in PEM.
    public init(chain: [UInt8], key: [UInt8]) throws(Invalid) {
        var problem = TAGALONG_TLS_OK
        let made = unsafe chain.withUnsafeBytes { chain in
            unsafe key.withUnsafeBytes { key in
                unsafe tagalong_tls_context(
                    chain.bindMemory(to: CChar.self).baseAddress,
                    chain.count,
                    key.bindMemory(to: CChar.self).baseAddress,
                    key.count,
                    &problem
                )
            }
        }
        guard let made = unsafe made else {
            switch problem {
            case TAGALONG_TLS_CERTIFICATE: throw .certificate
            case TAGALONG_TLS_WEAK: throw .weak
            case TAGALONG_TLS_KEY: throw .key
            case TAGALONG_TLS_DIFFER: throw .differ
            default: throw .system
            }
        }
        unsafe pointer = made
    }

    deinit { unsafe tagalong_tls_context_free(pointer) }

    /// The server's end of a new connection; nil without memory.
    func open() -> TLSConnection? {
        guard let connection = unsafe tagalong_tls_open(pointer) else { return nil }
        return unsafe TLSConnection(connection)
    }
}
