// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SHIMS_KEYS_H
#define SHIMS_KEYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A key of OpenSSL's, which several threads may use at once.
typedef struct evp_pkey_st security_key;

/// Bytes of a result, to be freed by the caller.
typedef struct {
    uint8_t *_Nullable bytes;
    size_t count;
} key_bytes;

/// How a number is made of a message for RSA.
typedef enum { KEY_PADDING_NONE, KEY_PADDING_PKCS1, KEY_PADDING_OAEP, KEY_PADDING_PSS } key_padding;

/// Reads an RSA key: PKCS#1, or the SubjectPublicKeyInfo of a public one.
///
/// Returns NULL if it is neither, if bytes follow, or if its numbers make no sense together.
security_key *_Nullable key_read_rsa(const uint8_t *_Nonnull bytes, size_t count, bool is_private);

/// Reads a key of P-256, P-384 or P-521: the point of X9.63, and the number of a private one.
security_key *_Nullable key_read_ec(const uint8_t *_Nonnull bytes, size_t count, bool is_private);

/// Makes a private key of RSA, or of the curve with this many bits; NULL if there is none.
security_key *_Nullable key_make(bool is_rsa, unsigned bits);

/// Frees a key.
void key_free(security_key *_Nonnull key);

/// The size of a key: of the modulus, or of the curve.
unsigned key_bits(const security_key *_Nonnull key);

/// Writes a key as it is read; returns false if it can't.
bool key_write(const security_key *_Nonnull key, bool is_private, key_bytes *_Nonnull result);

/// Encrypts or decrypts with an RSA key; returns false if it can't.
bool key_crypt(security_key *_Nonnull key, bool encrypts, key_padding padding,
               const char *_Nullable digest, const uint8_t *_Nonnull bytes, size_t count,
               key_bytes *_Nonnull result);

/// Signs a digest; returns false if it can't.
bool key_sign(security_key *_Nonnull key, key_padding padding, const char *_Nonnull digest,
              const uint8_t *_Nonnull bytes, size_t count, key_bytes *_Nonnull result);

/// Tells whether a signature is that of a digest.
bool key_verify(security_key *_Nonnull key, key_padding padding, const char *_Nonnull digest,
                const uint8_t *_Nonnull bytes, size_t count, const uint8_t *_Nonnull signature,
                size_t signature_count);

/// Agrees on a secret with the other side's public key of the same curve.
bool key_agree(security_key *_Nonnull key, security_key *_Nonnull other,
               key_bytes *_Nonnull result);

/// Hashes bytes; returns false if there is no such digest.
bool key_digest(const char *_Nonnull digest, const uint8_t *_Nonnull bytes, size_t count,
                key_bytes *_Nonnull result);

#endif
