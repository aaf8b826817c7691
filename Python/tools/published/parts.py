# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""What the published vectors are made of: records, statements, points, and signatures that no honest signer makes."""

from functools import lru_cache
from typing import Any, TypeAlias

from sealedpush._protocol import crypto, wire
from sealedpush._protocol.wire import Record
from tools.building import secret
from tools.dice import put
from tools.making import DAY as DAY
from tools.making import name_of as name_of

Row: TypeAlias = tuple[str, str, str, Any]
"""Slug, rule, comment, and what is given, or a function that gives it for a name."""
BASE = 1_750_000_000_000  # 2025-06-15T15:06:40Z
END = BASE + 45 * DAY  # of records, unless they say otherwise


def u(size: int, number: int) -> bytes:
    return number.to_bytes(size)


def flip(data: bytes, at: int, bit: int = 1) -> bytes:
    """The same with a flipped bit in one byte."""
    at %= len(data)
    return put(data, at, bytes([data[at] ^ bit]))


def hash_of(text: str) -> bytes:
    return crypto.sha256(text.encode())


@lru_cache(None)
def key(name: str) -> bytes:
    return secret("identity", name)


def sign(name: str, message: bytes) -> bytes:
    return crypto.sign(key(name), message)


@lru_cache(None)
def record(prekey: str = "reusable", device: str = "phone-1", *, epoch: int = 486_111, minimum: int = 0,
           start: int = BASE - DAY, end: int = END) -> Record:
    """A sound record."""
    raw = wire.RECORD_HEAD.pack(1, prekey != "reusable", epoch, minimum, start, end)
    raw += crypto.xwing_public_key(secret("prekey", f"{device} {prekey}"))
    signature = sign(device, wire.label("prekey") + name_of(device) + raw)
    return wire.read_record(raw + signature, name_of(device))


def statement(kind: str, *names: str, fields: bytes = b"", puts: tuple[tuple[int, bytes], ...] = (),
              signers: list[str] | tuple[str, ...] | None = None, label: str | None = None) -> tuple[bytes, bytes]:
    """(what is signed without its label, the statement), with changes of its bytes before it is signed."""
    data = b"\1" + b"".join(map(name_of, names)) + fields
    for at, new in puts:
        data = put(data, at, new)
    signers = names[:wire.STATEMENTS[kind][1]] if signers is None else signers
    return data, data + b"".join(sign(name, wire.label(label or kind) + data) for name in signers)


def statement_text(kind: str, *names: str) -> str:
    return wire.write_text(kind, statement(kind, *names)[1])


# Encodings of points that readers refuse, or that careless verifiers take

NEUTRAL = u(32, 1)[::-1]
ED25519_BASE = bytes([0x58]) + bytes([0x66]) * 31
NOT_CANONICAL = bytes([0xf0]) + bytes([0xff]) * 30 + bytes([0x7f])  # p + 3, on Ed25519's curve
NOT_ON_CURVE = u(32, 2)[::-1]
# The key of server-1 plus a point of order 8, plus the one of order 2, and a point of order 8.
MIXED_8 = bytes.fromhex("97fe6b3bf7185202028170daceb16e47d3c73265d1bfd997fca4ab6d11d3d5e5")
MIXED_2 = bytes.fromhex("824b18df0d5c98d662a3e3a13790cee8d2da5a13d67f4799efb46a14e15f24a9")
ORDER_8 = bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05")
LOW_ORDER = {  # X25519 halves of M-9
    "zero": bytes(32), "one": NEUTRAL,
    **{name: (crypto.P + i).to_bytes(32, "little") for i, name in ((-1, "p-minus-1"), (0, "p"), (1, "p-plus-1"))},
    "order-8-first": bytes.fromhex("e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800"),
    "order-8-second": bytes.fromhex("5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157")}
SMALL_ORDERS = {  # the others of Ed25519
    **{name: LOW_ORDER[name] for name in ("zero", "one", "p-minus-1", "p")},
    "order-8-second": bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a")}
X25519_BASES = {  # u = 9 in encodings that are not canonical
    "base-top-bit": put(bytes([9]) + bytes(31), 31, b"\x80"),
    "base-not-reduced": (crypto.P + 9).to_bytes(32, "little"),
    "base-not-reduced-top-bit": (2**255 + crypto.P + 9).to_bytes(32, "little")}


# Signatures that no honest signer makes: R, and S by the equation

def scalar(name: str) -> int:
    """The private scalar of an Ed25519 key (RFC 8032, section 5.1.5)."""
    number = int.from_bytes(crypto.sha512(key(name))[:32], "little")
    return number & ~7 & (2**254 - 1) | 2**254


def challenge(first: bytes, public: bytes, message: bytes) -> int:
    return int.from_bytes(crypto.sha512(first, public, message), "little") % crypto.L


def solved(first: bytes, logarithm: int, public: bytes, name: str, message: bytes) -> bytes:
    """The signature with the first half `first` = logarithm * B, under the key `public` of a private scalar."""
    s = (logarithm + challenge(first, public, message) * scalar(name)) % crypto.L
    return first + s.to_bytes(32, "little")


def with_neutral(name: str, message: bytes) -> bytes:
    return solved(NEUTRAL, 0, name_of(name), name, message)


def with_mixed(name: str, message: bytes) -> bytes:
    """R is server-1's key and a part of order 8: the equation holds times the cofactor alone."""
    return solved(MIXED_8, scalar("server-1"), name_of(name), name, message)


def unreduced(signature: bytes) -> bytes:
    """S + L in the place of S."""
    return signature[:32] + (int.from_bytes(signature[32:], "little") + crypto.L).to_bytes(32, "little")


def by_mixed(message: bytes, public: bytes = MIXED_8, order: int = 8, sound: bool = True) -> bytes:
    """By a key with a part of small order: it fits, or fits by the cofactor alone."""
    number = 0
    while True:
        name = f"of first half {number}"
        if (challenge(name_of(name), public, message) % order == 0) == sound:
            return solved(name_of(name), scalar(name), public, "server-1", message)
        number += 1
