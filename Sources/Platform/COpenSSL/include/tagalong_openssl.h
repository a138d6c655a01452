// What Swift needs of OpenSSL 3 and cannot say itself: its macros, its variadic functions, and whatever takes so many
// owned pointers that it is safer in one C function with one way out. Functions give 1 when they succeed and 0 when not,
// unless they say otherwise.
#pragma once

#include <openssl/ssl.h>
#include <stddef.h>
#include <stdint.h>

// MARK: Digests and ciphers

int tagalong_sha1(const uint8_t *data, size_t count, uint8_t digest[20]);
int tagalong_sha256(const uint8_t *data, size_t count, uint8_t digest[32]);
int tagalong_hmac_sha256(const uint8_t *key, size_t key_count, const uint8_t *data, size_t count, uint8_t code[32]);
int tagalong_aes128(const uint8_t key[16], const uint8_t block[16], uint8_t encrypted[16]);
int tagalong_aes256(const uint8_t key[32], const uint8_t block[16], uint8_t encrypted[16]);
int tagalong_aes128_cmac(const uint8_t key[16], const uint8_t *data, size_t count, uint8_t code[16]);
int tagalong_scrypt(const uint8_t *password, size_t password_count, const uint8_t *salt, size_t salt_count, uint64_t n,
                    uint64_t r, uint64_t p, uint64_t memory, uint8_t *key, size_t key_count);
int tagalong_pbkdf2_sha512(const uint8_t *password, size_t password_count, const uint8_t *salt, size_t salt_count,
                           int iterations, uint8_t *key, size_t key_count);

// ChaCha20-Poly1305 (RFC 8439). `out` has the room of `text`; of `sealed` there are as many bytes as of `out`.
int tagalong_chacha_seal(const uint8_t key[32], const uint8_t nonce[12], const uint8_t *purpose, size_t purpose_count,
                         const uint8_t *text, size_t count, uint8_t *out, uint8_t tag[16]);
int tagalong_chacha_open(const uint8_t key[32], const uint8_t nonce[12], const uint8_t *purpose, size_t purpose_count,
                         const uint8_t *sealed, size_t count, const uint8_t tag[16], uint8_t *out);

// AES-128 in Galois/Counter Mode (NIST SP 800-38D), without data beside the text. `out` has the room of `text`.
int tagalong_aes128_gcm_seal(const uint8_t key[16], const uint8_t nonce[12], const uint8_t *text, size_t count,
                             uint8_t *out, uint8_t tag[16]);
int tagalong_aes128_gcm_open(const uint8_t key[16], const uint8_t nonce[12], const uint8_t *sealed, size_t count,
                             const uint8_t tag[16], uint8_t *out);

// MARK: P-256

// x and y of a private key's point, the highest byte first; 0 for a key that is not from 1 to the order less 1.
int tagalong_p256_public(const uint8_t secret[32], uint8_t point[64]);
// x of the point that is `secret` times `point`; 0 when that point is not on the curve.
int tagalong_p256_shared(const uint8_t secret[32], const uint8_t point[64], uint8_t shared[32]);
// ECDSA with SHA-256 by a private key and its point: r and s, 32 bytes each, the highest byte first.
int tagalong_p256_sign(const uint8_t secret[32], const uint8_t point[64], const uint8_t *data, size_t count,
                       uint8_t signature[64]);

// MARK: Curves of finding networks

// x and y of a private key's point on P-224, the highest byte first; 0 for a key that is not from 1 to the order less 1.
int tagalong_p224_public(const uint8_t secret[28], uint8_t point[56]);
// x of u times `point` plus v times the generator of P-224, u and v of 36 bytes each, taken modulo the order less 1, plus
// 1; 0 when `point` is not on the curve.
int tagalong_p224_diversify(const uint8_t point[56], const uint8_t factors[72], uint8_t x[28]);

enum tagalong_curve { TAGALONG_SECP160R1, TAGALONG_SECP256R1 };

// The number modulo the curve's order, its lowest 20 or 32 bytes, and x of so many times the generator, as many bytes.
int tagalong_curve_multiple(enum tagalong_curve curve, const uint8_t number[32], uint8_t *scalar, uint8_t *x);

// MARK: Signatures

// Whether a signature with SHA-256 (Ed25519: by RFC 8032) is good. `key` is a SubjectPublicKeyInfo in DER.
int tagalong_verify(const uint8_t *key, size_t key_count, const uint8_t *signature, size_t signature_count,
                    const uint8_t *data, size_t count);
// The bits of such a key; 0 when it is none.
int tagalong_key_bits(const uint8_t *key, size_t key_count);

// MARK: Certificates

// What `tagalong_make_key` and `tagalong_make_certificate` give; NULL when they fail. To be ended with tagalong_free.
void tagalong_free(char *text);
// A new P-256 key, in PEM.
char *tagalong_make_key(void);
// A certificate in PEM for a key, signed by an issuer; with `issuer` NULL an authority that signs itself.
// `alternatives` is as in openssl's configuration: "DNS:a,IP:b".
char *tagalong_make_certificate(const char *name, const char *alternatives, int64_t begin, int64_t end, const char *key,
                                const char *issuer, const char *issuer_key);

// The first certificate of a PEM text; NULL when there is none.
X509 *tagalong_read_certificate(const char *pem, size_t count);
void tagalong_free_certificate(X509 *certificate);
// In seconds since 1970.
int tagalong_certificate_end(const X509 *certificate, int64_t *end);
int tagalong_certificate_digest(const X509 *certificate, uint8_t digest[32]);
int tagalong_is_signed_by(X509 *certificate, X509 *issuer);
int tagalong_has_key(X509 *certificate, const char *key, size_t count);
// Calls back with each name (isAddress 0) and each IP address (isAddress 1).
void tagalong_each_alternative(X509 *certificate, void *context,
                               void (*each)(void *context, int is_address, const uint8_t *bytes, size_t count));

// MARK: TLS

enum tagalong_tls_problem { TAGALONG_TLS_OK, TAGALONG_TLS_CERTIFICATE, TAGALONG_TLS_WEAK, TAGALONG_TLS_KEY,
                            TAGALONG_TLS_DIFFER, TAGALONG_TLS_SYSTEM, TAGALONG_TLS_AUTHORITIES };

// A server's context for TLS 1.2 and later, and HTTP/1.1 in it; NULL with a problem.
SSL_CTX *tagalong_tls_context(const char *chain, size_t chain_count, const char *key, size_t key_count,
                              enum tagalong_tls_problem *problem);
void tagalong_tls_context_free(SSL_CTX *context);
// A server's end of a connection, which reads and writes memory.
SSL *tagalong_tls_open(SSL_CTX *context);
void tagalong_tls_free(SSL *connection);

// How an operation went.
enum tagalong_tls_outcome { TAGALONG_TLS_DONE, TAGALONG_TLS_WAITS, TAGALONG_TLS_ENDED, TAGALONG_TLS_FAILED };

// Gives it what came from the network.
int tagalong_tls_feed(SSL *connection, const uint8_t *bytes, size_t count);
// How many bytes wait for the network, and takes some of them.
size_t tagalong_tls_pending(SSL *connection);
size_t tagalong_tls_take(SSL *connection, uint8_t *bytes, size_t count);
enum tagalong_tls_outcome tagalong_tls_handshake(SSL *connection);
enum tagalong_tls_outcome tagalong_tls_read(SSL *connection, uint8_t *bytes, size_t room, size_t *count);
// Whether there is anything left to read of what was fed.
int tagalong_tls_has_more(SSL *connection);
enum tagalong_tls_outcome tagalong_tls_write(SSL *connection, const uint8_t *bytes, size_t count);
// Says goodbye; what it says waits for the network.
void tagalong_tls_goodbye(SSL *connection);
// The reason of the last failure on this thread, such as "wrong version number".
void tagalong_tls_reason(char *text, size_t room);

// MARK: TLS of a client

// A client's context for TLS 1.2 and later; NULL with a problem. All are files in PEM: the authorities that it trusts
// (NULL: the system's), and its own certificate and key (both or none).
SSL_CTX *tagalong_tls_client_context(const char *authorities, const char *certificate, const char *key,
                                     enum tagalong_tls_problem *problem);
// A client's end of a connection to a name or an address, which reads and writes memory; NULL without memory, or for
// what is no name. The certificate is to be made out for it, unless that is not checked.
SSL *tagalong_tls_client_open(SSL_CTX *context, const char *host, int is_checked);
// The reason of the last failure on this thread; what is wrong with the server's certificate, if that is it.
void tagalong_tls_client_reason(SSL *connection, char *text, size_t room);

// Such as "3.0.17"; of the library that this process runs with.
const char *tagalong_openssl_version(void);
