import COpenSSL
import Cryptography

/// A key of P-256 that signs, as an authenticator has one; OpenSSL's own functions.
@safe final class SigningKey: Sendable {
    // It is only read, and OpenSSL lets several threads sign with one key.
    private nonisolated(unsafe) let pointer: OpaquePointer

    struct Refused: Error {}

    init() {
        let pem = Certificate.makeKey() ?? ""
        let bytes = unsafe BIO_new_mem_buf(pem, Int32(pem.utf8.count))
        defer { unsafe BIO_free(bytes) }
        unsafe pointer = PEM_read_bio_PrivateKey(bytes, nil, nil, nil)
    }

    deinit { unsafe EVP_PKEY_free(pointer) }

    /// x and y: the end of its document.
    var point: [UInt8] {
        var document: UnsafeMutablePointer<UInt8>?
        let count = unsafe Int(i2d_PUBKEY(pointer, &document))
        let bytes = unsafe Array(UnsafeBufferPointer(start: document, count: count))
        unsafe CRYPTO_free(document, nil, 0)
        return bytes.suffix(64)
    }

    /// A signature with SHA-256, in DER.
    func signature(of bytes: [UInt8]) throws -> [UInt8] {
        let context = unsafe EVP_MD_CTX_new()
        defer { unsafe EVP_MD_CTX_free(context) }
        var signature = [UInt8](repeating: 0, count: 80)
        var count = signature.count
        guard unsafe EVP_DigestSignInit(context, nil, EVP_sha256(), nil, pointer) == 1,
            unsafe EVP_DigestSign(context, &signature, &count, bytes, bytes.count) == 1
        else { throw Refused() }
        return Array(signature.prefix(count))
    }
}
