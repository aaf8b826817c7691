# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Ed25519 by its equation: what vectors of odd points are made of, and a verifier beside the library's.

Points are (X, Y, Z, T) with x = X/Z, y = Y/Z, xy = T/Z.
"""

from typing import TypeAlias

from sealedpush._protocol.crypto import L, P, encoding_ok, low, sha512

Point: TypeAlias = tuple[int, int, int, int]

D = -121665 * pow(121666, -1, P) % P
ROOT = pow(2, (P - 1) // 4, P)  # a square root of -1
NEUTRAL: Point = (0, 1, 1, 0)


def add(p: Point, q: Point) -> Point:
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % P, (p[1] + p[0]) * (q[1] + q[0]) % P
    c, d = 2 * p[3] * q[3] * D % P, 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def multiply(n: int, p: Point) -> Point:
    q = NEUTRAL
    while n:
        if n & 1:
            q = add(q, p)
        p = add(p, p)
        n >>= 1
    return q


def decode_point(text: bytes) -> Point | None:
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


def encode_point(p: Point) -> bytes:
    inverse = pow(p[2], -1, P)
    x, y = p[0] * inverse % P, p[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


_BASE = decode_point((4 * pow(5, -1, P) % P).to_bytes(32, "little"))
assert _BASE
BASE: Point = _BASE


def verify(key: bytes, signature: bytes, message: bytes) -> bool:
    """Ed25519 without the cofactor (M-13 to M-15)."""
    r, s = signature[:32], int.from_bytes(signature[32:], "little")
    a = decode_point(key)
    if a is None or not encoding_ok(r) or s >= L:
        return False
    k = int.from_bytes(sha512(r, key, message), "little") % L
    minus_a = (P - a[0], a[1], 1, P - a[3])
    return encode_point(add(multiply(s, BASE), multiply(k, minus_a))) == r
