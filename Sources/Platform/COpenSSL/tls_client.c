#include "pem.h"

#include <openssl/err.h>
#include <openssl/x509v3.h>
#include <stdio.h>

static enum tagalong_tls_problem trust(SSL_CTX *context, const char *authorities) {
    int done = authorities ? SSL_CTX_load_verify_file(context, authorities) : SSL_CTX_set_default_verify_paths(context);
    return done == 1 ? TAGALONG_TLS_OK : TAGALONG_TLS_AUTHORITIES;
}

static enum tagalong_tls_problem show(SSL_CTX *context, const char *certificate, const char *key) {
    if (!certificate || !key) return TAGALONG_TLS_OK;
    if (SSL_CTX_use_certificate_chain_file(context, certificate) != 1) return TAGALONG_TLS_CERTIFICATE;
    if (SSL_CTX_use_PrivateKey_file(context, key, SSL_FILETYPE_PEM) == 1) return TAGALONG_TLS_OK;
    return ERR_GET_REASON(ERR_peek_last_error()) == X509_R_KEY_VALUES_MISMATCH
                || ERR_GET_REASON(ERR_peek_last_error()) == X509_R_KEY_TYPE_MISMATCH
        ? TAGALONG_TLS_DIFFER
        : TAGALONG_TLS_KEY;
}

SSL_CTX *tagalong_tls_client_context(const char *authorities, const char *certificate, const char *key,
                                     enum tagalong_tls_problem *problem) {
    ERR_clear_error();
    SSL_CTX *context = SSL_CTX_new(TLS_client_method());
    *problem = TAGALONG_TLS_SYSTEM;
    if (context && SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION)) {
        SSL_CTX_set_default_passwd_cb(context, no_passphrase);
        *problem = trust(context, authorities);
        if (*problem == TAGALONG_TLS_OK) *problem = show(context, certificate, key);
    }
    ERR_clear_error();
    if (*problem != TAGALONG_TLS_OK) {
        SSL_CTX_free(context);
        return NULL;
    }
    SSL_CTX_set_verify(context, SSL_VERIFY_PEER, NULL);
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION);
    return context;
}

// An address is looked for among the addresses of the certificate, and is no name to ask the server for.
static int expect(SSL *connection, const char *host, int is_checked) {
    ASN1_OCTET_STRING *address = a2i_IPADDRESS(host);
    int is_address = address != NULL;
    ASN1_OCTET_STRING_free(address);
    ERR_clear_error();
    if (is_address) return !is_checked || X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(connection), host) == 1;
    if (SSL_set_tlsext_host_name(connection, host) != 1) return 0;
    if (!is_checked) return 1;
    SSL_set_hostflags(connection, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
    return SSL_set1_host(connection, host) == 1;
}

SSL *tagalong_tls_client_open(SSL_CTX *context, const char *host, int is_checked) {
    SSL *connection = SSL_new(context);
    BIO *incoming = BIO_new(BIO_s_mem()), *outgoing = BIO_new(BIO_s_mem());
    if (!connection || !incoming || !outgoing || !expect(connection, host, is_checked)) {
        BIO_free(incoming);
        BIO_free(outgoing);
        SSL_free(connection);
        ERR_clear_error();
        return NULL;
    }
    SSL_set_bio(connection, incoming, outgoing);
    SSL_set_connect_state(connection);
    return connection;
}

void tagalong_tls_client_reason(SSL *connection, char *text, size_t room) {
    long result = SSL_get_verify_result(connection);
    tagalong_tls_reason(text, room);
    if (result != X509_V_OK)
        snprintf(text, room, "certificate verify failed (%s)", X509_verify_cert_error_string(result));
}

const char *tagalong_openssl_version(void) { return OpenSSL_version(OPENSSL_VERSION_STRING); }
