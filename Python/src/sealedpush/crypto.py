# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Primitives: Ed25519 with refusals, X-Wing, HPKE (message.md, sections 3 and 8)."""

import hashlib
import hmac
import struct
from functools import lru_cache

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.mlkem import MLKEM768PrivateKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from . import mlkem

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
ROOT = pow(2, (P - 1) // 4, P)  # a square root of -1
NEUTRAL = (0, 1, 1, 0)


def low(text):
    """The encoding as a number, with its top bit cleared."""
    return int.from_bytes(text, "little") & (2**255 - 1)


# M-9 and M-13: the numbers that are refused
X25519_REFUSED = {0, 1, P - 1, P, P + 1} | {low(bytes.fromhex(h)) for h in (
    "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
    "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157")}
ED25519_REFUSED = {0, 1, P - 1} | {low(bytes.fromhex(h)) for h in (
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a")}


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def sha512(*parts):
    return hashlib.sha512(b"".join(parts)).digest()


def mac(key, *parts):
    """HMAC-SHA-256; an empty key counts as 32 zero bytes."""
    return hmac.digest(key, b"".join(parts), "sha256")


def expand(prk, info, length):
    """HKDF-Expand for up to 32 bytes."""
    return mac(prk, info, b"\x01")[:length]


# Ed25519: points are (X, Y, Z, T) with x = X/Z, y = Y/Z, xy = T/Z

def add(p, q):
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % P, (p[1] + p[0]) * (q[1] + q[0]) % P
    c, d = 2 * p[3] * q[3] * D % P, 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def multiply(n, p):
    q = NEUTRAL
    while n:
        if n & 1:
            q = add(q, p)
        p = add(p, p)
        n >>= 1
    return q


def decode_point(text):
    """The point of an encoding, or None if M-13 refuses it or it is none."""
    y = low(text)
    if not encoding_ok(text):
        return None
    u, v = (y * y - 1) % P, (D * y * y + 1) % P
    x2 = u * pow(v, -1, P) % P
    x = pow(x2, (P + 3) // 8, P)
    if x * x % P != x2:
        x = x * ROOT % P
    if x * x % P != x2:
        return None
    if x & 1 != text[31] >> 7:
        x = P - x
    return x, y, 1, x * y % P


def encode_point(p):
    inverse = pow(p[2], -1, P)
    x, y = p[0] * inverse % P, p[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def encoding_ok(text):
    """M-13 for 32 bytes, and so the identity rule (M-16)."""
    return low(text) < P and low(text) not in ED25519_REFUSED


BASE = decode_point((4 * pow(5, -1, P) % P).to_bytes(32, "little"))


@lru_cache(4096)
def verify(key, signature, message):
    """Ed25519 without the cofactor (M-13 to M-15)."""
    r, s = signature[:32], int.from_bytes(signature[32:], "little")
    a = decode_point(key)
    if a is None or not encoding_ok(r) or s >= L:
        return False
    k = int.from_bytes(sha512(r, key, message), "little") % L
    minus_a = (P - a[0], a[1], 1, P - a[3])
    return encode_point(add(multiply(s, BASE), multiply(k, minus_a))) == r


def sign(seed, message):
    """RFC 8032, deterministic (M-17)."""
    return Ed25519PrivateKey.from_private_bytes(seed).sign(message)


def identity(seed):
    """The name of the identity of a private key of 32 bytes."""
    return Ed25519PrivateKey.from_private_bytes(seed).public_key().public_bytes_raw()


# X-Wing

def x25519_half_ok(key):
    """M-9 and M-10, for a public key or an enc."""
    return low(key[-32:]) not in X25519_REFUSED


def public_key_ok(key):
    """M-9 and M-12."""
    return x25519_half_ok(key) and max(mlkem.bits(key[:1152], 12)) < mlkem.Q


def x25519(scalar, key):
    """M-11: the top bit cleared, the number reduced modulo p."""
    point = (low(key) % P).to_bytes(32, "little")
    return X25519PrivateKey.from_private_bytes(scalar).exchange(
        X25519PublicKey.from_public_bytes(point))


def private_key(seed):
    """(ML-KEM's private key, the X25519 scalar, its public key) of a seed."""
    full = hashlib.shake_256(seed).digest(96)
    scalar = full[64:]
    half = X25519PrivateKey.from_private_bytes(scalar).public_key().public_bytes_raw()
    return MLKEM768PrivateKey.from_seed_bytes(full[:64]), scalar, half


def combine(secret, agreed, ephemeral, record):
    return hashlib.sha3_256(
        secret + agreed + ephemeral + record + bytes.fromhex("5c2e2f2f5e5c")).digest()


def xwing_public_key(seed):
    private, _, half = private_key(seed)
    return private.public_key().public_bytes_raw() + half


def xwing_decapsulate(seed, enc):
    """The shared secret; the caller has checked enc by M-9."""
    private, scalar, half = private_key(seed)
    return combine(private.decapsulate(enc[:1088]), x25519(scalar, enc[1088:]), enc[1088:], half)


def xwing_encapsulate(public_key, random):
    """(shared secret, enc) for a public key that M-9 and M-12 accept, and 64 random bytes."""
    secret, ciphertext = mlkem.encapsulate(public_key[:1184], random[:32])
    scalar, half = random[32:], public_key[1184:]
    ephemeral = X25519PrivateKey.from_private_bytes(scalar).public_key().public_bytes_raw()
    return combine(secret, x25519(scalar, half), ephemeral, half), ciphertext + ephemeral


# HPKE, mode Base, single shot

_ID = b"HPKE" + bytes.fromhex("647a00010003")


def _labeled_extract(salt, label, ikm):
    return mac(salt, b"HPKE-v1", _ID, label, ikm)


def key_schedule(shared_secret, info):
    """(key, nonce) of the one message."""
    context = (b"\0" + _labeled_extract(b"", b"psk_id_hash", b"")
               + _labeled_extract(b"", b"info_hash", info))
    secret = _labeled_extract(shared_secret, b"secret", b"")

    def labeled(label, length):
        size = struct.pack(">H", length)
        return expand(secret, size + b"HPKE-v1" + _ID + label + context, length)
    return labeled(b"key", 32), labeled(b"base_nonce", 12)


def encrypt(shared_secret, info, aad, plaintext):
    return chacha_encrypt(*key_schedule(shared_secret, info), aad, plaintext)


def decrypt(shared_secret, info, aad, ciphertext):
    """The plaintext, or None if it does not open."""
    return chacha_decrypt(*key_schedule(shared_secret, info), aad, ciphertext)


# The cipher

def chacha_encrypt(key, nonce, aad, plaintext):
    return ChaCha20Poly1305(key).encrypt(nonce, plaintext, aad)


def chacha_decrypt(key, nonce, aad, ciphertext):
    """The plaintext, or None if it does not open."""
    try:
        return ChaCha20Poly1305(key).decrypt(nonce, ciphertext, aad)
    except InvalidTag:
        return None
