// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

#include "keys.h"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>
#include <stdlib.h>
#include <string.h>

static bool is_rsa(const EVP_PKEY *key) { return EVP_PKEY_is_a(key, "RSA"); }

/// Whether no number of a key is too long for its modulus: OpenSSL does not look at those of a
/// private key, and calculates for minutes with long ones.
static bool is_sound(const EVP_PKEY *key, bool is_private) {
    enum { n, e, d, p, q, d_p, d_q, q_inverse, all };
    static const char *const names[all] = {
        OSSL_PKEY_PARAM_RSA_N,         OSSL_PKEY_PARAM_RSA_E,
        OSSL_PKEY_PARAM_RSA_D,         OSSL_PKEY_PARAM_RSA_FACTOR1,
        OSSL_PKEY_PARAM_RSA_FACTOR2,   OSSL_PKEY_PARAM_RSA_EXPONENT1,
        OSSL_PKEY_PARAM_RSA_EXPONENT2, OSSL_PKEY_PARAM_RSA_COEFFICIENT1,
    };
    // The number that each one is less than.
    static const uint8_t limits[all] = {n, n, n, n, n, p, q, p};
    const int count = is_private ? all : d;
    BIGNUM *numbers[all] = {NULL}, *product = BN_new();
    BN_CTX *context = BN_CTX_new();
    bool is_good = product && context;
    for (int place = 0; is_good && place < count; place++)
        is_good = EVP_PKEY_get_bn_param(key, names[place], &numbers[place]);
    for (int place = 0; is_good && place < count; place++)
        is_good = BN_num_bits(numbers[place]) <= BN_num_bits(numbers[limits[place]]);
    // OpenSSL's own limits, the second one of which it checks for public keys alone.
    const int bits = is_good ? BN_num_bits(numbers[n]) : 0;
    is_good = is_good && bits <= OPENSSL_RSA_MAX_MODULUS_BITS &&
              (bits <= OPENSSL_RSA_SMALL_MODULUS_BITS ||
               BN_num_bits(numbers[e]) <= OPENSSL_RSA_MAX_PUBEXP_BITS);
    // Primes of about the same length are what makes the private operation short.
    if (is_good && is_private)
        is_good = BN_num_bits(numbers[p]) <= bits / 3 * 2 &&
                  BN_num_bits(numbers[q]) <= bits / 3 * 2 &&
                  BN_mul(product, numbers[p], numbers[q], context) &&
                  BN_cmp(product, numbers[n]) == 0;
    for (int place = 0; place < all; place++) BN_clear_free(numbers[place]);
    BN_clear_free(product);
    BN_CTX_free(context);
    return is_good;
}

/// Whether bytes are the key as it is written, and nothing else.
static bool is_same(const EVP_PKEY *key, bool is_private, const uint8_t *bytes, size_t count) {
    unsigned char *written = NULL;
    const int length = is_private ? i2d_PrivateKey(key, &written) : i2d_PublicKey(key, &written);
    const bool is_good =
        length > 0 && (size_t)length == count && memcmp(bytes, written, count) == 0;
    if (length > 0) OPENSSL_clear_free(written, (size_t)length);
    return is_good;
}

/// Reads PKCS#1.
static security_key *read_pkcs1(const uint8_t *bytes, size_t count, bool is_private) {
    const uint8_t *start = bytes;
    EVP_PKEY *key = is_private ? d2i_PrivateKey(EVP_PKEY_RSA, NULL, &start, (long)count)
                               : d2i_PublicKey(EVP_PKEY_RSA, NULL, &start, (long)count);
    // OpenSSL takes PKCS#8 as well, which iOS does not, and it writes another form.
    if (key && is_rsa(key) && is_same(key, is_private, bytes, count) && is_sound(key, is_private))
        return key;
    EVP_PKEY_free(key);
    return NULL;
}

security_key *key_read_rsa(const uint8_t *bytes, size_t count, bool is_private) {
    // Eight numbers of a key with the longest modulus, five of which have half of its length.
    if (count > OPENSSL_RSA_MAX_MODULUS_BITS) return NULL;
    security_key *key = NULL;
    const uint8_t *start = bytes, *content = NULL;
    int length = 0;
    ASN1_OBJECT *name = NULL;
    X509_PUBKEY *information =
        is_private ? NULL : d2i_X509_PUBKEY(NULL, &start, (long)count);
    if (!information)
        key = read_pkcs1(bytes, count, is_private);
    else if (start == bytes + count &&
             X509_PUBKEY_get0_param(&name, &content, &length, NULL, information) &&
             OBJ_obj2nid(name) == NID_rsaEncryption && length > 0)
        key = read_pkcs1(content, (size_t)length, false);
    X509_PUBKEY_free(information);
    ERR_clear_error();
    return key;
}

static const struct {
    const char *name;
    unsigned bits;
} curves[] = {{"P-256", 256}, {"P-384", 384}, {"P-521", 521}};

security_key *key_read_ec(const uint8_t *bytes, size_t count, bool is_private) {
    EVP_PKEY *key = NULL;
    for (size_t place = 0; place < sizeof curves / sizeof *curves; place++) {
        const size_t side = (curves[place].bits + 7) / 8, point = 1 + 2 * side;
        if (count != point + (is_private ? side : 0) || bytes[0] != 4) continue;
        BIGNUM *number = is_private ? BN_bin2bn(bytes + point, (int)side, NULL) : NULL;
        OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
        OSSL_PARAM *parameters = NULL;
        if (builder &&
            OSSL_PARAM_BLD_push_utf8_string(builder, OSSL_PKEY_PARAM_GROUP_NAME,
                                            curves[place].name, 0) &&
            OSSL_PARAM_BLD_push_octet_string(builder, OSSL_PKEY_PARAM_PUB_KEY, bytes, point) &&
            (!is_private || OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_PRIV_KEY, number)))
            parameters = OSSL_PARAM_BLD_to_param(builder);
        EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
        if (parameters && context && EVP_PKEY_fromdata_init(context) > 0)
            EVP_PKEY_fromdata(context, &key, is_private ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY,
                              parameters);
        EVP_PKEY_CTX_free(context);
        OSSL_PARAM_free(parameters);
        OSSL_PARAM_BLD_free(builder);
        BN_clear_free(number);
    }
    ERR_clear_error();
    return key;
}

security_key *key_make(bool is_rsa, unsigned bits) {
    EVP_PKEY *key = NULL;
    // Longer ones take minutes, and iOS makes none.
    if (is_rsa && bits >= 1024 && bits <= 8192) key = EVP_RSA_gen(bits);
    for (size_t place = 0; !is_rsa && place < sizeof curves / sizeof *curves; place++)
        if (curves[place].bits == bits) key = EVP_EC_gen(curves[place].name);
    ERR_clear_error();
    return key;
}

void key_free(security_key *key) { EVP_PKEY_free(key); }

unsigned key_bits(const security_key *key) { return (unsigned)EVP_PKEY_get_bits(key); }

/// Gives the caller its own copy of what OpenSSL allocated.
static bool take(unsigned char *bytes, int count, key_bytes *result) {
    ERR_clear_error();
    uint8_t *copy = count > 0 ? malloc((size_t)count) : NULL;
    if (copy) {
        memcpy(copy, bytes, (size_t)count);
        *result = (key_bytes){copy, (size_t)count};
    }
    if (count > 0) OPENSSL_clear_free(bytes, (size_t)count);
    return copy != NULL;
}

bool key_write(const security_key *key, bool is_private, key_bytes *result) {
    unsigned char *bytes = NULL;
    if (!is_private || is_rsa(key)) {
        const int count = is_private ? i2d_PrivateKey(key, &bytes) : i2d_PublicKey(key, &bytes);
        return take(bytes, count, result);
    }
    BIGNUM *number = NULL;
    const int point = i2d_PublicKey(key, &bytes), side = (int)(key_bits(key) + 7) / 8;
    unsigned char *whole = point > 0 ? OPENSSL_realloc(bytes, (size_t)(point + side)) : NULL;
    const bool is_done = whole && EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_PRIV_KEY, &number) &&
                         BN_bn2binpad(number, whole + point, side) == side;
    BN_clear_free(number);
    if (is_done) return take(whole, point + side, result);
    OPENSSL_free(whole ? whole : bytes);
    ERR_clear_error();
    return false;
}

/// Sets what RSA needs; a key of a curve needs nothing.
static bool set_padding(EVP_PKEY_CTX *context, key_padding padding, const EVP_MD *digest) {
    switch (padding) {
    case KEY_PADDING_NONE: return true;
    case KEY_PADDING_PKCS1: return EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PADDING) > 0;
    case KEY_PADDING_OAEP:
        return EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_OAEP_PADDING) > 0 &&
               EVP_PKEY_CTX_set_rsa_oaep_md(context, digest) > 0;
    case KEY_PADDING_PSS:
        return EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PSS_PADDING) > 0 &&
               EVP_PKEY_CTX_set_rsa_pss_saltlen(context, RSA_PSS_SALTLEN_DIGEST) > 0;
    }
    return false;
}

static bool end(EVP_PKEY_CTX *context, uint8_t *bytes, size_t count, bool is_done,
                key_bytes *result) {
    EVP_PKEY_CTX_free(context);
    ERR_clear_error();
    if (is_done)
        *result = (key_bytes){bytes, count};
    else
        free(bytes);
    return is_done;
}

bool key_crypt(security_key *key, bool encrypts, key_padding padding, const char *digest,
               const uint8_t *bytes, size_t count, key_bytes *result) {
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_pkey(NULL, key, NULL);
    int (*crypt)(EVP_PKEY_CTX *, unsigned char *, size_t *, const unsigned char *, size_t) =
        encrypts ? EVP_PKEY_encrypt : EVP_PKEY_decrypt;
    const EVP_MD *md = digest ? EVP_get_digestbyname(digest) : NULL;
    size_t size = 0;
    uint8_t *room = NULL;
    bool is_done = context && is_rsa(key) &&
                   (encrypts ? EVP_PKEY_encrypt_init : EVP_PKEY_decrypt_init)(context) > 0 &&
                   set_padding(context, padding, md);
    // Later versions make up a text where the padding is wrong; iOS fails.
    if (is_done && !encrypts && padding == KEY_PADDING_PKCS1)
        (void)EVP_PKEY_CTX_ctrl_str(context, "rsa_pkcs1_implicit_rejection", "0");
    is_done = is_done && crypt(context, NULL, &size, bytes, count) > 0 && (room = malloc(size)) &&
              crypt(context, room, &size, bytes, count) > 0;
    return end(context, room, size, is_done, result);
}

bool key_sign(security_key *key, key_padding padding, const char *digest, const uint8_t *bytes,
              size_t count, key_bytes *result) {
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_pkey(NULL, key, NULL);
    const EVP_MD *md = EVP_get_digestbyname(digest);
    size_t size = 0;
    uint8_t *room = NULL;
    const bool is_done = context && md && EVP_PKEY_sign_init(context) > 0 &&
                         set_padding(context, padding, md) &&
                         EVP_PKEY_CTX_set_signature_md(context, md) > 0 &&
                         EVP_PKEY_sign(context, NULL, &size, bytes, count) > 0 &&
                         (room = malloc(size)) &&
                         EVP_PKEY_sign(context, room, &size, bytes, count) > 0;
    return end(context, room, size, is_done, result);
}

bool key_verify(security_key *key, key_padding padding, const char *digest, const uint8_t *bytes,
                size_t count, const uint8_t *signature, size_t signature_count) {
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_pkey(NULL, key, NULL);
    const EVP_MD *md = EVP_get_digestbyname(digest);
    const bool is_valid = context && md && EVP_PKEY_verify_init(context) > 0 &&
                          set_padding(context, padding, md) &&
                          EVP_PKEY_CTX_set_signature_md(context, md) > 0 &&
                          EVP_PKEY_verify(context, signature, signature_count, bytes, count) == 1;
    EVP_PKEY_CTX_free(context);
    ERR_clear_error();
    return is_valid;
}

bool key_agree(security_key *key, security_key *other, key_bytes *result) {
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_pkey(NULL, key, NULL);
    size_t size = 0;
    uint8_t *room = NULL;
    const bool is_done = context && !is_rsa(key) && EVP_PKEY_derive_init(context) > 0 &&
                         EVP_PKEY_derive_set_peer(context, other) > 0 &&
                         EVP_PKEY_derive(context, NULL, &size) > 0 && (room = malloc(size)) &&
                         EVP_PKEY_derive(context, room, &size) > 0;
    return end(context, room, size, is_done, result);
}

bool key_digest(const char *digest, const uint8_t *bytes, size_t count, key_bytes *result) {
    unsigned size = 0;
    uint8_t *room = malloc(EVP_MAX_MD_SIZE);
    const EVP_MD *md = EVP_get_digestbyname(digest);
    const bool is_done = room && md && EVP_Digest(bytes, count, room, &size, md, NULL);
    return end(NULL, room, size, is_done, result);
}
