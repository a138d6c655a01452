#include "tagalong_openssl.h"

#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/kdf.h>
#include <openssl/obj_mac.h>
#include <openssl/param_build.h>
#include <openssl/x509.h>

int tagalong_sha1(const uint8_t *data, size_t count, uint8_t digest[20]) {
    return EVP_Digest(data, count, digest, NULL, EVP_sha1(), NULL);
}

int tagalong_sha256(const uint8_t *data, size_t count, uint8_t digest[32]) {
    return EVP_Digest(data, count, digest, NULL, EVP_sha256(), NULL);
}

int tagalong_hmac_sha256(const uint8_t *key, size_t key_count, const uint8_t *data, size_t count, uint8_t code[32]) {
    unsigned int length = 32;
    // An empty key may be a null pointer in Swift, which OpenSSL takes for "as before".
    return key_count <= INT_MAX && HMAC(EVP_sha256(), key_count ? (const void *)key : "", (int)key_count, data, count,
                                        code, &length) != NULL;
}

// One block with AES in ECB mode.
static int encrypt_block(const EVP_CIPHER *cipher, const uint8_t *key, const uint8_t block[16], uint8_t encrypted[16]) {
    int length = 0;
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    int done = context && EVP_EncryptInit_ex(context, cipher, NULL, key, NULL)
        && EVP_CIPHER_CTX_set_padding(context, 0) && EVP_EncryptUpdate(context, encrypted, &length, block, 16)
        && length == 16;
    EVP_CIPHER_CTX_free(context);
    return done;
}

int tagalong_aes128(const uint8_t key[16], const uint8_t block[16], uint8_t encrypted[16]) {
    return encrypt_block(EVP_aes_128_ecb(), key, block, encrypted);
}

int tagalong_aes256(const uint8_t key[32], const uint8_t block[16], uint8_t encrypted[16]) {
    return encrypt_block(EVP_aes_256_ecb(), key, block, encrypted);
}

int tagalong_aes128_cmac(const uint8_t key[16], const uint8_t *data, size_t count, uint8_t code[16]) {
    size_t length = 0;
    return EVP_Q_mac(NULL, "CMAC", NULL, "AES-128-CBC", NULL, key, 16, count ? data : (const uint8_t *)"", count, code,
                     16, &length) != NULL && length == 16;
}

int tagalong_scrypt(const uint8_t *password, size_t password_count, const uint8_t *salt, size_t salt_count, uint64_t n,
                    uint64_t r, uint64_t p, uint64_t memory, uint8_t *key, size_t key_count) {
    return EVP_PBE_scrypt(password_count ? (const char *)password : "", password_count, salt, salt_count, n, r, p, memory,
                          key, key_count) == 1;
}

int tagalong_pbkdf2_sha512(const uint8_t *password, size_t password_count, const uint8_t *salt, size_t salt_count,
                           int iterations, uint8_t *key, size_t key_count) {
    return password_count <= INT_MAX && salt_count <= INT_MAX && key_count <= INT_MAX
        && PKCS5_PBKDF2_HMAC(password_count ? (const char *)password : "", (int)password_count, salt, (int)salt_count,
                             iterations, EVP_sha512(), (int)key_count, key) == 1;
}

int tagalong_chacha_seal(const uint8_t key[32], const uint8_t nonce[12], const uint8_t *purpose, size_t purpose_count,
                         const uint8_t *text, size_t count, uint8_t *out, uint8_t tag[16]) {
    int length = 0;
    if (purpose_count > INT_MAX || count > INT_MAX) return 0;
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    int done = context && EVP_EncryptInit_ex(context, EVP_chacha20_poly1305(), NULL, key, nonce)
        && EVP_EncryptUpdate(context, NULL, &length, purpose, (int)purpose_count)
        && EVP_EncryptUpdate(context, out, &length, text, (int)count) && length == (int)count
        && EVP_EncryptFinal_ex(context, out + length, &length)
        && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, 16, tag);
    EVP_CIPHER_CTX_free(context);
    return done;
}

int tagalong_chacha_open(const uint8_t key[32], const uint8_t nonce[12], const uint8_t *purpose, size_t purpose_count,
                         const uint8_t *sealed, size_t count, const uint8_t tag[16], uint8_t *out) {
    int length = 0;
    if (purpose_count > INT_MAX || count > INT_MAX) return 0;
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    int done = context && EVP_DecryptInit_ex(context, EVP_chacha20_poly1305(), NULL, key, nonce)
        && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, 16, (void *)tag)
        && EVP_DecryptUpdate(context, NULL, &length, purpose, (int)purpose_count)
        && EVP_DecryptUpdate(context, out, &length, sealed, (int)count) && length == (int)count
        && EVP_DecryptFinal_ex(context, out + length, &length);
    EVP_CIPHER_CTX_free(context);
    ERR_clear_error();
    return done;
}

int tagalong_aes128_gcm_seal(const uint8_t key[16], const uint8_t nonce[12], const uint8_t *text, size_t count,
                             uint8_t *out, uint8_t tag[16]) {
    int length = 0;
    if (count > INT_MAX) return 0;
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    int done = context && EVP_EncryptInit_ex(context, EVP_aes_128_gcm(), NULL, key, nonce)
        && EVP_EncryptUpdate(context, out, &length, text, (int)count) && length == (int)count
        && EVP_EncryptFinal_ex(context, out + length, &length)
        && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, 16, tag);
    EVP_CIPHER_CTX_free(context);
    return done;
}

int tagalong_aes128_gcm_open(const uint8_t key[16], const uint8_t nonce[12], const uint8_t *sealed, size_t count,
                             const uint8_t tag[16], uint8_t *out) {
    int length = 0;
    if (count > INT_MAX) return 0;
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    int done = context && EVP_DecryptInit_ex(context, EVP_aes_128_gcm(), NULL, key, nonce)
        && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, 16, (void *)tag)
        && EVP_DecryptUpdate(context, out, &length, sealed, (int)count) && length == (int)count
        && EVP_DecryptFinal_ex(context, out + length, &length);
    EVP_CIPHER_CTX_free(context);
    ERR_clear_error();
    return done;
}

// A private key as a number in range; NULL when it is none.
static BIGNUM *private_number(const EC_GROUP *group, const uint8_t secret[32]) {
    BIGNUM *number = BN_secure_new();
    if (!number || !BN_bin2bn(secret, 32, number) || BN_is_zero(number) || BN_cmp(number, EC_GROUP_get0_order(group)) >= 0) {
        BN_clear_free(number);
        return NULL;
    }
    BN_set_flags(number, BN_FLG_CONSTTIME);
    return number;
}

// Writes x and, where there is room, y.
static int coordinates(const EC_GROUP *group, const EC_POINT *point, uint8_t *x, uint8_t *y) {
    BIGNUM *first = BN_new(), *second = BN_new();
    int done = first && second && EC_POINT_get_affine_coordinates(group, point, first, second, NULL)
        && BN_bn2binpad(first, x, 32) == 32 && (!y || BN_bn2binpad(second, y, 32) == 32);
    BN_clear_free(first);
    BN_clear_free(second);
    return done;
}

int tagalong_p256_public(const uint8_t secret[32], uint8_t point[64]) {
    EC_GROUP *group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);
    BIGNUM *number = group ? private_number(group, secret) : NULL;
    EC_POINT *product = number ? EC_POINT_new(group) : NULL;
    int done = product && EC_POINT_mul(group, product, number, NULL, NULL, NULL)
        && coordinates(group, product, point, point + 32);
    EC_POINT_free(product);
    BN_clear_free(number);
    EC_GROUP_free(group);
    return done;
}

int tagalong_p256_shared(const uint8_t secret[32], const uint8_t point[64], uint8_t shared[32]) {
    uint8_t octets[65] = {POINT_CONVERSION_UNCOMPRESSED};
    for (int index = 0; index < 64; index++) octets[index + 1] = point[index];
    EC_GROUP *group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);
    BIGNUM *number = group ? private_number(group, secret) : NULL;
    EC_POINT *peer = number ? EC_POINT_new(group) : NULL, *product = number ? EC_POINT_new(group) : NULL;
    // It refuses what is not on the curve.
    int done = peer && product && EC_POINT_oct2point(group, peer, octets, sizeof octets, NULL)
        && EC_POINT_mul(group, product, NULL, peer, number, NULL) && coordinates(group, product, shared, NULL);
    EC_POINT_clear_free(product);
    EC_POINT_free(peer);
    BN_clear_free(number);
    EC_GROUP_free(group);
    ERR_clear_error();
    return done;
}

// A pair of keys for signing; NULL when it is none.
static EVP_PKEY *signing_key(const uint8_t secret[32], const uint8_t point[64]) {
    uint8_t octets[65] = {POINT_CONVERSION_UNCOMPRESSED};
    for (int index = 0; index < 64; index++) octets[index + 1] = point[index];
    EVP_PKEY *key = NULL;
    BIGNUM *number = BN_secure_new();
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    OSSL_PARAM *parameters = NULL;
    if (number && builder && BN_bin2bn(secret, 32, number)
        && OSSL_PARAM_BLD_push_utf8_string(builder, OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0)
        && OSSL_PARAM_BLD_push_octet_string(builder, OSSL_PKEY_PARAM_PUB_KEY, octets, sizeof octets)
        && OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_PRIV_KEY, number))
        parameters = OSSL_PARAM_BLD_to_param(builder);
    EVP_PKEY_CTX *context = parameters ? EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL) : NULL;
    if (!context || EVP_PKEY_fromdata_init(context) != 1
        || EVP_PKEY_fromdata(context, &key, EVP_PKEY_KEYPAIR, parameters) != 1)
        key = NULL;
    EVP_PKEY_CTX_free(context);
    OSSL_PARAM_free(parameters);
    OSSL_PARAM_BLD_free(builder);
    BN_clear_free(number);
    return key;
}

// Writes r and s of a signature in DER, 32 bytes each.
static int write_signature(const uint8_t *der, size_t count, uint8_t signature[64]) {
    ECDSA_SIG *pair = d2i_ECDSA_SIG(NULL, &der, (long)count);
    int done = pair && BN_bn2binpad(ECDSA_SIG_get0_r(pair), signature, 32) == 32
        && BN_bn2binpad(ECDSA_SIG_get0_s(pair), signature + 32, 32) == 32;
    ECDSA_SIG_free(pair);
    return done;
}

int tagalong_p256_sign(const uint8_t secret[32], const uint8_t point[64], const uint8_t *data, size_t count,
                       uint8_t signature[64]) {
    // The longest one in DER has 72.
    uint8_t der[80];
    size_t length = sizeof der;
    EVP_PKEY *key = signing_key(secret, point);
    EVP_MD_CTX *context = key ? EVP_MD_CTX_new() : NULL;
    int done = context && EVP_DigestSignInit(context, NULL, EVP_sha256(), NULL, key) == 1
        && EVP_DigestSign(context, der, &length, data, count) == 1 && write_signature(der, length, signature);
    EVP_MD_CTX_free(context);
    EVP_PKEY_free(key);
    ERR_clear_error();
    return done;
}

int tagalong_verify(const uint8_t *key, size_t key_count, const uint8_t *signature, size_t signature_count,
                    const uint8_t *data, size_t count) {
    EVP_PKEY *public_key = d2i_PUBKEY(NULL, &key, (long)key_count);
    EVP_MD_CTX *context = public_key ? EVP_MD_CTX_new() : NULL;
    const EVP_MD *digest = public_key && EVP_PKEY_is_a(public_key, "ED25519") ? NULL : EVP_sha256();
    int done = context && EVP_DigestVerifyInit(context, NULL, digest, NULL, public_key) == 1
        && EVP_DigestVerify(context, signature, signature_count, data, count) == 1;
    EVP_MD_CTX_free(context);
    EVP_PKEY_free(public_key);
    ERR_clear_error();
    return done;
}

int tagalong_key_bits(const uint8_t *key, size_t key_count) {
    EVP_PKEY *public_key = d2i_PUBKEY(NULL, &key, (long)key_count);
    int bits = public_key ? EVP_PKEY_get_bits(public_key) : 0;
    EVP_PKEY_free(public_key);
    ERR_clear_error();
    return bits;
}
