#include "tagalong_openssl.h"

#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/obj_mac.h>

// Writes x and, where there is room, y, each in so many bytes.
static int write_point(const EC_GROUP *group, const EC_POINT *point, uint8_t *x, uint8_t *y, int size) {
    BIGNUM *first = BN_new(), *second = BN_new();
    int done = first && second && EC_POINT_get_affine_coordinates(group, point, first, second, NULL)
        && BN_bn2binpad(first, x, size) == size && (!y || BN_bn2binpad(second, y, size) == size);
    BN_clear_free(first);
    BN_clear_free(second);
    return done;
}

int tagalong_p224_public(const uint8_t secret[28], uint8_t point[56]) {
    EC_GROUP *group = EC_GROUP_new_by_curve_name(NID_secp224r1);
    BIGNUM *number = group ? BN_bin2bn(secret, 28, NULL) : NULL;
    EC_POINT *product = number ? EC_POINT_new(group) : NULL;
    int done = product && !BN_is_zero(number) && BN_cmp(number, EC_GROUP_get0_order(group)) < 0
        && EC_POINT_mul(group, product, number, NULL, NULL, NULL)
        && write_point(group, product, point, point + 28, 28);
    EC_POINT_clear_free(product);
    BN_clear_free(number);
    EC_GROUP_free(group);
    ERR_clear_error();
    return done;
}

// The number of 36 bytes modulo the order less 1, plus 1.
static BIGNUM *factor(const EC_GROUP *group, const uint8_t bytes[36], BN_CTX *context) {
    BIGNUM *number = BN_bin2bn(bytes, 36, NULL), *limit = BN_dup(EC_GROUP_get0_order(group));
    int done = number && limit && BN_sub_word(limit, 1) && BN_nnmod(number, number, limit, context)
        && BN_add_word(number, 1);
    BN_free(limit);
    if (done) return number;
    BN_clear_free(number);
    return NULL;
}

int tagalong_p224_diversify(const uint8_t point[56], const uint8_t factors[72], uint8_t x[28]) {
    uint8_t octets[57] = {POINT_CONVERSION_UNCOMPRESSED};
    for (int index = 0; index < 56; index++) octets[index + 1] = point[index];
    EC_GROUP *group = EC_GROUP_new_by_curve_name(NID_secp224r1);
    BN_CTX *context = group ? BN_CTX_new() : NULL;
    BIGNUM *u = context ? factor(group, factors, context) : NULL, *v = u ? factor(group, factors + 36, context) : NULL;
    EC_POINT *master = v ? EC_POINT_new(group) : NULL, *product = v ? EC_POINT_new(group) : NULL;
    // It refuses what is not on the curve.
    int done = master && product && EC_POINT_oct2point(group, master, octets, sizeof octets, context)
        && EC_POINT_mul(group, product, v, master, u, context) && write_point(group, product, x, NULL, 28);
    EC_POINT_clear_free(product);
    EC_POINT_free(master);
    BN_clear_free(u);
    BN_clear_free(v);
    BN_CTX_free(context);
    EC_GROUP_free(group);
    ERR_clear_error();
    return done;
}

int tagalong_curve_multiple(enum tagalong_curve curve, const uint8_t number[32], uint8_t *scalar, uint8_t *x) {
    int size = curve == TAGALONG_SECP160R1 ? 20 : 32;
    uint8_t whole[33];
    EC_GROUP *group =
        EC_GROUP_new_by_curve_name(curve == TAGALONG_SECP160R1 ? NID_secp160r1 : NID_X9_62_prime256v1);
    BN_CTX *context = group ? BN_CTX_new() : NULL;
    BIGNUM *factor = context ? BN_bin2bn(number, 32, NULL) : NULL;
    EC_POINT *product = factor ? EC_POINT_new(group) : NULL;
    int done = product && BN_nnmod(factor, factor, EC_GROUP_get0_order(group), context)
        && EC_POINT_mul(group, product, factor, NULL, NULL, context) && write_point(group, product, x, NULL, size)
        && BN_bn2binpad(factor, whole, sizeof whole) == sizeof whole;
    for (int index = 0; done && index < size; index++) scalar[index] = whole[sizeof whole - size + index];
    EC_POINT_clear_free(product);
    BN_clear_free(factor);
    BN_CTX_free(context);
    EC_GROUP_free(group);
    ERR_clear_error();
    return done;
}
