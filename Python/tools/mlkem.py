# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""X-Wing with given randomness, on ML-KEM-768 of FIPS 203: the library takes none."""

import hashlib
from functools import lru_cache

from sealedpush._protocol import crypto

Q, K = 3329, 3
_ZETAS = [pow(17, int(f"{i:07b}"[::-1], 2), Q) for i in range(128)]
_GAMMAS = [pow(17, 2 * int(f"{i:07b}"[::-1], 2) + 1, Q) for i in range(128)]


def bits(data: bytes, width: int) -> list[int]:
    """The numbers of `width` bits in data, the least significant bit first."""
    text = f"{int.from_bytes(data, 'little'):0{8 * len(data)}b}"
    return [int(text[i - width:i], 2) for i in range(len(text), 0, -width)]


def _pack(numbers: list[int], width: int) -> bytes:
    total = sum(x << i * width for i, x in enumerate(numbers))
    return total.to_bytes(len(numbers) * width // 8, "little")


def _compress(f: list[int], width: int) -> bytes:
    return _pack([((x << width + 1) + Q) // (2 * Q) % (1 << width) for x in f], width)


@lru_cache(64)
def _uniform(seed: bytes) -> list[int]:
    stream = hashlib.shake_128(seed).digest(1344)  # 896 candidates; 256 are found surely
    return [x for x in bits(stream, 12) if x < Q][:256]


def _noise(r: bytes, n: int) -> list[int]:
    counts = [(x & 1) + (x >> 1 & 1) - (x >> 2 & 1) - (x >> 3 & 1)
              for x in bits(hashlib.shake_256(r + bytes([n])).digest(128), 4)]
    return [x % Q for x in counts]


def _ntt(f: list[int]) -> list[int]:
    f, i, length = f[:], 1, 128
    while length >= 2:
        for start in range(0, 256, 2 * length):
            for j in range(start, start + length):
                t = _ZETAS[i] * f[j + length]
                f[j + length], f[j] = (f[j] - t) % Q, (f[j] + t) % Q
            i += 1
        length //= 2
    return f


def _inverse_ntt(f: list[int]) -> list[int]:
    f, i, length = f[:], 127, 2
    while length <= 128:
        for start in range(0, 256, 2 * length):
            for j in range(start, start + length):
                f[j], f[j + length] = ((f[j] + f[j + length]) % Q,
                                       _ZETAS[i] * (f[j + length] - f[j]) % Q)
            i -= 1
        length *= 2
    return [x * 3303 % Q for x in f]


def _dot(row: list[list[int]], vector: list[list[int]]) -> list[int]:
    """The inverse NTT of the sum of the products."""
    h = [0] * 256
    for f, g in zip(row, vector):
        for i in range(0, 256, 2):
            h[i] += f[i] * g[i] + f[i + 1] * g[i + 1] * _GAMMAS[i // 2]
            h[i + 1] += f[i] * g[i + 1] + f[i + 1] * g[i]
    return _inverse_ntt([x % Q for x in h])


def encapsulate(key: bytes, m: bytes) -> tuple[bytes, bytes]:
    """(shared secret, ciphertext) for an encapsulation key of 1184 bytes and m of 32."""
    secrets = hashlib.sha3_512(m + hashlib.sha3_256(key).digest()).digest()
    shared, r, rho = secrets[:32], secrets[32:], key[384 * K:]
    t = [bits(key[384 * i:384 * (i + 1)], 12) for i in range(K)]
    y = [_ntt(_noise(r, i)) for i in range(K)]
    out = b""
    for i in range(K):
        row = [_uniform(rho + bytes([i, j])) for j in range(K)]
        out += _compress([a + b for a, b in zip(_dot(row, y), _noise(r, K + i))], 10)
    v = zip(_dot(t, y), _noise(r, 2 * K), bits(m, 1))
    return shared, out + _compress([a + b + bit * 1665 for a, b, bit in v], 4)


def xwing_encapsulate(public_key: bytes, random: bytes) -> tuple[bytes, bytes]:
    """The shared secret and enc, for a public key that M-9 and M-12 accept, and 64 random bytes."""
    secret, ciphertext = encapsulate(public_key[:1184], random[:32])
    scalar, half = random[32:], public_key[1184:]
    ephemeral = crypto.x25519_public_key(scalar)
    return crypto.combine(secret, crypto.x25519(scalar, half), ephemeral, half), ciphertext + ephemeral
