internal import COpenSSL

/// Whom a client trusts that encrypts, and what it shows of itself: TLS 1.2 and later.
@safe public final class TLSTrust: Sendable {
    // Set up before anybody else sees it; OpenSSL then lets any thread make connections with it.
    private nonisolated(unsafe) let pointer: OpaquePointer

    /// Why files are of no use for a client.
    public enum Invalid: Error, Hashable, Sendable {
        /// The file of authorities has no certificate in PEM.
        case authorities
        /// The client's own certificate is none in PEM, or below the system's security level.
        case certificate
        /// There is no private key in PEM without a passphrase.
        case key
        /// The key is another certificate's.
        case differ
        /// OpenSSL has no memory left, or the system forbids what it needs.
        case system
    }

    /// Reads files in PEM: of the authorities trusted (`nil` for the system's), and of the client's own certificate, with
    /// those between it and its root behind it, and its key (both or none).
    public init(authorities: String? = nil, certificate: String? = nil, key: String? = nil) throws(Invalid) {
        var problem = TAGALONG_TLS_OK
        guard let made = unsafe tagalong_tls_client_context(authorities, certificate, key, &problem) else {
            switch problem {
            case TAGALONG_TLS_AUTHORITIES: throw .authorities
            case TAGALONG_TLS_CERTIFICATE: throw .certificate
            case TAGALONG_TLS_KEY: throw .key
            case TAGALONG_TLS_DIFFER: throw .differ
            default: throw .system
            }
        }
        unsafe pointer = made
    }

    deinit { unsafe tagalong_tls_context_free(pointer) }

    /// The client's end of a new connection; nil without memory, or for what is neither a name nor an address.
    func open(to host: String, isChecked: Bool) -> TLSConnection? {
        guard let connection = unsafe tagalong_tls_client_open(pointer, host, isChecked ? 1 : 0) else { return nil }
        return unsafe TLSConnection(connection)
    }
}
