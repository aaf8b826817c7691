// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

#include <openssl/bio.h>
#include <openssl/core_dispatch.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/pkcs12.h>
#include <openssl/provider.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

// What OpenSSL has as macros or with variable arguments, which Swift can't call.

static inline EVP_PKEY *sealedpush_generate_p256(OSSL_LIB_CTX *context) {
    return EVP_PKEY_Q_keygen(context, NULL, "EC", "P-256");
}

static inline EVP_PKEY *sealedpush_generate_rsa(OSSL_LIB_CTX *context, size_t bits) {
    return EVP_PKEY_Q_keygen(context, NULL, "RSA", bits);
}

static inline long sealedpush_mem_data(BIO *bio, const unsigned char **bytes) {
    return BIO_get_mem_data(bio, (char **)bytes);
}

static inline int sealedpush_content_count(const STACK_OF(PKCS7) *contents) {
    return sk_PKCS7_num(contents);
}

static inline PKCS7 *sealedpush_content(const STACK_OF(PKCS7) *contents, int index) {
    return sk_PKCS7_value(contents, index);
}

static inline void sealedpush_contents_free(STACK_OF(PKCS7) *contents) {
    sk_PKCS7_pop_free(contents, PKCS7_free);
}

static inline int sealedpush_bag_count(const STACK_OF(PKCS12_SAFEBAG) *bags) {
    return sk_PKCS12_SAFEBAG_num(bags);
}

static inline PKCS12_SAFEBAG *sealedpush_bag(const STACK_OF(PKCS12_SAFEBAG) *bags, int index) {
    return sk_PKCS12_SAFEBAG_value(bags, index);
}

static inline void sealedpush_bags_free(STACK_OF(PKCS12_SAFEBAG) *bags) {
    sk_PKCS12_SAFEBAG_pop_free(bags, PKCS12_SAFEBAG_free);
}

// Wipes the stack below the caller: more than calls with keys use of it.
static __attribute__((noinline)) void sealedpush_wipe_stack(void) {
    unsigned char below[1 << 15];
    OPENSSL_cleanse(below, sizeof below);
}
