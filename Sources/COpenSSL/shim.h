// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

#include <openssl/bio.h>
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

static inline int sealedpush_certificate_count(const STACK_OF(X509) *certificates) {
    return sk_X509_num(certificates);
}

static inline X509 *sealedpush_certificate(const STACK_OF(X509) *certificates, int index) {
    return sk_X509_value(certificates, index);
}

static inline void sealedpush_certificates_free(STACK_OF(X509) *certificates) {
    sk_X509_pop_free(certificates, X509_free);
}
