#include "pem.h"

#include <openssl/crypto.h>
#include <openssl/err.h>
#include <string.h>

// Other threads may still be at work when the process exits; OpenSSL would take its tables away from under them.
__attribute__((constructor)) static void stay(void) { OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, NULL); }

// A handshake takes a few messages. Each later one, as for a new key, costs work and an answer that waits however little
// the client takes, and OpenSSL has no limit for them.
static const intptr_t most_messages = 64;

static void count_message(int is_sent, int version, int kind, const void *bytes, size_t count, SSL *connection,
                          void *context) {
    if (!is_sent && kind == SSL3_RT_HANDSHAKE)
        SSL_set_app_data(connection, (void *)((intptr_t)SSL_get_app_data(connection) + 1));
}

// The protocols that a client offers are taken in our order; one that offers none of ours is served all the same.
static int choose_protocol(SSL *connection, const uint8_t **chosen, uint8_t *chosen_count, const uint8_t *offered,
                           unsigned int count, void *context) {
    static const uint8_t ours[] = "\x08http/1.1";
    int found = SSL_select_next_proto((uint8_t **)chosen, chosen_count, ours, sizeof ours - 1, offered, count);
    return found == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_NOACK;
}

// The certificate, and those of the authorities between it and the root.
static enum tagalong_tls_problem use_chain(SSL_CTX *context, const char *chain, size_t count) {
    BIO *bytes = open_text(chain, count);
    X509 *certificate = bytes ? PEM_read_bio_X509(bytes, NULL, no_passphrase, NULL) : NULL;
    if (!certificate) {
        BIO_free(bytes);
        return TAGALONG_TLS_CERTIFICATE;
    }
    // What is a certificate and still not taken is too weak for the system's security level.
    enum tagalong_tls_problem problem =
        SSL_CTX_use_certificate(context, certificate) == 1 ? TAGALONG_TLS_OK : TAGALONG_TLS_WEAK;
    X509_free(certificate);
    while (problem == TAGALONG_TLS_OK && (certificate = PEM_read_bio_X509(bytes, NULL, no_passphrase, NULL))) {
        if (SSL_CTX_add1_chain_cert(context, certificate) != 1) problem = TAGALONG_TLS_WEAK;
        X509_free(certificate);
    }
    // The end of the text is no failure; a certificate behind the first that is none is.
    if (problem == TAGALONG_TLS_OK && ERR_GET_REASON(ERR_peek_last_error()) != PEM_R_NO_START_LINE)
        problem = TAGALONG_TLS_CERTIFICATE;
    BIO_free(bytes);
    return problem;
}

static enum tagalong_tls_problem use_key(SSL_CTX *context, const char *pem, size_t count) {
    EVP_PKEY *key = read_key(pem, count);
    if (!key) return TAGALONG_TLS_KEY;
    // It compares the key with the certificate, which is there already.
    int done = SSL_CTX_use_PrivateKey(context, key) == 1 && SSL_CTX_check_private_key(context) == 1;
    EVP_PKEY_free(key);
    return done ? TAGALONG_TLS_OK : TAGALONG_TLS_DIFFER;
}

SSL_CTX *tagalong_tls_context(const char *chain, size_t chain_count, const char *key, size_t key_count,
                              enum tagalong_tls_problem *problem) {
    ERR_clear_error();
    SSL_CTX *context = SSL_CTX_new(TLS_server_method());
    *problem = TAGALONG_TLS_SYSTEM;
    if (context && SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION)) {
        *problem = use_chain(context, chain, chain_count);
        if (*problem == TAGALONG_TLS_OK) *problem = use_key(context, key, key_count);
    }
    ERR_clear_error();
    if (*problem != TAGALONG_TLS_OK) {
        SSL_CTX_free(context);
        return NULL;
    }
    SSL_CTX_set_alpn_select_cb(context, choose_protocol, NULL);
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
    // Hundreds of connections lie idle.
    SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);
    // The key of tickets would be as old as the process, and open what was recorded all that time.
    SSL_CTX_set_options(context, SSL_OP_CIPHER_SERVER_PREFERENCE | SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_TICKET);
    SSL_CTX_set_num_tickets(context, 0);
    SSL_CTX_set_msg_callback(context, count_message);
    return context;
}

void tagalong_tls_context_free(SSL_CTX *context) { SSL_CTX_free(context); }

SSL *tagalong_tls_open(SSL_CTX *context) {
    SSL *connection = SSL_new(context);
    BIO *incoming = BIO_new(BIO_s_mem()), *outgoing = BIO_new(BIO_s_mem());
    if (!connection || !incoming || !outgoing) {
        BIO_free(incoming);
        BIO_free(outgoing);
        SSL_free(connection);
        return NULL;
    }
    SSL_set_bio(connection, incoming, outgoing);
    SSL_set_accept_state(connection);
    return connection;
}

void tagalong_tls_free(SSL *connection) { SSL_free(connection); }

int tagalong_tls_feed(SSL *connection, const uint8_t *bytes, size_t count) {
    size_t written = 0;
    return count == 0 || (BIO_write_ex(SSL_get_rbio(connection), bytes, count, &written) && written == count);
}

size_t tagalong_tls_pending(SSL *connection) { return BIO_ctrl_pending(SSL_get_wbio(connection)); }

size_t tagalong_tls_take(SSL *connection, uint8_t *bytes, size_t count) {
    size_t taken = 0;
    return BIO_read_ex(SSL_get_wbio(connection), bytes, count, &taken) ? taken : 0;
}

static enum tagalong_tls_outcome outcome(SSL *connection, int result) {
    switch (SSL_get_error(connection, result)) {
    case SSL_ERROR_NONE: return TAGALONG_TLS_DONE;
    case SSL_ERROR_WANT_READ: return TAGALONG_TLS_WAITS;
    case SSL_ERROR_ZERO_RETURN: return TAGALONG_TLS_ENDED;
    default: return TAGALONG_TLS_FAILED;
    }
}

enum tagalong_tls_outcome tagalong_tls_handshake(SSL *connection) {
    ERR_clear_error();
    return outcome(connection, SSL_do_handshake(connection));
}

enum tagalong_tls_outcome tagalong_tls_read(SSL *connection, uint8_t *bytes, size_t room, size_t *count) {
    ERR_clear_error();
    int result = SSL_read_ex(connection, bytes, room, count);
    if ((intptr_t)SSL_get_app_data(connection) <= most_messages) return outcome(connection, result);
    ERR_clear_error();
    ERR_raise(ERR_LIB_SSL, SSL_R_TOO_MANY_KEY_UPDATES);
    return TAGALONG_TLS_FAILED;
}

int tagalong_tls_has_more(SSL *connection) {
    return SSL_has_pending(connection) || BIO_ctrl_pending(SSL_get_rbio(connection)) > 0;
}

enum tagalong_tls_outcome tagalong_tls_write(SSL *connection, const uint8_t *bytes, size_t count) {
    size_t written = 0;
    ERR_clear_error();
    return count == 0 ? TAGALONG_TLS_DONE : outcome(connection, SSL_write_ex(connection, bytes, count, &written));
}

void tagalong_tls_goodbye(SSL *connection) {
    // A second one would wait for the other side's.
    if (!(SSL_get_shutdown(connection) & SSL_SENT_SHUTDOWN) && SSL_is_init_finished(connection)) SSL_shutdown(connection);
    ERR_clear_error();
}

void tagalong_tls_reason(char *text, size_t room) {
    const char *reason = ERR_reason_error_string(ERR_peek_error());
    strncpy(text, reason ? reason : "unknown", room - 1);
    text[room - 1] = 0;
    ERR_clear_error();
}
