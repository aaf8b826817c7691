# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""X25519 and Ed25519 with the refusals of M-5 and M-7 to M-9."""

from functools import cached_property

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from nacl.bindings import crypto_core_ed25519_is_valid_point

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493

ORDER_8_X = [
    bytes.fromhex("e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800"),
    bytes.fromhex("5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157"),
]
"""M-5's, of X25519."""
ORDER_8_Y = [
    bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"),
    bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"),
]
"""M-7's, of Ed25519."""


class KeyRefused(Exception):
    """A key that leads to a predictable secret, or is no key at all."""


def little(data: bytes) -> int:
    return int.from_bytes(data, "little")


def _without_top_bit(data: bytes) -> int:
    return little(data) & (2**255 - 1)


_REFUSED_X = {0, 1, P - 1, P, P + 1, *map(little, ORDER_8_X)}
_REFUSED_Y = {0, 1, P - 1, *map(little, ORDER_8_Y)}


def x25519_key_passes(key: bytes) -> bool:
    """M-5."""
    return _without_top_bit(key) not in _REFUSED_X


def x25519_public(scalar: bytes) -> bytes:
    return X25519PrivateKey.from_private_bytes(scalar).public_key().public_bytes_raw()


def x25519(scalar: bytes, key: bytes) -> bytes:
    """M-5: refuses the listed keys; the library refuses a secret of all zero bytes."""
    if not x25519_key_passes(key):
        raise KeyRefused
    private = X25519PrivateKey.from_private_bytes(scalar)
    try:
        return private.exchange(X25519PublicKey.from_public_bytes(key))
    except ValueError as error:
        raise KeyRefused from error


class Identity:
    """The private half of an identity, from its 32-byte seed."""

    def __init__(self, seed: bytes) -> None:
        self.private = Ed25519PrivateKey.from_private_bytes(seed)

    @cached_property
    def public(self) -> bytes:
        return self.private.public_key().public_bytes_raw()

    def sign(self, message: bytes) -> bytes:
        """M-1: the message must begin with a label. M-10: deterministic."""
        if not message.startswith(b"SealedPush v1 "):
            raise ValueError("identities only sign what begins with a label")
        return self.private.sign(message)


def encoding_passes(encoding: bytes) -> bool:
    """M-7, for a public key or the first half of a signature."""
    y = _without_top_bit(encoding)
    return y < P and y not in _REFUSED_Y


def identity_passes(key: bytes) -> bool:
    """M-9. The binding refuses what is off the curve or not of order L."""
    return encoding_passes(key) and crypto_core_ed25519_is_valid_point(key)


def signature_is_valid(key: bytes, message: bytes, signature: bytes) -> bool:
    """M-7 and M-8. OpenSSL's equation has no cofactor: it compares the encoding with R."""
    if little(signature[32:]) >= L:
        return False
    if not encoding_passes(key) or not encoding_passes(signature[:32]):
        return False
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True
