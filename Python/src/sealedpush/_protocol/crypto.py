# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Primitives: Ed25519 with refusals, X-Wing, HPKE (message.md, sections 3 and 8).

The library has Ed25519, ML-KEM-768, X25519 and ChaCha20-Poly1305; what joins them is here.
"""

import hashlib
import hmac
import struct
from typing import TypeAlias

from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.mlkem import MLKEM768PrivateKey, MLKEM768PublicKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

Secret: TypeAlias = bytes | bytearray

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
Q = 3329  # of ML-KEM
_EVERY = sum(1 << 24 * i for i in range(384))  # a one in every second number of 12 bits


def low(text: bytes) -> int:
    """The encoding as a number, with its top bit cleared."""
    return int.from_bytes(text, "little") & (2**255 - 1)


# M-9 and M-13: the numbers that are refused
X25519_REFUSED = {0, 1, P - 1, P, P + 1} | {low(bytes.fromhex(h)) for h in (
    "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
    "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157")}
ED25519_REFUSED = {0, 1, P - 1} | {low(bytes.fromhex(h)) for h in (
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a")}


def sha256(*parts: bytes) -> bytes:
    """SHA-256 of the parts, one behind the other."""
    return hashlib.sha256(b"".join(parts)).digest()


def sha512(*parts: bytes) -> bytes:
    """SHA-512 of the parts, one behind the other."""
    return hashlib.sha512(b"".join(parts)).digest()


def mac(key: Secret, *parts: bytes) -> bytes:
    """HMAC-SHA-256; an empty key counts as 32 zero bytes."""
    return hmac.digest(key, b"".join(parts), "sha256")


def expand(prk: bytes, info: bytes, length: int) -> bytes:
    """HKDF-Expand for up to 32 bytes."""
    return mac(prk, info, b"\x01")[:length]


# Ed25519

def encoding_ok(text: bytes) -> bool:
    """M-13 for 32 bytes, and so the identity rule (M-16)."""
    return low(text) < P and low(text) not in ED25519_REFUSED


def verify(key: bytes, signature: bytes, message: bytes) -> bool:
    """Ed25519 without the cofactor (M-13 to M-15)."""
    first, second = signature[:32], int.from_bytes(signature[32:], "little")
    if not encoding_ok(key) or not encoding_ok(first) or second >= L:
        return False
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def sign(seed: Secret, message: bytes) -> bytes:
    """RFC 8032, deterministic (M-17)."""
    return Ed25519PrivateKey.from_private_bytes(seed).sign(message)


def identity(seed: Secret) -> bytes:
    """The name of the identity of a private key of 32 bytes."""
    return Ed25519PrivateKey.from_private_bytes(seed).public_key().public_bytes_raw()


# X-Wing

def x25519_half_ok(key: bytes) -> bool:
    """M-9 and M-10, for a public key or an enc."""
    return low(key[-32:]) not in X25519_REFUSED


def public_key_ok(key: bytes) -> bool:
    """M-9 and M-12: a number of 12 bits is Q or more if it overflows once 4096 - Q is added."""
    numbers = int.from_bytes(key[:1152], "little")
    return x25519_half_ok(key) and not any(
        (half & _EVERY * 4095) + _EVERY * (4096 - Q) & _EVERY << 12 for half in (numbers, numbers >> 12))


def x25519(scalar: Secret, key: bytes) -> bytes:
    """M-11: the top bit cleared, the number reduced modulo p."""
    point = (low(key) % P).to_bytes(32, "little")
    return X25519PrivateKey.from_private_bytes(scalar).exchange(
        X25519PublicKey.from_public_bytes(point))


def x25519_public_key(scalar: Secret) -> bytes:
    """The public key of a scalar of 32 bytes."""
    return X25519PrivateKey.from_private_bytes(scalar).public_key().public_bytes_raw()


def private_key(seed: Secret) -> tuple[MLKEM768PrivateKey, bytes, bytes]:
    """ML-KEM's private key, the X25519 scalar, and its public key, of a seed."""
    full = hashlib.shake_256(seed).digest(96)
    scalar = full[64:]
    return MLKEM768PrivateKey.from_seed_bytes(full[:64]), scalar, x25519_public_key(scalar)


def combine(secret: bytes, agreed: bytes, ephemeral: bytes, record: bytes) -> bytes:
    """The shared secret of X-Wing, of the secrets of both halves."""
    return hashlib.sha3_256(
        secret + agreed + ephemeral + record + bytes.fromhex("5c2e2f2f5e5c")).digest()


def xwing_public_key(seed: Secret) -> bytes:
    """The public key of 1216 bytes of a seed."""
    private, _, half = private_key(seed)
    return private.public_key().public_bytes_raw() + half


def xwing_decapsulate(seed: Secret, enc: bytes) -> bytes:
    """The shared secret; the caller has checked enc by M-9."""
    private, scalar, half = private_key(seed)
    return combine(private.decapsulate(enc[:1088]), x25519(scalar, enc[1088:]), enc[1088:], half)


def xwing_encapsulate(public_key: bytes) -> tuple[bytes, bytes]:
    """The shared secret and enc, for a public key that M-9 and M-12 accept."""
    secret, ciphertext = MLKEM768PublicKey.from_public_bytes(public_key[:1184]).encapsulate()
    scalar, half = X25519PrivateKey.generate().private_bytes_raw(), public_key[1184:]
    ephemeral = x25519_public_key(scalar)
    return combine(secret, x25519(scalar, half), ephemeral, half), ciphertext + ephemeral


# HPKE, mode Base, single shot

_ID = b"HPKE" + bytes.fromhex("647a00010003")


def _labeled_extract(salt: bytes, label: bytes, ikm: bytes) -> bytes:
    return mac(salt, b"HPKE-v1", _ID, label, ikm)


def key_schedule(shared_secret: bytes, info: bytes) -> tuple[bytes, bytes]:
    """The key and the nonce of the one message."""
    context = (b"\0" + _labeled_extract(b"", b"psk_id_hash", b"")
               + _labeled_extract(b"", b"info_hash", info))
    secret = _labeled_extract(shared_secret, b"secret", b"")

    def labeled(label: bytes, length: int) -> bytes:
        size = struct.pack(">H", length)
        return expand(secret, size + b"HPKE-v1" + _ID + label + context, length)
    return labeled(b"key", 32), labeled(b"base_nonce", 12)


def encrypt(shared_secret: bytes, info: bytes, aad: bytes, plaintext: bytes) -> bytes:
    """The ciphertext and its tag."""
    return chacha_encrypt(*key_schedule(shared_secret, info), aad, plaintext)


def decrypt(shared_secret: bytes, info: bytes, aad: bytes, ciphertext: bytes) -> bytes | None:
    """The plaintext, or None if it does not open."""
    return chacha_decrypt(*key_schedule(shared_secret, info), aad, ciphertext)


# The cipher

def chacha_encrypt(key: bytes, nonce: bytes, aad: bytes, plaintext: bytes) -> bytes:
    """The ciphertext and its tag."""
    return ChaCha20Poly1305(key).encrypt(nonce, plaintext, aad)


def chacha_decrypt(key: bytes, nonce: bytes, aad: bytes, ciphertext: bytes) -> bytes | None:
    """The plaintext, or None if it does not open."""
    try:
        return ChaCha20Poly1305(key).decrypt(nonce, ciphertext, aad)
    except InvalidTag:
        return None
