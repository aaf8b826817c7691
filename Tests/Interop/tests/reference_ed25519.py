# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Ed25519's equation in plain integers: slow, but the letter of M-8 and M-9."""

import hashlib

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P

Point = tuple[int, int]
NEUTRAL: Point = (0, 1)


def add(a: Point, b: Point) -> Point:
    product = D * a[0] * b[0] * a[1] * b[1] % P
    x = (a[0] * b[1] + a[1] * b[0]) * pow(1 + product, -1, P)
    y = (a[1] * b[1] + a[0] * b[0]) * pow(1 - product, -1, P)
    return x % P, y % P


def multiply(scalar: int, point: Point) -> Point:
    result = NEUTRAL
    while scalar:
        if scalar & 1:
            result = add(result, point)
        point = add(point, point)
        scalar >>= 1
    return result


def decode(encoding: bytes) -> Point | None:
    sign = encoding[31] >> 7
    y = int.from_bytes(encoding, "little") & (2**255 - 1)
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * pow(2, (P - 1) // 4, P) % P
    if y >= P or x * x % P != square or (x == 0 and sign):
        return None
    return (P - x if x & 1 != sign else x), y


def encode(point: Point) -> bytes:
    return (point[1] | (point[0] & 1) << 255).to_bytes(32, "little")


BASE = decode((4 * pow(5, -1, P) % P).to_bytes(32, "little"))


def challenge(r: bytes, key: bytes, message: bytes) -> int:
    return int.from_bytes(hashlib.sha512(r + key + message).digest(), "little") % L


def equation_holds(key: bytes, message: bytes, signature: bytes) -> bool:
    """[S]B - [k]A encodes to R, byte for byte."""
    a = decode(key)
    if a is None:
        return False
    k = challenge(signature[:32], key, message)
    negative = (P - a[0]) % P, a[1]
    s = int.from_bytes(signature[32:], "little")
    return encode(add(multiply(s, BASE), multiply(k, negative))) == signature[:32]


def is_of_order_l(key: bytes) -> bool:
    point = decode(key)
    return point is not None and multiply(L, point) == NEUTRAL
