#include "pem.h"

#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/rand.h>
#include <openssl/x509v3.h>
#include <string.h>
#include <time.h>

// The text of what was written; the caller's.
static char *text_of(BIO *bytes) {
    char *data = NULL;
    long count = BIO_get_mem_data(bytes, &data);
    char *text = count > 0 ? malloc((size_t)count + 1) : NULL;
    if (text) {
        memcpy(text, data, (size_t)count);
        text[count] = 0;
    }
    return text;
}

void tagalong_free(char *text) { free(text); }

char *tagalong_make_key(void) {
    EVP_PKEY *key = EVP_EC_gen("P-256");
    BIO *bytes = key ? BIO_new(BIO_s_mem()) : NULL;
    char *text = bytes && PEM_write_bio_PKCS8PrivateKey(bytes, key, NULL, NULL, 0, NULL, NULL) ? text_of(bytes) : NULL;
    BIO_free(bytes);
    EVP_PKEY_free(key);
    return text;
}

static int extend(X509 *certificate, X509 *issuer, int kind, const char *value) {
    X509V3_CTX context = {0};
    X509V3_set_ctx(&context, issuer, certificate, NULL, NULL, 0);
    X509_EXTENSION *extension = X509V3_EXT_conf_nid(NULL, &context, kind, value);
    int done = extension && X509_add_ext(certificate, extension, -1);
    X509_EXTENSION_free(extension);
    return done;
}

// A number of 159 random bits: positive, and at most 20 octets, as RFC 5280, section 4.1.2.2, has it.
static int number(X509 *certificate) {
    BIGNUM *random = BN_new();
    int done = random && BN_rand(random, 159, BN_RAND_TOP_ONE, BN_RAND_BOTTOM_ANY)
        && BN_to_ASN1_INTEGER(random, X509_get_serialNumber(certificate));
    BN_free(random);
    return done;
}

static int fill(X509 *certificate, const char *name, int64_t begin, int64_t end, EVP_PKEY *key, X509 *issuer) {
    X509_NAME *subject = X509_get_subject_name(certificate);
    return X509_set_version(certificate, X509_VERSION_3) && number(certificate)
        && X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_UTF8, (const uint8_t *)name, -1, -1, 0)
        && X509_set_issuer_name(certificate, X509_get_subject_name(issuer))
        && ASN1_TIME_set(X509_getm_notBefore(certificate), (time_t)begin)
        && ASN1_TIME_set(X509_getm_notAfter(certificate), (time_t)end) && X509_set_pubkey(certificate, key);
}

static int extend_authority(X509 *certificate) {
    return extend(certificate, certificate, NID_basic_constraints, "critical,CA:TRUE,pathlen:0")
        && extend(certificate, certificate, NID_key_usage, "critical,keyCertSign,cRLSign")
        && extend(certificate, certificate, NID_subject_key_identifier, "hash");
}

static int extend_server(X509 *certificate, X509 *issuer, const char *alternatives) {
    return extend(certificate, issuer, NID_basic_constraints, "critical,CA:FALSE")
        && extend(certificate, issuer, NID_key_usage, "critical,digitalSignature")
        && extend(certificate, issuer, NID_ext_key_usage, "serverAuth")
        && extend(certificate, issuer, NID_subject_alt_name, alternatives)
        && extend(certificate, issuer, NID_subject_key_identifier, "hash")
        && extend(certificate, issuer, NID_authority_key_identifier, "keyid:always");
}

char *tagalong_make_certificate(const char *name, const char *alternatives, int64_t begin, int64_t end, const char *key,
                                const char *issuer, const char *issuer_key) {
    X509 *certificate = X509_new(), *signer = issuer ? tagalong_read_certificate(issuer, strlen(issuer)) : certificate;
    EVP_PKEY *own = read_key(key, strlen(key)), *signing = issuer ? read_key(issuer_key, strlen(issuer_key)) : own;
    BIO *bytes = BIO_new(BIO_s_mem());
    int done = certificate && signer && own && signing && bytes && fill(certificate, name, begin, end, own, signer)
        && (issuer ? extend_server(certificate, signer, alternatives) : extend_authority(certificate))
        && X509_sign(certificate, signing, EVP_sha256()) && PEM_write_bio_X509(bytes, certificate);
    char *text = done ? text_of(bytes) : NULL;
    BIO_free(bytes);
    if (issuer) EVP_PKEY_free(signing);
    if (issuer) X509_free(signer);
    EVP_PKEY_free(own);
    X509_free(certificate);
    return text;
}

X509 *tagalong_read_certificate(const char *pem, size_t count) {
    BIO *bytes = open_text(pem, count);
    X509 *certificate = bytes ? PEM_read_bio_X509(bytes, NULL, no_passphrase, NULL) : NULL;
    BIO_free(bytes);
    ERR_clear_error();
    return certificate;
}

void tagalong_free_certificate(X509 *certificate) { X509_free(certificate); }

int tagalong_certificate_end(const X509 *certificate, int64_t *end) {
    struct tm parts;
    if (!ASN1_TIME_to_tm(X509_get0_notAfter(certificate), &parts)) return 0;
    *end = timegm(&parts);
    return 1;
}

int tagalong_certificate_digest(const X509 *certificate, uint8_t digest[32]) {
    return X509_digest(certificate, EVP_sha256(), digest, NULL);
}

int tagalong_is_signed_by(X509 *certificate, X509 *issuer) {
    EVP_PKEY *key = X509_get0_pubkey(issuer);
    int done = key && X509_verify(certificate, key) == 1;
    ERR_clear_error();
    return done;
}

int tagalong_has_key(X509 *certificate, const char *key, size_t count) {
    EVP_PKEY *own = read_key(key, count);
    int done = own && X509_check_private_key(certificate, own) == 1;
    EVP_PKEY_free(own);
    ERR_clear_error();
    return done;
}

void tagalong_each_alternative(X509 *certificate, void *context,
                               void (*each)(void *context, int is_address, const uint8_t *bytes, size_t count)) {
    GENERAL_NAMES *names = X509_get_ext_d2i(certificate, NID_subject_alt_name, NULL, NULL);
    for (int index = 0; index < sk_GENERAL_NAME_num(names); index++) {
        const GENERAL_NAME *name = sk_GENERAL_NAME_value(names, index);
        if (name->type != GEN_DNS && name->type != GEN_IPADD) continue;
        const ASN1_STRING *value = name->type == GEN_DNS ? name->d.dNSName : name->d.iPAddress;
        each(context, name->type == GEN_IPADD, ASN1_STRING_get0_data(value), (size_t)ASN1_STRING_length(value));
    }
    GENERAL_NAMES_free(names);
}
