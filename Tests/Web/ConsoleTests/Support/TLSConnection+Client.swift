import COpenSSL

@testable import TLS

extension TLSConnection {
    /// The client's end of a connection to localhost; nil for what is no certificate.
    ///
    /// - Parameters:
    ///   - certificate: The only one that it trusts, in PEM.
    ///   - minor: It knows TLS from 1.0 up to this 1.x; all by default.
    init?(clientTrusting certificate: String, newest minor: Int?) {
        guard let connection = unsafe Self.clientPointer(trusting: certificate, newest: minor) else { return nil }
        unsafe self.init(connection)
    }

    /// The same, as OpenSSL has it.
    static func clientPointer(trusting certificate: String, newest minor: Int?) -> OpaquePointer? {
        guard let context = unsafe SSL_CTX_new(TLS_client_method()) else { return nil }
        defer { unsafe SSL_CTX_free(context) }
        guard let trusted = unsafe tagalong_read_certificate(certificate, certificate.utf8.count) else { return nil }
        defer { unsafe tagalong_free_certificate(trusted) }
        unsafe X509_STORE_add_cert(SSL_CTX_get_cert_store(context), trusted)
        unsafe SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nil)
        // Debian's default level offers nothing older than 1.2.
        unsafe SSL_CTX_set_security_level(context, 0)
        if let minor {
            unsafe SSL_CTX_ctrl(context, SSL_CTRL_SET_MIN_PROTO_VERSION, Int(TLS1_VERSION), nil)
            unsafe SSL_CTX_ctrl(context, SSL_CTRL_SET_MAX_PROTO_VERSION, Int(TLS1_VERSION) + minor, nil)
        }
        guard let connection = unsafe SSL_new(context) else { return nil }
        unsafe SSL_set1_host(connection, "localhost")
        unsafe SSL_set_bio(connection, BIO_new(BIO_s_mem()), BIO_new(BIO_s_mem()))
        unsafe SSL_set_connect_state(connection)
        return unsafe connection
    }
}
