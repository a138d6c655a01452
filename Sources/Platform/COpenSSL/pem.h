// Reading PEM, for the files beside this one.
#pragma once

#include "tagalong_openssl.h"

#include <limits.h>
#include <openssl/pem.h>

// Nobody is asked for a passphrase: a key that has one is refused.
static inline int no_passphrase(char *text, int room, int writes, void *context) { return -1; }

static inline BIO *open_text(const char *pem, size_t count) {
    return count <= INT_MAX ? BIO_new_mem_buf(pem, (int)count) : NULL;
}

static inline EVP_PKEY *read_key(const char *pem, size_t count) {
    BIO *bytes = open_text(pem, count);
    EVP_PKEY *key = bytes ? PEM_read_bio_PrivateKey(bytes, NULL, no_passphrase, NULL) : NULL;
    BIO_free(bytes);
    return key;
}
