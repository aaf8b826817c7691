# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""The two suites (section 3), X-Wing, and HPKE of RFC 9180 in mode Base (section 12)."""

import hashlib
from dataclasses import dataclass

from cryptography.hazmat.primitives.asymmetric.mlkem import MLKEM768PrivateKey, MLKEM768PublicKey

from .curves import KeyRefused, x25519, x25519_key_passes, x25519_public
from .primitives import hkdf_expand, hmac, u16

_KEM_ID = b"KEM" + u16(0x0020)
_ML_KEM_KEY = 1184
_ML_KEM_CIPHERTEXT = 1088


@dataclass(frozen=True)
class Suite:
    """Sizes in bytes; `kem` is the HPKE number of the KEM."""

    number: int
    kem: int
    key_size: int
    enc_size: int

    @property
    def bit(self) -> int:
        """What stands for the suite in an `offers` byte."""
        return 1 << (self.number - 1)

    @property
    def aad_size(self) -> int:
        return 28 + self.enc_size

    @property
    def overhead(self) -> int:
        """Envelope bytes around content without padding."""
        return self.aad_size + 110 + 16

    @property
    def record_size(self) -> int:
        return 28 + self.key_size + 64

    def key_passes(self, key: bytes) -> bool:
        """M-5 and M-6, for the public key of a record."""
        return x25519_key_passes(key[-32:]) and (self.number == 1 or _numbers_pass(key))


SUITES = {1: Suite(1, 0x0020, 32, 32), 2: Suite(2, 0x647A, 1216, 1120)}
"""By suite byte; a higher number is the stronger suite."""


def _numbers_pass(key: bytes) -> bool:
    """M-6: 768 numbers of 12 bits, each below 3329."""
    triples = zip(key[0:1152:3], key[1:1152:3], key[2:1152:3])
    return all(a + 256 * (b % 16) < 3329 and b // 16 + 16 * c < 3329 for a, b, c in triples)


def _expand_seed(seed: bytes) -> tuple[MLKEM768PrivateKey, bytes]:
    """X-Wing's private key: ML-KEM's and the X25519 scalar."""
    expanded = hashlib.shake_256(seed).digest(96)
    return MLKEM768PrivateKey.from_seed_bytes(expanded[:64]), expanded[64:]


def _combine(ml_kem_secret: bytes, x_secret: bytes, ephemeral: bytes, x_key: bytes) -> bytes:
    """X-Wing's shared secret."""
    joined = ml_kem_secret + x_secret + ephemeral + x_key + bytes.fromhex("5c2e2f2f5e5c")
    return hashlib.sha3_256(joined).digest()


def _labeled_extract(place: bytes, salt: bytes, use: bytes, ikm: bytes) -> bytes:
    return hmac(salt, b"HPKE-v1" + place + use + ikm)


def _labeled_expand(place: bytes, prk: bytes, use: bytes, info: bytes, size: int) -> bytes:
    return hkdf_expand(prk, u16(size) + b"HPKE-v1" + place + use + info, size)


def _dhkem(dh: bytes, enc: bytes, key: bytes) -> bytes:
    """Suite 1's shared secret."""
    prk = _labeled_extract(_KEM_ID, b"", b"eae_prk", dh)
    return _labeled_expand(_KEM_ID, prk, b"shared_secret", enc + key, 32)


def derive_scalar(ikm: bytes) -> bytes:
    """DeriveKeyPair of suite 1's KEM."""
    prk = _labeled_extract(_KEM_ID, b"", b"dkp_prk", ikm)
    return _labeled_expand(_KEM_ID, prk, b"sk", b"", 32)


def public_key(suite: Suite, seed: bytes) -> bytes:
    """The public half of a prekey's private seed."""
    if suite.number == 1:
        return x25519_public(seed)
    ml_kem, scalar = _expand_seed(seed)
    return ml_kem.public_key().public_bytes_raw() + x25519_public(scalar)


def encapsulate(suite: Suite, key: bytes, scalar: bytes) -> tuple[bytes, bytes]:
    """(shared secret, enc). The scalar is that of the X25519 ephemeral; ML-KEM's randomness is
    drawn by the library."""
    ephemeral = x25519_public(scalar)
    if suite.number == 1:
        return _dhkem(x25519(scalar, key), ephemeral, key), ephemeral
    x_key = key[_ML_KEM_KEY:]
    try:
        ml_kem = MLKEM768PublicKey.from_public_bytes(key[:_ML_KEM_KEY])
    except ValueError as error:
        raise KeyRefused from error
    secret, ciphertext = ml_kem.encapsulate()
    return _combine(secret, x25519(scalar, x_key), ephemeral, x_key), ciphertext + ephemeral


def decapsulate(suite: Suite, seed: bytes, key: bytes, enc: bytes) -> bytes:
    """The shared secret. `key` is the record's public key as it stands there."""
    if suite.number == 1:
        return _dhkem(x25519(seed, enc), enc, key)
    ml_kem, scalar = _expand_seed(seed)
    secret = ml_kem.decapsulate(enc[:_ML_KEM_CIPHERTEXT])
    ephemeral = enc[_ML_KEM_CIPHERTEXT:]
    return _combine(secret, x25519(scalar, ephemeral), ephemeral, key[_ML_KEM_KEY:])


def key_schedule(suite: Suite, shared_secret: bytes, info: bytes) -> tuple[bytes, bytes]:
    """Key and nonce of the one message of a context (M-36)."""
    place = b"HPKE" + u16(suite.kem) + u16(0x0001) + u16(0x0003)
    psk_id_hash = _labeled_extract(place, b"", b"psk_id_hash", b"")
    info_hash = _labeled_extract(place, b"", b"info_hash", info)
    context = b"\0" + psk_id_hash + info_hash
    secret = _labeled_extract(place, shared_secret, b"secret", b"")
    key = _labeled_expand(place, secret, b"key", context, 32)
    return key, _labeled_expand(place, secret, b"base_nonce", context, 12)
