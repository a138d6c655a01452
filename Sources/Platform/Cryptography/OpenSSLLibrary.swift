internal import COpenSSL

/// The library below digests, ciphers and TLS.
package enum OpenSSLLibrary {
    /// The version of OpenSSL that this process runs with, such as `3.0.17`.
    package static var version: String { unsafe String(cString: tagalong_openssl_version()) }
}
