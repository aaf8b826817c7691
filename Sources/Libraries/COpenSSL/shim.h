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
#include <stdlib.h>
#include <string.h>
#ifdef __APPLE__
#include <malloc/malloc.h>
#else
#include <malloc.h>
#endif

// What OpenSSL has as macros or with variable arguments, which Swift can't call.

static inline EVP_PKEY *sealedpush_generate_p256(OSSL_LIB_CTX *context) {
    return EVP_PKEY_Q_keygen(context, NULL, "EC", "P-256");
}

static inline long sealedpush_mem_data(BIO *bio, const unsigned char **bytes) {
    return BIO_get_mem_data(bio, (char **)bytes);
}

static inline int sealedpush_part_count(const STACK_OF(PKCS7) *parts) {
    return sk_PKCS7_num(parts);
}

static inline PKCS7 *sealedpush_part(const STACK_OF(PKCS7) *parts, int index) {
    return sk_PKCS7_value(parts, index);
}

static inline void sealedpush_parts_free(STACK_OF(PKCS7) *parts) {
    sk_PKCS7_pop_free(parts, PKCS7_free);
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

static inline int sealedpush_certificate_count(const STACK_OF(X509) *certificates) {
    return sk_X509_num(certificates);
}

static inline X509 *sealedpush_certificate(const STACK_OF(X509) *certificates, int index) {
    return sk_X509_value(certificates, index);
}

static inline void sealedpush_certificates_free(STACK_OF(X509) *certificates) {
    sk_X509_pop_free(certificates, X509_free);
}

static inline int sealedpush_value_count(const ASN1_SEQUENCE_ANY *values) {
    return sk_ASN1_TYPE_num(values);
}

// The text at a place; NULL if something else stands there.
static inline const ASN1_STRING *sealedpush_text(const ASN1_SEQUENCE_ANY *values, int index) {
    const ASN1_TYPE *value = sk_ASN1_TYPE_value(values, index);
    return value->type == V_ASN1_UTF8STRING ? value->value.utf8string : NULL;
}

static inline void sealedpush_values_free(ASN1_SEQUENCE_ANY *values) {
    sk_ASN1_TYPE_pop_free(values, ASN1_TYPE_free);
}

// Memory that is wiped before it is freed.

static inline size_t sealedpush_usable_size(void *block) {
#ifdef __APPLE__
    return malloc_size(block);
#else
    return malloc_usable_size(block);
#endif
}

static inline void *sealedpush_allocate(size_t count, const char *file, int line) {
    (void)file;
    (void)line;
    return malloc(count);
}

static inline void sealedpush_wipe_and_free(void *block, const char *file, int line) {
    (void)file;
    (void)line;
    if (block == NULL) return;
    OPENSSL_cleanse(block, sealedpush_usable_size(block));
    free(block);
}

static inline void *sealedpush_reallocate(void *block, size_t count, const char *file, int line) {
    if (block == NULL) return malloc(count);
    void *larger = malloc(count);
    if (larger == NULL) return NULL;
    size_t known = sealedpush_usable_size(block);
    memcpy(larger, block, known < count ? known : count);
    sealedpush_wipe_and_free(block, file, line);
    return larger;
}

// 1 where it takes effect: OpenSSL has allocated nothing yet.
static inline int sealedpush_wipe_what_is_freed(void) {
    return CRYPTO_set_mem_functions(
        sealedpush_allocate, sealedpush_reallocate, sealedpush_wipe_and_free);
}

// Wipes the stack below the caller: more than calls with keys use of it.
static __attribute__((noinline)) void sealedpush_wipe_stack(void) {
    unsigned char below[1 << 15];
    OPENSSL_cleanse(below, sizeof below);
}
